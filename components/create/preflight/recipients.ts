import { getCurve } from "@/components/leaves/leaf-work";
import { findUnusual } from "@/components/network/find-unusual";
import type { Translator } from "@/lib/core/i18n/translator";
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import { isLost, unusualText } from "@/lib/core/recipients/recipient-accounts";
import { addressBytes } from "@/lib/core/solana/addresses";

/** A recipient that is probably not a wallet, and the reason. */
export type UnusualRecipient = { address: string; why: string };

export type RecipientFindings = {
  /** Number of distinct addresses. The check tests for every address whether it is on the curve. */
  total: number;
  /** Number of addresses whose accounts were fetched. */
  fetched: number;
  unusual: readonly UnusualRecipient[];
  /** Recipients that can never sign a claim. */
  lost: readonly UnusualRecipient[];
};

/**
 * Finds recipients that can never claim or probably cannot: mints, programs, token accounts, accounts of
 * programs and addresses without a key. `onProgress` receives percent.
 */
export async function checkRecipients(
  t: Translator,
  { leaves, mint }: { leaves: LeafList; mint: string },
  onProgress: (percent: number) => void,
): Promise<RecipientFindings> {
  const { people, offCurve } = await getCurve(leaves, {
    t,
    onProgress: (done, total) => onProgress((50 * done) / total),
  });
  /** Maps the index of the first leaf of a recipient to the reason. */
  const found = new Map<number, string>();
  const noKey = t("no key can sign for this address; the program that owns it would have to claim");
  for (const index of offCurve) found.set(index, noKey);
  const indexOf = new Map([...people].map((index) => [leaves.beneficiary(index), index]));
  const accounts = await findUnusual([...indexOf.keys()], (done, all) => onProgress(50 + (50 * done) / all));
  const lost: UnusualRecipient[] = [];
  if (indexOfBeneficiary(leaves, mint) >= 0)
    lost.push({ address: mint, why: t("this is the mint of the token") });
  for (const [address, account] of accounts.unusual) {
    if (address === mint) continue;
    const index = indexOf.get(address) ?? 0;
    const why = unusualText(account, t);
    if (isLost(account)) lost.push({ address, why });
    else found.set(index, why);
  }
  const unusual = [...found]
    .sort(([a], [b]) => a - b)
    .map(([index, why]) => ({ address: leaves.beneficiary(index), why }))
    .filter(({ address }) => !lost.some((other) => other.address === address));
  return { total: people.length, fetched: accounts.total, unusual, lost };
}

function indexOfBeneficiary(leaves: LeafList, address: string): number {
  const wanted = addressBytes(address);
  for (let index = 0; index < leaves.length; index++) {
    if (leaves.isFor(index, wanted)) return index;
  }
  return -1;
}
