import { ComputeBudgetProgram } from "@solana/web3.js";
import { maxBigInt, minBigInt } from "@/lib/core/bigint";
import { COMPUTE_BUDGET_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { SendablePlan } from "./plan";
import type { PriorityLevel } from "./priority-choices";

/**
 * The percentile of recent prices of each level, and its minimum price in micro-lamports per compute unit.
 * Nodes report the lowest price that each block accepted, which is 0 unless the accounts are in demand.
 */
const LEVELS: Readonly<Record<PriorityLevel, { percentile: bigint; minPrice: bigint }>> = {
  low: { percentile: 25n, minPrice: 1_000n },
  medium: { percentile: 50n, minPrice: 10_000n },
  high: { percentile: 90n, minPrice: 100_000n },
};

/** The compute units of a transaction, and their price in micro-lamports per unit. */
export type ComputeBudget = { computeUnitLimit: number; computeUnitPrice: bigint };

/** `lamports` is the whole priority fee. */
export type PriorityFee = ComputeBudget & { lamports: bigint };

const MICRO_LAMPORTS = 1_000_000n;
const MAX_COMPUTE_UNITS = 1_400_000n;
/** The network's limit per instruction of a transaction that states no limit. */
const DEFAULT_COMPUTE_UNITS = 200_000n;
/** Two compute budget instructions and a nonce advance, 150 units each, which a simulation may not contain. */
const ADDED_UNITS = 450n;

type FeeBasis = {
  level: PriorityLevel;
  /** Prices of recent blocks for the written accounts, in any order. */
  recentPrices: readonly bigint[];
  /** Compute units of a simulation of the plan; null if the simulation failed or reported none. */
  unitsConsumed: bigint | null;
  maxLamports: bigint;
};

/**
 * Returns the priority fee of a plan. The limit is the simulated number of compute units plus 10%. The price
 * is a percentile of recent prices, reduced so that the fee does not exceed `maxLamports`.
 */
export function calculatePriorityFee(plan: SendablePlan, basis: FeeBasis): PriorityFee {
  const units = computeUnitLimit(plan, basis.unitsConsumed);
  const { percentile, minPrice } = LEVELS[basis.level];
  const recent = calculatePercentile(basis.recentPrices, percentile);
  const highest = (basis.maxLamports * MICRO_LAMPORTS) / units;
  const price = minBigInt(maxBigInt(recent, minPrice), highest);
  const limits = { computeUnitLimit: Number(units), computeUnitPrice: price };
  return { ...limits, lamports: priorityLamports(limits) };
}

/** Returns the whole priority fee in lamports. The network rounds it up to a whole lamport. */
export const priorityLamports = ({ computeUnitLimit, computeUnitPrice }: ComputeBudget): bigint =>
  (BigInt(computeUnitLimit) * computeUnitPrice + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;

function computeUnitLimit(plan: SendablePlan, unitsConsumed: bigint | null): bigint {
  if (unitsConsumed === null) return BigInt(defaultComputeUnits(plan.instructions.length));
  return minBigInt(((unitsConsumed + ADDED_UNITS) * 11n + 9n) / 10n, MAX_COMPUTE_UNITS);
}

/** Returns the network's compute unit limit for a transaction that does not state one. */
export const defaultComputeUnits = (instructionCount: number): number =>
  Number(minBigInt(BigInt(instructionCount) * DEFAULT_COMPUTE_UNITS, MAX_COMPUTE_UNITS));

/** Returns the smallest value that is at least as high as `percentile` % of the values; 0 for no values. */
function calculatePercentile(values: readonly bigint[], percentile: bigint): bigint {
  const sorted = [...values].sort((a, b) => Number(a - b));
  const rank = (BigInt(sorted.length) * percentile + 99n) / 100n;
  return sorted[Number(rank) - 1] ?? 0n;
}

/**
 * Returns the plan with a compute unit limit and price as its first instructions. Add a durable nonce
 * afterwards, because its instruction must be the first one.
 */
export function withPriorityFee<Plan extends SendablePlan>(plan: Plan, computeBudget: ComputeBudget): Plan {
  const { computeUnitLimit: units, computeUnitPrice: microLamports } = computeBudget;
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units });
  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
  return { ...plan, instructions: [limit, price, ...withoutPriorityFee(plan).instructions] };
}

/** Returns the plan without its compute budget instructions. */
export function withoutPriorityFee<Plan extends Pick<SendablePlan, "instructions">>(plan: Plan): Plan {
  const instructions = plan.instructions.filter(
    ({ programId }) => programId.toBase58() !== COMPUTE_BUDGET_PROGRAM_ID,
  );
  return { ...plan, instructions };
}

/** Returns the addresses that the plan's transaction locks for writing, the fee payer first. */
export function writtenAccounts({ feePayer, instructions }: SendablePlan): string[] {
  const written = instructions.flatMap(({ keys }) => keys.filter((key) => key.isWritable));
  return [...new Set([feePayer, ...written.map(({ pubkey }) => pubkey.toBase58())])];
}
