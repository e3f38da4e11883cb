import type { WireTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import type { AccountState } from "../engine";
import type { TransactionErrorJson } from "./transaction-error";

/** Errors of loading a program: the network includes such a transaction in a block and charges its fee. */
const LOADING_ERRORS: readonly TransactionErrorJson[] = [
  "ProgramAccountNotFound",
  "InvalidProgramForExecution",
];

export const isLoadingError = (error: TransactionErrorJson | null): boolean =>
  error !== null && LOADING_ERRORS.includes(error);

/**
 * Replaces a run's error by the network's error for a missing program, which the machine reports as not
 * executable.
 */
export function withMissingProgram<Run extends { err: TransactionErrorJson | null }>(
  run: Run,
  transaction: WireTransaction,
  getAccount: (address: Uint8Array) => AccountState | null,
): Run {
  if (run.err !== "InvalidProgramForExecution") return run;
  for (const { programIdIndex } of transaction.instructions) {
    const address = transaction.staticKeys[programIdIndex];
    const program = address ? getAccount(address) : null;
    if (program === null) return { ...run, err: "ProgramAccountNotFound" };
    if (!program.executable) return run;
  }
  return run;
}
