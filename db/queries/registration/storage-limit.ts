import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** The number only has to differ from other locks of the service. */
const STORAGE_LOCK = 7_310_430;

/** Checks a storage limit in a transaction that has written its rows, and throws to undo them. */
export type LimitCheck = (tx: Database) => Promise<void>;

/**
 * Runs a check as the last step of a transaction. Concurrent checks wait until the transaction ends, so that they
 * count its rows.
 */
export async function checkLimit(tx: Database, check: LimitCheck): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${STORAGE_LOCK}::bigint)`);
  await check(tx);
}
