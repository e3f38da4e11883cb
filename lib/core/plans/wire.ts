import { PublicKey, Transaction } from "@solana/web3.js";
import { joinPlans, type SendablePlan, type TransactionPlan } from "./plan";

/** A blockhash and the last block height at which a transaction that carries it can land. */
export type RecentBlockhash = { blockhash: string; lastValidBlockHeight: number };

/** What fits one packet of the network, signatures included. */
export const MAX_TRANSACTION_BYTES = 1232;
const SIGNATURE_BYTES = 64;
const HEADER_BYTES = 3;
/** Of an address, and of a blockhash. */
const KEY_BYTES = 32;
// Any 32 bytes serve to measure a transaction.
const UNSET_BLOCKHASH = "11111111111111111111111111111111";

/** The plan as a legacy transaction without signatures. */
export function unsignedTransaction(plan: SendablePlan, recent: RecentBlockhash): Transaction {
  return new Transaction({
    feePayer: new PublicKey(plan.feePayer),
    blockhash: recent.blockhash,
    lastValidBlockHeight: recent.lastValidBlockHeight,
  }).add(...plan.instructions);
}

/** The plan's wire bytes with an all-zero signature for every signer. */
export function unsignedBytes(plan: SendablePlan, recent: RecentBlockhash): Uint8Array {
  return unsignedTransaction(plan, recent).serialize({
    requireAllSignatures: false,
    verifySignatures: false,
  });
}

/** Bytes of a length prefix: seven bits of the length in each. */
const prefixSize = (length: number) => (length < 0x80 ? 1 : length < 0x4000 ? 2 : 3);

const listSize = (length: number, itemBytes: number) => prefixSize(length) + length * itemBytes;

/**
 * How many bytes the plan takes on the wire, signatures included. Counted rather than written, because web3.js fails at
 * writing what does not fit a packet.
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

/** Bytes of an instruction without accounts: program index, two length prefixes and its data. */
const bareInstructionSize = (dataBytes: number) => 3 + dataBytes;

/**
 * Bytes that a wallet adds to set a priority fee: SetComputeUnitLimit (u8, u32), SetComputeUnitPrice (u8, u64) and the
 * address of the compute budget program, which no plan names.
 */
const PRIORITY_FEE_BYTES = bareInstructionSize(1 + 4) + bareInstructionSize(1 + 8) + KEY_BYTES;
/** One more instruction of the compute budget program, and length prefixes that grow by a byte. */
const MARGIN_BYTES = bareInstructionSize(1 + 4) + 4;

/** Bytes of the plan's transaction once a wallet has added a priority fee; it needs no further signature for that. */
export const sizeWithPriorityFee = (plan: SendablePlan): number =>
  transactionSize(plan) + PRIORITY_FEE_BYTES + MARGIN_BYTES;

/**
 * How many instructions go into one transaction at most. Nobody asks for a compute limit here: a node then grants 200,000
 * units an instruction, and 1.4 million a transaction.
 */
const MAX_INSTRUCTIONS = 7;

/** Things to do, and the one transaction that does them in their order. */
export type Packed<Item> = { plan: TransactionPlan; items: Item[] };

/**
 * Joins consecutive items into as few transactions as their sizes allow, in order; none is split. Each leaves room for
 * the priority fee that a wallet adds. Plans with different fee payers stay apart, so that a transaction never needs a
 * signature that its own steps did not.
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
  plan.instructions.length <= MAX_INSTRUCTIONS && sizeWithPriorityFee(plan) <= MAX_TRANSACTION_BYTES;

/** Plans as few transactions, as `packInOrder` joins them. */
export const packPlans = (plans: readonly TransactionPlan[]): TransactionPlan[] =>
  packInOrder(plans, (plan) => plan).map(({ plan }) => plan);
