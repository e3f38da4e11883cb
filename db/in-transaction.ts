import type { Database } from "./client";
import { getSqlState, PLAN_LOST, RETRYABLE_ROLLBACKS, UNIQUE_VIOLATION } from "./failures";

/** Thrown in a transaction whose earlier reads are outdated: the transaction is retried. */
export class RetryTransaction extends Error {
  override readonly name = "RetryTransaction";
}

const ATTEMPTS = 5;

const FOREIGN_KEY_VIOLATION = "23503";

/**
 * Rolled back in favor of another transaction, or in conflict with its rows: the same key was just stored, or
 * the campaign was just deleted.
 */
const RACES: ReadonlySet<string> = new Set([
  ...RETRYABLE_ROLLBACKS,
  ...PLAN_LOST,
  UNIQUE_VIOLATION,
  FOREIGN_KEY_VIOLATION,
]);

/**
 * Runs `work` in a transaction, with up to five attempts. Retries if Postgres or `work` itself gave up
 * because of a concurrent transaction.
 */
export async function inTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      const isWorthRepeating = error instanceof RetryTransaction || RACES.has(getSqlState(error) ?? "");
      if (attempt === ATTEMPTS || !isWorthRepeating) throw error;
    }
  }
}
