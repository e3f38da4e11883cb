import { setImmediate } from "node:timers/promises";
import { and, desc, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { getSqlState } from "@/db/failures";
import { rootVersions, unlockSums } from "@/db/schema";
import { isReleaseType } from "@/lib/core/vesting/leaf";
import { UnlockSummer, type UnlockSums } from "@/lib/core/vesting/unlock-months";
import { leafParts } from "../campaigns/leaves";

/** Stores the unlocks of a root version by month. Stored sums without a last unlock get it. */
export async function insertUnlockSums(
  db: Database,
  { rootVersionId, sums }: { rootVersionId: number; sums: UnlockSums },
): Promise<void> {
  const { amounts, milestoneAmounts, ...rest } = sums;
  await db
    .insert(unlockSums)
    .values({
      ...rest,
      rootVersionId,
      amounts: amounts.map(String),
      milestoneAmounts: milestoneAmounts.map(String),
    })
    .onConflictDoUpdate({
      target: unlockSums.rootVersionId,
      set: { lastUnlock: sums.lastUnlock },
      setWhere: isNull(unlockSums.lastUnlock),
    });
}

const FOREIGN_KEY_VIOLATION = "23503";

/**
 * Computes the sums of root versions that were stored before such sums, or their last unlock, existed, newest
 * first. The leaves are read in parts, so that other queries can run in between. After an early end, the next
 * call continues. Returns the number of computed versions.
 */
export async function backfillUnlockSums(
  db: Database,
  { signal, limit = Number.POSITIVE_INFINITY }: { signal?: AbortSignal; limit?: number } = {},
): Promise<number> {
  let summed = 0;
  for (let before: number | undefined; summed < limit && !signal?.aborted; ) {
    const version = await selectUnsummed(db, before);
    if (version === undefined) break;
    before = version;
    const sums = await sumLeaves(db, version, signal);
    if (sums === null) break;
    if (await storeIfThere(db, version, sums)) summed++;
  }
  return summed;
}

async function selectUnsummed(db: Database, before: number | undefined): Promise<number | undefined> {
  const [row] = await db
    .select({ id: rootVersions.id })
    .from(rootVersions)
    .leftJoin(unlockSums, eq(unlockSums.rootVersionId, rootVersions.id))
    .where(
      and(
        // Without a month there is no last unlock.
        or(
          isNull(unlockSums.rootVersionId),
          and(isNull(unlockSums.lastUnlock), sql`cardinality(${unlockSums.months}) > 0`),
        ),
        isNotNull(rootVersions.campaignId),
        before === undefined ? undefined : lt(rootVersions.id, before),
      ),
    )
    .orderBy(desc(rootVersions.id))
    .limit(1);
  return row?.id;
}

/** Returns the sums over the leaves of a version; null after an abort. */
async function sumLeaves(
  db: Database,
  rootVersionId: number,
  signal: AbortSignal | undefined,
): Promise<UnlockSums | null> {
  const summer = new UnlockSummer();
  for await (const part of leafParts(db, rootVersionId)) {
    for (const leaf of part) {
      if (isReleaseType(leaf.releaseType)) summer.add({ ...leaf, releaseType: leaf.releaseType });
    }
    await setImmediate();
    if (signal?.aborted) return null;
  }
  return summer.end();
}

/** Returns false if the version was deleted while its leaves were being read. */
async function storeIfThere(db: Database, rootVersionId: number, sums: UnlockSums): Promise<boolean> {
  try {
    await insertUnlockSums(db, { rootVersionId, sums });
    return true;
  } catch (error) {
    if (getSqlState(error) === FOREIGN_KEY_VIOLATION) return false;
    throw error;
  }
}
