import type { Database } from "@/db/client";
import { deleteOldChanges } from "@/db/queries/events/change-log";

/** Time for which a client can resume a stream, in seconds: one day. */
const STORED_SECONDS = 86_400n;
const DELETED_AT_ONCE = 1_000;

/** Deletes a bounded number of old changes. Returns whether there may be more. */
export function sweepChanges({ db, nowMs }: { db: Database; nowMs: () => number }): Promise<boolean> {
  const before = BigInt(Math.floor(nowMs() / 1000)) - STORED_SECONDS;
  return deleteOldChanges(db, { before, limit: DELETED_AT_ONCE });
}
