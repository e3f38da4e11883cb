import { PublicKey } from "@solana/web3.js";
import { ledger } from "@/components/ledger/connection";
import { createPacer, inPieces } from "@/lib/core/pacer";
import {
  addressBytes,
  NATIVE_MINT,
  SYSTEM_PROGRAM_ID,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from "@/lib/core/solana/addresses";
import { mintFacts, TOKEN_ACCOUNT_BYTES } from "@/lib/core/solana/tokens";

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
/** A curve check takes some tenths of a millisecond. */
const CHECKS_A_PIECE = 40;

const OFF_CURVE = "no key can sign for it: it belongs to a program, which would have to claim";

/**
 * Looks for recipients who could never claim, or hardly: mints, programs, token accounts, accounts of programs and
 * addresses without a key. `onProgress` gets per cent.
 */
export async function checkRecipients(
  of: { recipients: readonly string[]; mint: string },
  onProgress: (percent: number) => void,
): Promise<RecipientFindings> {
  const addresses = [...new Set(of.recipients)];
  const found = new Map<string, string>();
  const onPause = (done: number) => onProgress((50 * done) / addresses.length);
  await inPieces(
    { count: addresses.length, piece: CHECKS_A_PIECE, pacer: createPacer(), onPause },
    (from, to) => {
      for (const address of addresses.slice(from, to)) {
        if (!PublicKey.isOnCurve(addressBytes(address))) found.set(address, OFF_CURVE);
        if (address === of.mint) found.set(address, "it is the mint of the token itself");
      }
    },
  );
  const asked = addresses.slice(0, MOST_ASKED);
  for (let from = 0; from < asked.length; from += ADDRESSES_A_CALL) {
    onProgress(50 + (50 * from) / asked.length);
    const some = asked.slice(from, from + ADDRESSES_A_CALL);
    const accounts = await ledger().getMultipleAccountsInfo(some.map((address) => new PublicKey(address)));
    for (const [at, account] of accounts.entries()) {
      const address = some[at] ?? "";
      const why = address === NATIVE_MINT ? "it is a program" : account && whyUnusual(account);
      if (why && !(found.has(address) && address === of.mint)) found.set(address, why);
    }
  }
  const unusual = addresses.flatMap((address) => {
    const why = found.get(address);
    return why === undefined ? [] : [{ address, why }];
  });
  return { total: addresses.length, asked: asked.length, unusual };
}

type Account = { owner: PublicKey; executable: boolean; data: Uint8Array };

function whyUnusual({ owner, executable, data }: Account): string | null {
  const program = owner.toBase58();
  if (executable) return "it is a program";
  if (program === SYSTEM_PROGRAM_ID) return null;
  if (mintFacts({ owner: program, data })) return "it is a token’s mint";
  if (program === TOKEN_PROGRAM_ID || program === TOKEN_2022_PROGRAM_ID) {
    return data.length >= TOKEN_ACCOUNT_BYTES
      ? "it is a token account; give the wallet that owns it"
      : "it belongs to a token program";
  }
  return `it is an account of the program ${program}`;
}
