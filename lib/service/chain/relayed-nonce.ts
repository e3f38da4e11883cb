import bs58 from "bs58";
import { MAX_NONCES, planCloseNonce, planCreateNonce } from "@/lib/core/plans/durable-nonce";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { COMPUTE_BUDGET_PROGRAM_ID, isAddress } from "@/lib/core/solana/addresses";
import type { RelayedInstruction, RelayedTransaction } from "./relay-call";

/** Lengths of the data of a withdrawal, and of an initialization without its four bytes of the instruction. */
const [WITHDRAWAL_BYTES, AUTHORITY_BYTES] = [12, 32];
/** The data of a creation ends with the lamports, the size and the owner. */
const CREATION_END_BYTES = 8 + 8 + 32;

/**
 * Returns whether a transaction is one of those that the dashboard builds for nonce accounts: it creates an account
 * whose address derives from its only signer, or closes one of this signer in favor of it. Wallets may add a compute
 * budget.
 */
export async function isOwnNonceTransaction({ signers, instructions }: RelayedTransaction): Promise<boolean> {
  const [wallet, ...others] = signers;
  if (wallet === undefined || others.length > 0) return false;
  const own = instructions.filter(({ program }) => program !== COMPUTE_BUDGET_PROGRAM_ID);
  const [first, second] = own;
  if (!first) return false;
  const plans = second ? await creations(wallet, [first, second]) : closings(wallet, first);
  const text = JSON.stringify(own.map(({ program, accounts, data }) => [program, accounts, data]));
  return plans.some((plan) => planText(plan) === text);
}

function closings(wallet: string, { accounts: [address = ""], data }: RelayedInstruction): SendablePlan[] {
  const bytes = Buffer.from(data, "hex");
  if (bytes.length !== WITHDRAWAL_BYTES || !isAddress(address)) return [];
  const nonce = { address, authority: wallet };
  return [planCloseNonce({ nonce, to: wallet, lamports: bytes.readBigUInt64LE(4) })];
}

async function creations(
  wallet: string,
  instructions: readonly [RelayedInstruction, RelayedInstruction],
): Promise<SendablePlan[]> {
  const [create, initialize] = instructions.map(({ data }) => Buffer.from(data, "hex"));
  const authority = initialize?.subarray(4);
  if (!create || create.length < CREATION_END_BYTES || authority?.length !== AUTHORITY_BYTES) return [];
  const lamports = create.readBigUInt64LE(create.length - CREATION_END_BYTES);
  const nonce = { wallet, authority: bs58.encode(authority), lamports };
  return Promise.all(
    Array.from({ length: MAX_NONCES }, (_, at) => planCreateNonce({ ...nonce, number: at + 1 })),
  );
}

const planText = ({ instructions }: SendablePlan): string =>
  JSON.stringify(
    instructions.map(({ programId, keys, data }) => [
      programId.toBase58(),
      keys.map(({ pubkey }) => pubkey.toBase58()),
      data.toString("hex"),
    ]),
  );
