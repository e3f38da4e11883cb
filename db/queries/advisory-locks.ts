import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/**
 * Keys of all advisory locks of the service, arbitrary and distinct. During a rolling upgrade two versions share these
 * keys, so a key keeps its number.
 */
export const ADVISORY_LOCKS = {
  migration: 4_983_920_561n,
  reindex: 7_254_918_306n,
  unregisteredTrees: 7_310_421n,
  webhookTopics: 7_310_422n,
  changeNumbers: 7_310_423n,
  reminderLimits: 7_310_428n,
  confirmationLimits: 7_310_429n,
  storageLimit: 7_310_430n,
  labelLimits: 7_310_431n,
} as const;

/** Takes an advisory lock until the transaction ends. */
export async function lockUntilCommit(tx: Database, lock: keyof typeof ADVISORY_LOCKS): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]}::bigint)`);
}
