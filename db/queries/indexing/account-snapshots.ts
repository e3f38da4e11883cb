import { inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { accountSnapshots } from "@/db/schema";
import { lockCampaigns, projectCampaigns } from "../events/projection";

export type AccountSnapshot = typeof accountSnapshots.$inferInsert;

/** Lets a campaign go on from its account's state, where events up to the snapshot's slot were lost. */
export async function upsertAccountSnapshot(
  tx: Database,
  campaignRowId: number,
  snapshot: AccountSnapshot,
): Promise<void> {
  await lockCampaigns(tx, [campaignRowId]);
  await tx
    .insert(accountSnapshots)
    .values(snapshot)
    .onConflictDoUpdate({ target: accountSnapshots.treeAddress, set: snapshot });
  await projectCampaigns(tx, [campaignRowId]);
}

/** Forgets the snapshots of campaigns, given as row ids by tree. */
export async function deleteAccountSnapshots(
  tx: Database,
  campaignRowIds: ReadonlyMap<string, number>,
): Promise<void> {
  if (campaignRowIds.size === 0) return;
  await lockCampaigns(tx, [...campaignRowIds.values()]);
  await tx.delete(accountSnapshots).where(inArray(accountSnapshots.treeAddress, [...campaignRowIds.keys()]));
  await projectCampaigns(tx, [...campaignRowIds.values()]);
}
