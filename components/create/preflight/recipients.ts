import { curveOf } from "@/components/leaves/leaf-work";
import { findUnusual } from "@/components/ledger/find-unusual";
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
  asked: number;
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
  const { people, offCurve } = await curveOf(leaves, {
    t,
    onProgress: (done, total) => onProgress((50 * done) / total),
  });
  /** Maps the index of the first leaf of a recipient to the reason. */
  const found = new Map<number, string>();
  const noKey = t("no key can sign for this address; the program that owns it would have to claim");
  for (const place of offCurve) found.set(place, noKey);
  const placeOf = new Map([...people].map((place) => [leaves.beneficiary(place), place]));
  const accounts = await findUnusual([...placeOf.keys()], (done, all) => onProgress(50 + (50 * done) / all));
  const lost: UnusualRecipient[] = [];
  if (indexOfBeneficiary(leaves, mint) >= 0)
    lost.push({ address: mint, why: t("this is the mint of the token") });
  for (const [address, account] of accounts.unusual) {
    if (address === mint) continue;
    const place = placeOf.get(address) ?? 0;
    const why = unusualText(account, t);
    if (isLost(account)) lost.push({ address, why });
    else found.set(place, why);
  }
  const unusual = [...found]
    .sort(([a], [b]) => a - b)
    .map(([place, why]) => ({ address: leaves.beneficiary(place), why }))
    .filter(({ address }) => !lost.some((other) => other.address === address));
  return { total: people.length, asked: accounts.total, unusual, lost };
}

function indexOfBeneficiary(leaves: LeafList, address: string): number {
  const wanted = addressBytes(address);
  for (let place = 0; place < leaves.length; place++) {
    if (leaves.isFor(place, wanted)) return place;
  }
  return -1;
}
