import { inArray, sql } from "drizzle-orm";
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
