import type { Database } from "./client";
import { GIVEN_UP, PLAN_LOST, sqlStateOf, UNIQUE_VIOLATION } from "./failures";

/** Thrown in a transaction that found the world changed since it looked: it is to begin anew. */
export class StartAgain extends Error {
  override readonly name = "StartAgain";
}

const ATTEMPTS = 5;

const FOREIGN_KEY_VIOLATION = "23503";

/** Given up for another's sake, or met by another's row: the same was just stored, or the campaign just deleted. */
const RACES: ReadonlySet<string> = new Set([
  ...GIVEN_UP,
  ...PLAN_LOST,
  UNIQUE_VIOLATION,
  FOREIGN_KEY_VIOLATION,
]);

/** Runs work in a transaction, again when Postgres or the work itself gave it up for another's sake. */
export async function inTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      const isWorthRepeating = error instanceof StartAgain || RACES.has(sqlStateOf(error) ?? "");
      if (attempt === ATTEMPTS || !isWorthRepeating) throw error;
    }
  }
}
