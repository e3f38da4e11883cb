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
/**
 * Maximum compute units per instruction if the transaction states no limit: of the compute budget program, and
 * of any other. Source: SIMD-0170.
 */
const [COMPUTE_BUDGET_UNITS, DEFAULT_COMPUTE_UNITS] = [3_000n, 200_000n];

/** Programs whose instructions begin with a number of signatures, each of which costs a signature's fee. */
const SIGNATURE_PROGRAMS: ReadonlySet<string> = new Set([
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "Secp256r1SigVerify1111111111111111111111111",
]);

/** Tags and value sizes of the instructions of the compute budget program that determine the fee. */
const SET_COMPUTE_UNIT_LIMIT = { tag: 2, bytes: 4 };
const SET_COMPUTE_UNIT_PRICE = { tag: 3, bytes: 8 };

type FeeInstruction = Pick<DescribedInstruction, "program"> & { data: Uint8Array };

export const isComputeBudget = ({ program }: Pick<FeeInstruction, "program">) =>
  program.address === COMPUTE_BUDGET_PROGRAM_ID;

/**
 * Returns the largest value that an instruction sets; null if none does. Like the network, it ignores further
 * bytes and all accounts, so that an instruction that is not described completely counts too.
 */
function largestValue(
  instructions: readonly FeeInstruction[],
  { tag, bytes }: typeof SET_COMPUTE_UNIT_LIMIT,
): bigint | null {
  const values = instructions
    .filter((item) => isComputeBudget(item) && item.data[0] === tag && item.data.length > bytes)
    .map(({ data }) => data.slice(1, 1 + bytes).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n));
  return values.reduce<bigint | null>((max, value) => (max === null || value > max ? value : max), null);
}

/**
 * Returns the compute unit limit and price that the instructions set; null unless they set both. Version 1
 * states them in its `config`, with a whole fee instead of a price: the result has a price of that fee.
 */
export function statedComputeBudget(
  instructions: readonly FeeInstruction[],
  config: TransactionConfig | null,
): ComputeBudget | null {
  if (config) {
    const { computeUnitLimit, priorityFee } = config;
    if (!computeUnitLimit) return null;
    const computeUnitPrice = ((priorityFee ?? 0n) * MICRO_LAMPORTS) / BigInt(computeUnitLimit);
    return { computeUnitLimit, computeUnitPrice };
  }
  const units = largestValue(instructions, SET_COMPUTE_UNIT_LIMIT);
  const price = largestValue(instructions, SET_COMPUTE_UNIT_PRICE);
  if (units === null || price === null) return null;
  return { computeUnitLimit: Number(units), computeUnitPrice: price };
}

/**
 * Returns the maximum fee of a transaction, without the amounts that its instructions transfer. The priority
 * fee is limit × price, whether the units are used or not, and what version 1 states in its `config`. Source:
 * solana-compute-budget, process_compute_budget_instructions.
 */
export function maxNetworkFee(
  signatures: number,
  instructions: readonly FeeInstruction[],
  config: TransactionConfig | null,
): NetworkFee {
  const limit = largestValue(instructions, SET_COMPUTE_UNIT_LIMIT) ?? defaultLimit(instructions);
  const units = limit < MAX_COMPUTE_UNITS ? limit : MAX_COMPUTE_UNITS;
  const price = largestValue(instructions, SET_COMPUTE_UNIT_PRICE) ?? 0n;
  const ofInstructions = (units * price + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
  const priority = ofInstructions + (config?.priorityFee ?? 0n);
  const verified = instructions
    .filter(({ program }) => SIGNATURE_PROGRAMS.has(program.address))
    .reduce((sum, { data }) => sum + (data[0] ?? 0), 0);
  return { total: BigInt(signatures + verified) * LAMPORTS_PER_SIGNATURE + priority, priority };
}

function defaultLimit(instructions: readonly FeeInstruction[]): bigint {
  const budgets = BigInt(instructions.filter(isComputeBudget).length);
  return budgets * COMPUTE_BUDGET_UNITS + (BigInt(instructions.length) - budgets) * DEFAULT_COMPUTE_UNITS;
}
