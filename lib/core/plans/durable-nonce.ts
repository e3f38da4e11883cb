import { NONCE_ACCOUNT_LENGTH, NonceAccount, PublicKey, SystemProgram } from "@solana/web3.js";
import { SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { SendablePlan } from "./plan";

/** A nonce account in use: `value` stands in place of a recent blockhash until somebody advances it. */
export type DurableNonce = { address: string; authority: string; value: string };

/** Bytes of a nonce account, which its rent is for. */
export const NONCE_ACCOUNT_BYTES = NONCE_ACCOUNT_LENGTH;

/** Nonce accounts of one wallet: each serves one transaction that waits to be signed. */
export const MOST_NONCES = 5;

/**
 * Where the nonce accounts of a wallet are, `number` from 1: their addresses follow from the wallet's, so that they are
 * found again without being written down anywhere, and made without a key of their own.
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

/** What a nonce account holds; null for an account that is none, or none in use. */
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

/** Makes the wallet's nonce account `number`, which `authority` can then use and close; lamports for its rent. */
export async function planCreateNonce(of: {
  wallet: string;
  number: number;
  authority: string;
  lamports: bigint;
}): Promise<SendablePlan> {
  const { wallet, number, authority, lamports } = of;
  const address = await nonceAddress(wallet, number);
  const base = new PublicKey(wallet);
  const { instructions } = SystemProgram.createNonceAccount({
    ...{ fromPubkey: base, basePubkey: base, seed: seed(number), lamports: Number(lamports) },
    ...{ noncePubkey: new PublicKey(address), authorizedPubkey: new PublicKey(authority) },
  });
  return { instructions, feePayer: wallet, signers: [wallet], accounts: { nonceAccount: address } };
}

/** Closes a nonce account: all its lamports go to `to`. What was signed with its nonce can never be sent then. */
export function planCloseNonce(of: {
  nonce: Pick<DurableNonce, "address" | "authority">;
  to: string;
  lamports: bigint;
}): SendablePlan {
  const { nonce, to, lamports } = of;
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

/** The plan as it lives by a nonce: the first thing that it does is to use the nonce up. */
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

/** The plan with another address to pay the network fee; rent and amounts stay with whom the program has pay them. */
export function withFeePayer<Plan extends SendablePlan>(plan: Plan, feePayer: string): Plan {
  return { ...plan, feePayer, signers: [...new Set([feePayer, ...plan.signers])] };
}
