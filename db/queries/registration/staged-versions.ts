import { setImmediate } from "node:timers/promises";
import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { leaves, rootVersions } from "@/db/schema";
import { insertLeaves, type LeafBatches } from "./leaf-rows";

export type StagedVersion = Pick<
  typeof rootVersions.$inferSelect,
  "merkleRoot" | "leafCount" | "minCliffTime"
> & { leaves: LeafBatches };

/**
 * Stores a root version's leaves where no query meets them: the version belongs to no campaign until one takes it over.
 * Every statement is a transaction of its own, so that other queries pass between them, and a process that is killed
 * leaves nothing half-written to be seen.
 */
export async function stageVersion(
  db: Database,
  { merkleRoot, leafCount, minCliffTime, leaves: batches }: StagedVersion,
): Promise<number> {
  const createdAt = BigInt(Math.floor(Date.now() / 1000));
  const [row] = await db
    .insert(rootVersions)
    .values({ campaignId: null, version: 0, merkleRoot, leafCount, minCliffTime, createdAt })
    .returning({ id: rootVersions.id });
  if (!row) throw new Error("The root version was not stored");
  try {
    await insertLeaves(db, { rootVersionId: row.id, batches });
    return row.id;
  } catch (error) {
    // The first failure is the one to report; what stays behind is discarded at the next start.
    await discardVersions(db, [row.id]).catch(() => undefined);
    throw error;
  }
}

/** When a version was made that has lost its campaign: before anything else. */
const DETACHED_AT = 0n;

/** Takes all versions of campaigns away from them, which costs the same however many leaves they have. */
export async function detachVersions(tx: Database, campaignRowIds: number[]): Promise<void> {
  await tx
    .update(rootVersions)
    .set({ campaignId: null, createdAt: DETACHED_AT })
    .where(inArray(rootVersions.campaignId, campaignRowIds));
}

/** Deletes what `detachVersions` has left behind. */
export const discardDetached = (db: Database) => discardAbandoned(db, DETACHED_AT + 1n);

/** Leaves to a statement: deleting has its proofs deleted too. */
const ROWS_PER_DELETE = 250;

/** Deletes versions that no campaign has, a few leaves at a time; a version that one has taken over stays. */
export async function discardVersions(db: Database, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const ownerless = and(eq(rootVersions.id, id), isNull(rootVersions.campaignId));
    const [row] = await db.select({ id: rootVersions.id }).from(rootVersions).where(ownerless);
    if (!row) continue;
    for (let deleted = ROWS_PER_DELETE; deleted === ROWS_PER_DELETE; ) {
      const few = sql`select id from ${leaves} where root_version_id = ${id} order by leaf_index limit ${ROWS_PER_DELETE}`;
      const rows = await db.delete(leaves).where(sql`${leaves.id} in (${few})`).returning({ id: leaves.id });
      deleted = rows.length;
      await setImmediate();
    }
    await db.delete(rootVersions).where(ownerless);
  }
}

/** Deletes what was begun to be stored before a moment in unix seconds, and never taken over. */
export async function discardAbandoned(db: Database, before: bigint): Promise<void> {
  const rows = await db
    .select({ id: rootVersions.id })
    .from(rootVersions)
    .where(and(isNull(rootVersions.campaignId), lt(rootVersions.createdAt, before)));
  await discardVersions(
    db,
    rows.map(({ id }) => id),
  );
}
