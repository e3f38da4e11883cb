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
 * Stores the leaves of a root version where no query finds them: the version has no campaign until one is
 * assigned. Every statement is a separate transaction, so other queries can run in between. A killed process
 * leaves no partial data visible.
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
    // The first error is the one to report; remaining rows are discarded at the next start.
    await discardVersions(db, [row.id]).catch(() => undefined);
    throw error;
  }
}

/** The `createdAt` of versions that were detached from their campaign; it is older than any real time. */
const DETACHED_AT = 0n;

/** Detaches all versions from their campaigns, at a cost that does not depend on the number of leaves. */
export async function detachVersions(tx: Database, campaignRowIds: number[]): Promise<void> {
  await tx
    .update(rootVersions)
    .set({ campaignId: null, createdAt: DETACHED_AT })
    .where(inArray(rootVersions.campaignId, campaignRowIds));
}

/** Deletes the versions that `detachVersions` detached. */
export const discardDetached = (db: Database) => discardAbandoned(db, DETACHED_AT + 1n);

/** Leaves per statement: a deletion also deletes their proofs. */
const ROWS_PER_DELETE = 250;

/**
 * Deletes versions without a campaign, a few leaves at a time; a version that a campaign has received
 * meanwhile stays.
 */
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

/** Deletes versions without a campaign whose storing began before a time in unix seconds. */
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
