import type { Database } from "@/db/client";

/** Thrown in a transaction that found the world changed since it looked: it is to begin anew. */
export class StartAgain extends Error {
  override readonly name = "StartAgain";
}

const ATTEMPTS = 5;

/** Postgres gave the transaction up for another's sake: serialization failure, deadlock, a campaign just deleted. */
const GIVEN_UP = new Set(["40001", "40P01", "23503"]);

function isWorthRepeating(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StartAgain) return true;
    if ("code" in cause && typeof cause.code === "string" && GIVEN_UP.has(cause.code)) return true;
  }
  return false;
}

/** Runs work in a transaction, again when Postgres or the work itself gave it up for another's sake. */
export async function inTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthRepeating(error)) throw error;
    }
  }
}
