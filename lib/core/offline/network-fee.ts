import type { ComputeBudget } from "@/lib/core/plans/priority-fee";
import { COMPUTE_BUDGET_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { DescribedInstruction } from "@/lib/core/solana/describe-instruction";
import type { TransactionConfig } from "@/lib/core/solana/transaction/wire-transaction";

/** A network fee in lamports. `priority` is the part of `total` for prioritization. */
export type NetworkFee = { total: bigint; priority: bigint };

/** A priority fee above this amount is unusual under any network load: 0.01 SOL. */
export const MAX_USUAL_PRIORITY_FEE = 10_000_000n;

const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO_LAMPORTS = 1_000_000n;
/** The network's maximum of compute units per transaction. */
const MAX_COMPUTE_UNITS = 1_400_000n;
/** Compute units per instruction if the transaction states no limit; the network's own programs get less. */
const DEFAULT_COMPUTE_UNITS = 200_000n;

type Described = Pick<DescribedInstruction, "program" | "arguments">;

const isComputeBudget = ({ program }: Described) => program.address === COMPUTE_BUDGET_PROGRAM_ID;

/**
 * Returns the compute unit limit and price that the instructions set; null unless they set both. Version 1
 * states them in its `config`, with a whole fee instead of a price: the result has a price of that fee.
 */
export function statedComputeBudget(
  instructions: readonly Described[],
  config: TransactionConfig | null,
): ComputeBudget | null {
  if (config) {
    const { computeUnitLimit, priorityFee } = config;
    if (!computeUnitLimit) return null;
    const computeUnitPrice = ((priorityFee ?? 0n) * MICRO_LAMPORTS) / BigInt(computeUnitLimit);
    return { computeUnitLimit, computeUnitPrice };
  }
  const stated = new Map(
    instructions.filter(isComputeBudget).flatMap((instruction) => instruction.arguments),
  );
  const [units, price] = [stated.get("compute units"), stated.get("micro-lamports per unit")];
  if (units === undefined || price === undefined) return null;
  return { computeUnitLimit: Number(units), computeUnitPrice: BigInt(price) };
}

/**
 * Returns the maximum fee of a transaction, without the amounts that its instructions transfer. The priority
 * fee is limit × price, whether the units are used or not, and what version 1 states in its `config`. Source:
 * solana-compute-budget, process_compute_budget_instructions.
 */
export function maxNetworkFee(
  signatures: number,
  instructions: readonly Described[],
  config: TransactionConfig | null,
): NetworkFee {
  const feeInstructions = instructions
    .filter(isComputeBudget)
    .flatMap((instruction) => instruction.arguments);
  const largest = (argument: string): bigint | null =>
    feeInstructions.reduce<bigint | null>((max, [name, value]) => {
      const given = name === argument ? BigInt(value) : null;
      return given !== null && (max === null || given > max) ? given : max;
    }, null);
  const others = BigInt(instructions.length - instructions.filter(isComputeBudget).length);
  const limit = largest("compute units") ?? others * DEFAULT_COMPUTE_UNITS;
  const units = limit < MAX_COMPUTE_UNITS ? limit : MAX_COMPUTE_UNITS;
  const price = largest("micro-lamports per unit") ?? 0n;
  const ofInstructions = (units * price + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
  const priority = ofInstructions + (config?.priorityFee ?? 0n);
  return { total: BigInt(signatures) * LAMPORTS_PER_SIGNATURE + priority, priority };
}
