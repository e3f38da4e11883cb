import { PublicKey, Transaction } from "@solana/web3.js";
import { MAX_PACKET_BYTES } from "@/lib/core/solana/transaction/wire-transaction";
import { joinPlans, type SendablePlan, type TransactionPlan } from "./plan";

/** A blockhash and the last block height at which a transaction with it can land. */
export type RecentBlockhash = { blockhash: string; lastValidBlockHeight: number };

const SIGNATURE_BYTES = 64;
const HEADER_BYTES = 3;
/** Size of an address, and of a blockhash. */
const KEY_BYTES = 32;
// Any 32 bytes suffice to measure a transaction.
const UNSET_BLOCKHASH = "11111111111111111111111111111111";

/** Returns the plan as a legacy transaction without signatures. */
export function unsignedTransaction(plan: SendablePlan, recent: RecentBlockhash): Transaction {
  return new Transaction({
    feePayer: new PublicKey(plan.feePayer),
    blockhash: recent.blockhash,
    lastValidBlockHeight: recent.lastValidBlockHeight,
  }).add(...plan.instructions);
}

/** Returns the plan's wire bytes with an all-zero signature for every signer. */
export function unsignedBytes(plan: SendablePlan, recent: RecentBlockhash): Uint8Array {
  return unsignedTransaction(plan, recent).serialize({
    requireAllSignatures: false,
    verifySignatures: false,
  });
}

/** Returns the size of a length prefix: each byte holds seven bits of the length. */
const prefixSize = (length: number) => (length < 0x80 ? 1 : length < 0x4000 ? 2 : 3);

const listSize = (length: number, itemBytes: number) => prefixSize(length) + length * itemBytes;

/**
 * Returns the size of the plan on the wire, signatures included. The size is computed without serialization,
 * because web3.js cannot serialize a transaction that exceeds a packet.
 */
export function transactionSize(plan: SendablePlan): number {
  const recent = { blockhash: UNSET_BLOCKHASH, lastValidBlockHeight: 0 };
  const { header, accountKeys } = unsignedTransaction(plan, recent).compileMessage();
  const instructions = plan.instructions.map(
    ({ keys, data }) => 1 + listSize(keys.length, 1) + listSize(data.length, 1),
  );
  return (
    listSize(header.numRequiredSignatures, SIGNATURE_BYTES) +
    HEADER_BYTES +
    listSize(accountKeys.length, KEY_BYTES) +
    KEY_BYTES +
    instructions.reduce((sum, size) => sum + size, prefixSize(instructions.length))
  );
}

/** Returns the size of an instruction without accounts: program index, two length prefixes and the data. */
const bareInstructionSize = (dataBytes: number) => 3 + dataBytes;

/**
 * Bytes that a wallet adds to set a priority fee: SetComputeUnitLimit (u8, u32), SetComputeUnitPrice (u8,
 * u64) and the address of the compute budget program, which is not part of any plan.
 */
const PRIORITY_FEE_BYTES = bareInstructionSize(1 + 4) + bareInstructionSize(1 + 8) + KEY_BYTES;
/** One more instruction of the compute budget program, and length prefixes that grow by a byte. */
const MARGIN_BYTES = bareInstructionSize(1 + 4) + 4;

/**
 * Returns the size of the plan's transaction after a wallet has added a priority fee, which does not need
 * another signature.
 */
export const sizeWithPriorityFee = (plan: SendablePlan): number =>
  transactionSize(plan) + PRIORITY_FEE_BYTES + MARGIN_BYTES;

/**
 * Maximum number of instructions per transaction. Plans do not set a compute limit; the default is 200,000
 * units per instruction and at most 1.4 million per transaction.
 */
const MAX_INSTRUCTIONS = 7;

/** Items, and the one transaction that executes them in order. */
export type Packed<Item> = { plan: TransactionPlan; items: Item[] };

/**
 * Joins consecutive items into as few transactions as their sizes allow, in order, without splitting an item.
 * Each transaction leaves room for the priority fee that a wallet adds. Plans with different fee payers stay
 * separate, so that no transaction needs a signature that its own plans did not.
 */
export function packInOrder<Item>(
  items: readonly Item[],
  planOf: (item: Item) => TransactionPlan,
): Packed<Item>[] {
  const packed: Packed<Item>[] = [];
  for (const item of items) {
    const plan = planOf(item);
    const last = packed.at(-1);
    const joined = last?.plan.feePayer === plan.feePayer ? joinPlans(last.plan, plan) : undefined;
    if (last && joined && isSendable(joined)) {
      last.plan = joined;
      last.items.push(item);
    } else packed.push({ plan, items: [item] });
  }
  return packed;
}

const isSendable = (plan: TransactionPlan) =>
  plan.instructions.length <= MAX_INSTRUCTIONS && sizeWithPriorityFee(plan) <= MAX_PACKET_BYTES;

/** Joins plans into as few transactions as possible, as `packInOrder` does. */
export const packPlans = (plans: readonly TransactionPlan[]): TransactionPlan[] =>
  packInOrder(plans, (plan) => plan).map(({ plan }) => plan);
