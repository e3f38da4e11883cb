import { NONCE_ACCOUNT_LENGTH, NonceAccount, PublicKey, SystemProgram } from "@solana/web3.js";
import { SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { SendablePlan } from "./plan";

/** A nonce account in use: `value` replaces a recent blockhash until the nonce is advanced. */
export type DurableNonce = { address: string; authority: string; value: string };

/** Size of a nonce account in bytes, which determines its rent. */
export const NONCE_ACCOUNT_BYTES = NONCE_ACCOUNT_LENGTH;

/** Maximum number of nonce accounts per wallet: each serves one transaction that waits for signatures. */
export const MAX_NONCES = 5;

/**
 * Returns the address of a wallet's nonce account; `number` starts at 1. The addresses are derived from the
 * wallet's address, so they need not be stored, and the accounts do not need their own keys.
 */
export async function nonceAddress(wallet: string, number: number): Promise<string> {
  const address = await PublicKey.createWithSeed(
    new PublicKey(wallet),
    seed(number),
    SystemProgram.programId,
  );
  return address.toBase58();
}

const seed = (number: number) => `vesting-index nonce ${number}`;

/** Parses a nonce account; null for another account, or for a nonce account that is not in use. */
export function readNonceAccount(
  address: string,
  account: { owner: string; data: Uint8Array } | null,
): DurableNonce | null {
  if (account?.owner !== SYSTEM_PROGRAM_ID || account.data.length !== NONCE_ACCOUNT_BYTES) return null;
  const { authorizedPubkey, nonce } = NonceAccount.fromAccountData(account.data);
  const view = new DataView(account.data.buffer, account.data.byteOffset);
  const isInUse = view.getUint32(0, true) === 1 && view.getUint32(4, true) === 1;
  return isInUse ? { address, authority: authorizedPubkey.toBase58(), value: nonce } : null;
}

/**
 * Plans the creation of the wallet's nonce account `number`, which `authority` can then use and close;
 * `lamports` cover its rent.
 */
export async function planCreateNonce(input: {
  wallet: string;
  number: number;
  authority: string;
  lamports: bigint;
}): Promise<SendablePlan> {
  const { wallet, number, authority, lamports } = input;
  const address = await nonceAddress(wallet, number);
  const base = new PublicKey(wallet);
  const { instructions } = SystemProgram.createNonceAccount({
    ...{ fromPubkey: base, basePubkey: base, seed: seed(number), lamports: Number(lamports) },
    ...{ noncePubkey: new PublicKey(address), authorizedPubkey: new PublicKey(authority) },
  });
  return { instructions, feePayer: wallet, signers: [wallet], accounts: { nonceAccount: address } };
}

/**
 * Plans the closing of a nonce account: all its lamports go to `to`. A transaction signed with its nonce can
 * then never be sent.
 */
export function planCloseNonce(input: {
  nonce: Pick<DurableNonce, "address" | "authority">;
  to: string;
  lamports: bigint;
}): SendablePlan {
  const { nonce, to, lamports } = input;
  const withdraw = SystemProgram.nonceWithdraw({
    ...{ noncePubkey: new PublicKey(nonce.address), authorizedPubkey: new PublicKey(nonce.authority) },
    ...{ toPubkey: new PublicKey(to), lamports: Number(lamports) },
  });
  const { authority } = nonce;
  return {
    instructions: [withdraw],
    feePayer: authority,
    signers: [authority],
    accounts: { nonceAccount: nonce.address },
  };
}

/** Returns the plan with a durable nonce: its first instruction advances the nonce. */
export function withDurableNonce<Plan extends SendablePlan>(plan: Plan, nonce: DurableNonce): Plan {
  const advance = SystemProgram.nonceAdvance({
    noncePubkey: new PublicKey(nonce.address),
    authorizedPubkey: new PublicKey(nonce.authority),
  });
  return {
    ...plan,
    instructions: [advance, ...plan.instructions],
    signers: [...new Set([...plan.signers, nonce.authority])],
  };
}

/**
 * Returns the plan with another payer of the network fee; rent and amounts are still paid by the accounts
 * that the program requires.
 */
export function withFeePayer<Plan extends SendablePlan>(plan: Plan, feePayer: string): Plan {
  return { ...plan, feePayer, signers: [...new Set([feePayer, ...plan.signers])] };
}
