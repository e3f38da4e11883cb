import { assignedAccount } from "./system-instructions";
import type { Step } from "./transaction-record";

/**
 * Tracks the totals of claim records that the transaction itself created; those of older records are unknown.
 */
export class RecordTotals {
  private readonly totals = new Map<string, bigint | null>();

  /** Adds a claim. Returns the record's total after the claim, or null if it is unknown. */
  claim(step: Step, claimRecord: string, amount: bigint | null): bigint | null {
    const isNew = step.invoked.some((instruction) => assignedAccount(instruction) === claimRecord);
    const before = isNew ? 0n : (this.totals.get(claimRecord) ?? null);
    const after = before === null || amount === null ? null : before + amount;
    this.totals.set(claimRecord, after);
    return after;
  }

  close(claimRecord: string): void {
    this.totals.delete(claimRecord);
  }
}
