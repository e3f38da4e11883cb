import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rootVersions } from "@/db/schema";
import type { UnlockSums } from "@/lib/core/vesting/unlock-months";
import { refreshCampaignOverclaims } from "../events/overclaims";
import { addRecipientTopics } from "../webhooks/topics";
import { insertLeaves, type LeafRow } from "./leaf-rows";
import { discardVersions, type StagedVersion, stageVersion } from "./staged-versions";
import { insertUnlockSums } from "./unlock-sums";

export type NewVersion = Pick<
  typeof rootVersions.$inferInsert,
  | "merkleRoot"
  | "leafCount"
  | "minCliffTime"
  | "ipfsCid"
  | "version"
  | "createdAt"
  | "paidTwice"
  | "firstTimedCliff"
> & {
  campaignId: number;
  usedMilestones: number[];
  /** The unlocks of its leaves by month; computed later if absent. */
  unlocks?: UnlockSums;
};

type InsertVersion = (tx: Database, values: NewVersion) => Promise<void>;

/**
 * With more leaves than this, they are stored before the transaction that makes them visible, instead of
 * within it.
 */
const LEAVES_AT_ONCE = 500;

/**
 * Calls `run` with a function that stores a root version. That function inserts the leaves, or attaches
 * leaves that were staged before.
 */
export async function withLeaves<T>(
  db: Database,
  version: StagedVersion,
  run: (insertVersion: InsertVersion) => Promise<T>,
): Promise<T> {
  if (version.leafCount <= LEAVES_AT_ONCE) {
    // Collected in memory, because the transaction may be retried.
    const batches: (readonly LeafRow[])[] = [];
    for await (const rows of version.leaves) batches.push(rows);
    return run(async (tx, values) => {
      const rows = tx.insert(rootVersions).values(createColumns(values)).returning({ id: rootVersions.id });
      const [row] = await rows;
      if (!row) throw new Error("The root version was not stored");
      await insertLeaves(tx, { rootVersionId: row.id, batches });
      await takeIn(tx, row.id, values);
    });
  }
  const staged = await stageVersion(db, version);
  try {
    return await run(async (tx, values) => {
      const ownerless = and(eq(rootVersions.id, staged), isNull(rootVersions.campaignId));
      const rows = tx.update(rootVersions).set(createColumns(values)).where(ownerless);
      const taken = await rows.returning({ id: rootVersions.id });
      if (taken.length === 0) throw new Error("The leaves were deleted before their campaign was stored");
      await takeIn(tx, staged, values);
    });
  } finally {
    await discardVersions(db, [staged]);
  }
}

/** Updates the data that depends on the leaves of a version after a campaign receives it. */
async function takeIn(
  tx: Database,
  rootVersionId: number,
  { campaignId: campaignRowId, unlocks: sums }: NewVersion,
): Promise<void> {
  if (sums) await insertUnlockSums(tx, { rootVersionId, sums });
  await refreshCampaignOverclaims(tx, campaignRowId);
  await addRecipientTopics(tx, { campaignRowId, rootVersionId });
}

/** Picks the columns of a version from a larger object. */
function createColumns(values: NewVersion): Omit<NewVersion, "unlocks"> {
  const { campaignId, merkleRoot, leafCount, minCliffTime, ipfsCid, version, createdAt } = values;
  const { usedMilestones, firstTimedCliff, paidTwice } = values;
  return {
    ...{ campaignId, merkleRoot, leafCount, minCliffTime, ipfsCid, version, createdAt },
    ...{ usedMilestones, firstTimedCliff, paidTwice },
  };
}
