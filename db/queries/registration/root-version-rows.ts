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
  /** What its leaves unlock by month; summed up later where it is not given. */
  unlocks?: UnlockSums;
};

type InsertVersion = (tx: Database, values: NewVersion) => Promise<void>;

/** More leaves than these are stored before the transaction that makes them visible, instead of within it. */
const LEAVES_AT_ONCE = 500;

/** Runs with what stores a root version with its leaves, or takes over those that were stored before. */
export async function withLeaves<T>(
  db: Database,
  of: StagedVersion,
  run: (insertVersion: InsertVersion) => Promise<T>,
): Promise<T> {
  if (of.leafCount <= LEAVES_AT_ONCE) {
    // Kept, since the transaction may have to be done again.
    const batches: (readonly LeafRow[])[] = [];
    for await (const rows of of.leaves) batches.push(rows);
    return run(async (tx, values) => {
      const rows = tx.insert(rootVersions).values(columnsOf(values)).returning({ id: rootVersions.id });
      const [row] = await rows;
      if (!row) throw new Error("The root version was not stored");
      await insertLeaves(tx, { rootVersionId: row.id, batches });
      await takeIn(tx, row.id, values);
    });
  }
  const staged = await stageVersion(db, of);
  try {
    return await run(async (tx, values) => {
      const ownerless = and(eq(rootVersions.id, staged), isNull(rootVersions.campaignId));
      const rows = tx.update(rootVersions).set(columnsOf(values)).where(ownerless);
      const taken = await rows.returning({ id: rootVersions.id });
      if (taken.length === 0) throw new Error("The leaves were deleted before their campaign was stored");
      await takeIn(tx, staged, values);
    });
  } finally {
    await discardVersions(db, [staged]);
  }
}

/** Brings up to date what follows from the leaves of a version that its campaign has from now on. */
async function takeIn(
  tx: Database,
  rootVersionId: number,
  { campaignId: campaignRowId, unlocks: sums }: NewVersion,
): Promise<void> {
  if (sums) await insertUnlockSums(tx, { rootVersionId, sums });
  await refreshCampaignOverclaims(tx, campaignRowId);
  await addRecipientTopics(tx, { campaignRowId, rootVersionId });
}

/** A version's own columns, out of whatever else came with them. */
function columnsOf(values: NewVersion): Omit<NewVersion, "unlocks"> {
  const { campaignId, merkleRoot, leafCount, minCliffTime, ipfsCid, version, createdAt } = values;
  const { usedMilestones, firstTimedCliff, paidTwice } = values;
  return {
    ...{ campaignId, merkleRoot, leafCount, minCliffTime, ipfsCid, version, createdAt },
    ...{ usedMilestones, firstTimedCliff, paidTwice },
  };
}
