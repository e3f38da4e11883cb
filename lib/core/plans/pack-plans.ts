import { ComputeBudgetProgram, PublicKey } from "@solana/web3.js";
import { getMaxBytes, type TransactionVersion } from "@/lib/core/solana/transaction/wire-transaction";
import { withDurableNonce } from "./durable-nonce";
import { joinPlans, type SendablePlan, type TransactionPlan } from "./plan";
import { withPriorityFee } from "./priority-fee";
import { transactionSize } from "./serialize-plan";

/** An address without an account, used in place of a nonce account in a measurement. */
const ANY_NONCE = new PublicKey(new Uint8Array(32).fill(0xff)).toBase58();
/** Instruction 4 of the compute budget program, with a limit in bytes as u32; web3.js has no function for it. */
const loadedAccountsLimit = () => ({
  programId: ComputeBudgetProgram.programId,
  keys: [],
  data: Buffer.from([4, 0, 0, 0, 4]),
});

/**
 * Returns the size of the plan's transaction after a wallet has added everything that wallets add: a compute
 * unit limit and price, a limit of loaded data, and the advance of a durable nonce that the fee payer
 * controls. None of them needs another signature.
 */
export function sizeWithWalletAdditions(plan: SendablePlan, version: TransactionVersion = "legacy"): number {
  const paid = withPriorityFee(plan, { computeUnitLimit: 1, computeUnitPrice: 1_000_000n });
  const limited = { ...paid, instructions: [loadedAccountsLimit(), ...paid.instructions] };
  const nonce = { address: ANY_NONCE, authority: plan.feePayer, value: "" };
  return transactionSize(withDurableNonce(limited, nonce), version);
}

/** Returns whether the plan's transaction of a version still fits after a priority fee is added. */
export const hasRoomForPriorityFee = (plan: SendablePlan, version: TransactionVersion = "legacy"): boolean =>
  transactionSize(withPriorityFee(plan, { computeUnitLimit: 1, computeUnitPrice: 1_000_000n }), version) <=
  getMaxBytes(version);

/** The versions that both the wallet signs and the network executes. Every wallet signs legacy ones. */
export type SupportedVersions = readonly TransactionVersion[];

export const LEGACY_ONLY: SupportedVersions = ["legacy"];

/**
 * Returns the version of the plan's transaction: 1 where it is supported. Otherwise legacy, which every
 * wallet and hardware wallet signs, and 0 with the plan's lookup tables only if legacy lacks room.
 */
export function chooseVersion(plan: SendablePlan, supported: SupportedVersions): TransactionVersion {
  if (supported.includes(1)) return 1;
  const hasTable = (plan.lookupTables ?? []).length > 0;
  if (!hasTable || !supported.includes(0) || fitsWithAdditions(plan, "legacy")) return "legacy";
  return 0;
}

const fitsWithAdditions = (plan: SendablePlan, version: TransactionVersion) =>
  sizeWithWalletAdditions(plan, version) <= getMaxBytes(version);

/**
 * Maximum number of instructions per transaction. Plans do not set a compute limit; the default is 200,000
 * units per instruction and at most 1.4 million per transaction. Seven claims use fewer than the 64 accounts of
 * a version-1 transaction.
 */
const MAX_INSTRUCTIONS = 7;

/** Items, and the one transaction that executes them in order. */
export type PackedPlan<Item> = { plan: TransactionPlan; items: Item[] };

/**
 * Joins consecutive items into as few transactions as their sizes allow, in order, without splitting an item.
 * Each transaction leaves room for the instructions that a wallet adds. Plans with different fee payers stay
 * separate, so that no transaction needs a signature that its own plans did not.
 */
export function packInOrder<Item>(
  items: readonly Item[],
  createPlan: (item: Item) => TransactionPlan,
  supported: SupportedVersions = LEGACY_ONLY,
): PackedPlan<Item>[] {
  const packed: PackedPlan<Item>[] = [];
  for (const item of items) {
    const plan = createPlan(item);
    const last = packed.at(-1);
    const joined = last?.plan.feePayer === plan.feePayer ? joinPlans(last.plan, plan) : undefined;
    if (last && joined && isSendable(joined, supported)) {
      last.plan = joined;
      last.items.push(item);
    } else packed.push({ plan, items: [item] });
  }
  return packed;
}

/** Returns whether a joined plan is one transaction that leaves room for the instructions that a wallet adds. */
export const isSendable = (plan: SendablePlan, supported: SupportedVersions): boolean =>
  plan.instructions.length <= MAX_INSTRUCTIONS && fitsWithAdditions(plan, chooseVersion(plan, supported));

/** Joins plans into as few transactions as possible, as `packInOrder` does. */
export const packPlans = (
  plans: readonly TransactionPlan[],
  supported: SupportedVersions = LEGACY_ONLY,
): TransactionPlan[] => packInOrder(plans, (plan) => plan, supported).map(({ plan }) => plan);
