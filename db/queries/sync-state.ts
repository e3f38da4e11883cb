import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../client";
import { syncState } from "../schema";

/** Values by key; a key that was never set is absent. */
export async function selectSyncState(db: Database, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select()
    .from(syncState)
    .where(inArray(syncState.key, [...keys]));
  return new Map(rows.map((row) => [row.key, row.value]));
}

/** Sets values in one statement; `updatedAt` in unix seconds. */
export async function setSyncState(
  db: Database,
  { values, updatedAt }: { values: Readonly<Record<string, string>>; updatedAt: bigint },
): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value, updatedAt }));
  if (rows.length === 0) return;
  await db
    .insert(syncState)
    .values(rows)
    .onConflictDoUpdate({
      target: syncState.key,
      set: { value: sql`excluded.value`, updatedAt: sql`excluded.updated_at` },
    });
}

type Lease = { key: string; holder: string };

/**
 * Takes or renews a lease until `expiresAt` (unix seconds); false while another holder's has not expired at `now`. It
 * lives in the database, so that it holds across processes and connection poolers.
 */
export async function acquireLease(
  db: Database,
  { key, holder, now, expiresAt }: Lease & { now: bigint; expiresAt: bigint },
): Promise<boolean> {
  const taken = await db
    .insert(syncState)
    .values({ key, value: holder, updatedAt: expiresAt })
    .onConflictDoUpdate({
      target: syncState.key,
      set: { value: holder, updatedAt: expiresAt },
      setWhere: sql`${syncState.value} = ${holder} or ${syncState.updatedAt} <= ${now}::bigint`,
    })
    .returning({ key: syncState.key });
  return taken.length > 0;
}

/** Gives a lease back early; another holder's stays. */
export async function releaseLease(db: Database, { key, holder }: Lease): Promise<void> {
  await db.delete(syncState).where(and(eq(syncState.key, key), eq(syncState.value, holder)));
}
