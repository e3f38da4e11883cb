import { PublicKey } from "@solana/web3.js";
import { curveOf } from "@/components/leaves/leaf-work";
import { ledger } from "@/components/ledger/connection";
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import {
  addressBytes,
  NATIVE_MINT,
  SYSTEM_PROGRAM_ID,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import { mintFacts, TOKEN_ACCOUNT_BYTES } from "@/lib/core/solana/tokens/tokens";
import type { Words } from "@/lib/core/words/words";

/** A recipient that is hardly anybody's wallet, and why. */
export type UnusualRecipient = { address: string; why: string };

export type RecipientFindings = {
  /** Different addresses, all of which were looked at for being on the curve. */
  total: number;
  /** How many of them the ledger was asked about. */
  asked: number;
  unusual: readonly UnusualRecipient[];
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
  for (let from = 0; from < asked.length; from += ADDRESSES_A_CALL) {
    onProgress(50 + (50 * from) / asked.length);
    const some = [...asked.subarray(from, from + ADDRESSES_A_CALL)];
    const keys = some.map((place) => new PublicKey(leaves.beneficiary(place)));
    const accounts = await ledger().getMultipleAccountsInfo(keys);
    for (const [at, account] of accounts.entries()) {
      const place = some[at] ?? 0;
      const isProgram = leaves.beneficiary(place) === NATIVE_MINT;
      const why = isProgram ? t("it is a program") : account && whyUnusual(t, account);
      if (why && place !== mintAt) found.set(place, why);
    }
  }
  const unusual = [...found]
    .sort(([a], [b]) => a - b)
    .map(([place, why]) => ({ address: leaves.beneficiary(place), why }));
  return { total: people.length, asked: asked.length, unusual };
}

function indexOfBeneficiary(leaves: LeafList, address: string): number {
  const wanted = addressBytes(address);
  for (let place = 0; place < leaves.length; place++) {
    if (leaves.isFor(place, wanted)) return place;
  }
  return -1;
}

/** What the ledger says of an account. */
type Account = { owner: PublicKey; executable: boolean; data: Uint8Array };

/** What an account is instead of somebody's wallet; null for one that may be. */
export function whyUnusual(t: Words, { owner, executable, data }: Account): string | null {
  const program = owner.toBase58();
  if (executable) return t("it is a program");
  if (program === SYSTEM_PROGRAM_ID) return null;
  if (mintFacts({ owner: program, data })) return t("it is a token’s mint");
  if (program === TOKEN_PROGRAM_ID || program === TOKEN_2022_PROGRAM_ID) {
    return data.length >= TOKEN_ACCOUNT_BYTES
      ? t("it is a token account; give the wallet that owns it")
      : t("it belongs to a token program");
  }
  return t("it is an account of the program {program}", { program });
}
