import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { Rounds } from "@/db/rounds";
import { builtOnce } from "./built-once";

const selectSnapshot = builtOnce<object, ReturnType<typeof buildSnapshot>>(buildSnapshot);

function buildSnapshot(db: Database) {
  return db.select({ at: sql<string>`pg_current_snapshot()::text` }).from(sql`(values (1)) as one`);
}

const roundsOf = new WeakMap<Database, Rounds<string>>();

/**
 * What whoever reads now would see, as text: while it is the same, nobody has committed anything. Every transaction that
 * writes has a number, and this names those that are over. Asked once for all who come at the same time, and never before
 * they came. Source: Postgres' documentation, "Transaction ID and Snapshot Information Functions".
 */
export function readSnapshot(db: Database): Promise<string> {
  const rounds = roundsOf.get(db) ?? new Rounds(() => ask(db));
  roundsOf.set(db, rounds);
  return rounds.join();
}

async function ask(db: Database): Promise<string> {
  const [row] = await selectSnapshot(db, {});
  if (!row) throw new Error("The database gave no snapshot.");
  return row.at;
}
