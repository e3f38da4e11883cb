import type { Database } from "@/db/client";
import { lockUntilCommit } from "../advisory-locks";

/** Checks a storage limit in a transaction that has written its rows, and throws to undo them. */
export type LimitCheck = (tx: Database) => Promise<void>;

/**
 * Runs a check as the last step of a transaction. Concurrent checks wait until the transaction ends, so that they
 * count its rows.
 */
export async function checkLimit(tx: Database, check: LimitCheck): Promise<void> {
  await lockUntilCommit(tx, "storageLimit");
  await check(tx);
}
