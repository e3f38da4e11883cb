import { PublicKey } from "@solana/web3.js";
import { curveOf } from "@/components/leaves/leaf-work";
import { ledger } from "@/components/ledger/connection";
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import { findUnusualAccounts, isLost, unusualText } from "@/lib/core/recipients/recipient-accounts";
import { addressBytes } from "@/lib/core/solana/addresses";
import type { Words } from "@/lib/core/words/words";

/** A recipient that is hardly anybody's wallet, and why. */
export type UnusualRecipient = { address: string; why: string };

export type RecipientFindings = {
  /** Different addresses, all of which were looked at for being on the curve. */
  total: number;
  /** How many of them the ledger was asked about. */
  asked: number;
  unusual: readonly UnusualRecipient[];
  /** Recipients that can never sign a claim. */
  lost: readonly UnusualRecipient[];
};

/** What one request may name, and how many addresses are asked about at most: the service limits calls a minute. */
const ADDRESSES_A_CALL = 100;
const MOST_ASKED = 5_000;

/**
 * Looks for recipients who could never claim, or hardly: mints, programs, token accounts, accounts of programs and
 * addresses without a key. `onProgress` gets per cent.
 */
export async function checkRecipients(
  t: Words,
  { leaves, mint }: { leaves: LeafList; mint: string },
  onProgress: (percent: number) => void,
): Promise<RecipientFindings> {
  const { people, offCurve } = await curveOf(leaves, {
    t,
    onProgress: (done, total) => onProgress((50 * done) / total),
  });
  /** Why, by the place of the first leaf that names it. */
  const found = new Map<number, string>();
  const noKey = t("no key can sign for it: it belongs to a program, which would have to claim");
  for (const place of offCurve) found.set(place, noKey);
  const mintAt = indexOfBeneficiary(leaves, mint);
  if (mintAt >= 0) found.set(mintAt, t("it is the mint of the token itself"));
  const asked = people.subarray(0, MOST_ASKED);
  const placeOf = new Map([...asked].map((place) => [leaves.beneficiary(place), place]));
  const accounts = await findUnusualAccounts([...placeOf.keys()], readAccounts, {
    batchSize: ADDRESSES_A_CALL,
    onBatch: (done) => onProgress(50 + (50 * done) / asked.length),
  });
  const lost: UnusualRecipient[] = [];
  for (const [address, account] of accounts) {
    const place = placeOf.get(address) ?? 0;
    const why = unusualText(account, t);
    if (isLost(account)) lost.push({ address, why });
    else found.set(place, why);
  }
  const unusual = [...found]
    .sort(([a], [b]) => a - b)
    .map(([place, why]) => ({ address: leaves.beneficiary(place), why }))
    .filter(({ address }) => !lost.some((other) => other.address === address));
  return { total: people.length, asked: asked.length, unusual, lost };
}

async function readAccounts(addresses: readonly string[]) {
  const accounts = await ledger().getMultipleAccountsInfo(addresses.map((address) => new PublicKey(address)));
  return accounts.map((account) => account && { ...account, owner: account.owner.toBase58() });
}

function indexOfBeneficiary(leaves: LeafList, address: string): number {
  const wanted = addressBytes(address);
  for (let place = 0; place < leaves.length; place++) {
    if (leaves.isFor(place, wanted)) return place;
  }
  return -1;
}
