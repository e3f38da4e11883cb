/** An executed instruction of a transaction: accounts in order, lookup tables resolved. */
export type RecordedInstruction = {
  program: string;
  accounts: readonly string[];
  data: Uint8Array;
  /** 1 for an instruction of the message, 2 for one that it invoked, and so on; null if the node omits it. */
  stackHeight: number | null;
};

/** A balance before and after a transaction. */
export type BalanceChange = { before: bigint; after: bigint };

/** The data of a successful transaction, other than its log, from which events can be reconstructed. */
export type TransactionRecord = {
  instructions: readonly (RecordedInstruction & {
    /** Every instruction that this one invoked, in execution order. */
    inner: readonly RecordedInstruction[];
  })[];
  /** Block time in unix seconds, which the Clock sysvar returned to programs. */
  blockTime: bigint | null;
  feePayer: string;
  /** In lamports; null if the node omits it. */
  fee: bigint | null;
  /** In lamports, by account. */
  lamports: ReadonlyMap<string, BalanceChange>;
  /** In base units, by token account. An account that did not exist counts as empty. */
  tokens: ReadonlyMap<string, BalanceChange>;
};

/** An executed instruction at its position in execution order, with the instructions that it invoked. */
export type Step = RecordedInstruction & { at: number; invoked: readonly RecordedInstruction[] };

/**
 * Lists every executed instruction in execution order. Returns null when an invocation of `programId` inside another
 * program has no stack height, because the instructions that it invoked are then unknown.
 */
export function executionOrder(record: TransactionRecord, programId: string): Step[] | null {
  const steps: Step[] = [];
  for (const { inner, ...instruction } of record.instructions) {
    steps.push({ ...instruction, at: steps.length, invoked: inner });
    for (const [position, item] of inner.entries()) {
      if (item.program === programId && item.stackHeight === null) return null;
      steps.push({ ...item, at: steps.length, invoked: invokedBy(item, inner.slice(position + 1)) });
    }
  }
  return steps;
}

/** Returns the instructions directly after an invocation that are deeper in the call stack. */
function invokedBy(
  { stackHeight }: RecordedInstruction,
  following: readonly RecordedInstruction[],
): RecordedInstruction[] {
  const end = following.findIndex((next) => (next.stackHeight ?? 0) <= (stackHeight ?? 0));
  return end < 0 ? [...following] : following.slice(0, end);
}
