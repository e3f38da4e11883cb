import { ComputeBudgetProgram } from "@solana/web3.js";
import type { TransactionConfig, WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { bytesKey } from "../bytes-key";
import type { TransactionErrorJson } from "./transaction-error";

const COMPUTE_BUDGET = bytesKey(ComputeBudgetProgram.programId.toBytes());

const INSTRUCTION = {
  requestHeapFrame: 1,
  setUnitLimit: 2,
  setUnitPrice: 3,
  setLoadedAccountsLimit: 4,
} as const;
export const MAX_COMPUTE_UNITS = 1_400_000;
export const MICRO_LAMPORTS_PER_LAMPORT = 1_000_000n;
const U32_BYTES = 5;
const U64_BYTES = 9;

export type ComputeBudget = {
  /** Micro-lamports per compute unit. */
  price: bigint;
  /** Compute units, or null when the transaction does not set them. */
  unitLimit: number | null;
};

/** Returns the compute unit limit and price that a transaction sets. */
export function readComputeBudget(transaction: WireTransaction): ComputeBudget {
  if (transaction.config !== null) return configuredComputeBudget(transaction.config);
  const limits: ComputeBudget = { price: 0n, unitLimit: null };
  for (const { data } of computeBudgetInstructions(transaction)) {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (data[0] === INSTRUCTION.setUnitLimit && data.length >= U32_BYTES)
      limits.unitLimit = view.getUint32(1, true);
    if (data[0] === INSTRUCTION.setUnitPrice && data.length >= U64_BYTES)
      limits.price = view.getBigUint64(1, true);
  }
  return limits;
}

/** A version-1 message states its whole priority fee in lamports. */
function configuredComputeBudget(config: TransactionConfig): ComputeBudget {
  const unitLimit = config.computeUnitLimit;
  const units = BigInt(unitLimit || MAX_COMPUTE_UNITS);
  return { price: ((config.priorityFee ?? 0n) * MICRO_LAMPORTS_PER_LAMPORT) / units, unitLimit };
}

/** Returns the error for which a node refuses a transaction's compute budget before it loads any account. */
export function computeBudgetError(transaction: WireTransaction): TransactionErrorJson | null {
  if (transaction.config !== null) return null;
  const seen = new Set<number>();
  for (const { data, index } of computeBudgetInstructions(transaction)) {
    const [kind = 0] = data;
    const length = kind === INSTRUCTION.setUnitPrice ? U64_BYTES : U32_BYTES;
    if (
      kind < INSTRUCTION.requestHeapFrame ||
      kind > INSTRUCTION.setLoadedAccountsLimit ||
      data.length < length
    ) {
      return { InstructionError: [index, "InvalidInstructionData"] };
    }
    if (seen.has(kind)) return { DuplicateInstruction: index };
    seen.add(kind);
  }
  return null;
}

function computeBudgetInstructions({ instructions, staticKeys }: WireTransaction) {
  return instructions.flatMap(({ programIdIndex, data }, index) => {
    const program = staticKeys[programIdIndex];
    return program !== undefined && bytesKey(program) === COMPUTE_BUDGET ? [{ data, index }] : [];
  });
}
