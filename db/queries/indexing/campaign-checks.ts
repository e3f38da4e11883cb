import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { accountSnapshots, type Campaign, campaignChecks, campaigns, rootVersions } from "@/db/schema";
import { lockUntilCommit } from "../advisory-locks";
import { insertFromArrays } from "../array-rows";
import { lockCampaigns, projectCampaigns } from "../events/projection";

/** Selects the current campaign of each registered tree among any number of addresses. */
export async function selectCampaignIds(
  db: Database,
  treeAddresses: readonly string[],
): Promise<Map<string, number>> {
  if (treeAddresses.length === 0) return new Map();
  const rows = await db
    .select({ treeAddress: campaigns.treeAddress, id: campaigns.id })
    .from(campaigns)
    .where(
      and(campaigns.isCurrent, sql`${campaigns.treeAddress} = any(${sql.param([...treeAddresses])}::text[])`),
    );
  return new Map(rows.map((row) => [row.treeAddress, row.id]));
}

export async function selectCampaignsOf(db: Database, treeAddresses: readonly string[]): Promise<Campaign[]> {
  if (treeAddresses.length === 0) return [];
  return db
    .select()
    .from(campaigns)
    .where(and(campaigns.isCurrent, inArray(campaigns.treeAddress, [...treeAddresses])));
}

/**
 * Storing events of unregistered trees and registering a tree exclude each other, until the transaction ends. Lock
 * campaign rows before this lock.
 */
export const lockUnregistered = (tx: Database): Promise<void> => lockUntilCommit(tx, "unregisteredTrees");

/**
 * Adds campaigns to the queue of campaigns to compare with their account. A campaign already in the queue is
 * rewritten, so that a running comparison does not remove it. `repair` schedules another repair of a known
 * drift.
 */
export async function insertCampaignChecks(
  tx: Database,
  treeAddresses: readonly string[],
  { repair = false } = {},
): Promise<void> {
  if (treeAddresses.length === 0) return;
  const rows = [...treeAddresses].sort().map((treeAddress) => ({ treeAddress }));
  const rewritten = repair
    ? sql`drift = false, attempts = 0, retry_at = 0`
    : sql`drift = ${campaignChecks.drift}`;
  await tx.execute(sql`${insertFromArrays(campaignChecks, rows)}
    on conflict (tree_address) do update set ${rewritten}`);
}

/** Adds campaigns to that queue by their row ids. */
export async function insertChecksOfCampaigns(
  tx: Database,
  campaignRowIds: readonly number[],
): Promise<void> {
  if (campaignRowIds.length === 0) return;
  const rows = await tx
    .select({ treeAddress: campaigns.treeAddress })
    .from(campaigns)
    .where(inArray(campaigns.id, [...campaignRowIds]));
  await insertCampaignChecks(
    tx,
    rows.map(({ treeAddress }) => treeAddress),
  );
}

/** Adds all current campaigns to that queue, and schedules another repair of known drifts. */
export async function insertAllCampaignChecks(tx: Database): Promise<void> {
  await tx.execute(sql`insert into ${campaignChecks} (tree_address)
    select tree_address from ${campaigns} where is_current order by tree_address on conflict (tree_address)
    do update set drift = false, attempts = 0, retry_at = 0`);
}

/** A campaign to compare; `writing` identifies the version of its queue row. */
export type CampaignCheck = {
  treeAddress: string;
  /** A difference remained after a repair. */
  drift: boolean;
  attempts: number;
  /** Unix seconds before which a known drift is not repaired again. */
  retryAt: bigint;
  writing: string;
};

export function selectCampaignChecks(db: Database, after: string, limit: number): Promise<CampaignCheck[]> {
  return db
    .select({
      treeAddress: campaignChecks.treeAddress,
      drift: campaignChecks.drift,
      attempts: campaignChecks.attempts,
      retryAt: campaignChecks.retryAt,
      writing: sql<string>`xmin::text`,
    })
    .from(campaignChecks)
    .where(sql`${campaignChecks.treeAddress} > ${after}`)
    .orderBy(asc(campaignChecks.treeAddress))
    .limit(limit);
}

/** Removes compared campaigns from the queue, except for those that were added again meanwhile. */
export async function deleteCampaignChecks(tx: Database, checks: readonly CampaignCheck[]): Promise<void> {
  if (checks.length === 0) return;
  const trees = sql.param(checks.map(({ treeAddress }) => treeAddress));
  const writings = sql.param(checks.map(({ writing }) => writing));
  await tx.execute(sql`delete from ${campaignChecks} using unnest(${trees}::text[], ${writings}::text[]) seen (tree, writing)
    where ${campaignChecks.treeAddress} = seen.tree and ${campaignChecks}.xmin::text = seen.writing`);
}

/**
 * Marks a campaign that still differs from the network after a repair, with the time of the next repair (unix
 * seconds).
 */
export async function updateCheckDrift(
  tx: Database,
  { treeAddress, retryAt }: Pick<CampaignCheck, "treeAddress" | "retryAt">,
): Promise<void> {
  await tx
    .update(campaignChecks)
    .set({ drift: true, retryAt, attempts: sql`${campaignChecks.attempts} + 1` })
    .where(eq(campaignChecks.treeAddress, treeAddress));
}

/**
 * Sets the minimum cliff time, which no event contains, if the campaign still has the root to which it
 * belongs.
 */
export async function updateMinCliffTime(
  tx: Database,
  params: { campaignRowId: number; merkleRoot: string; minCliffTime: bigint },
): Promise<void> {
  await tx
    .update(campaigns)
    .set({ minCliffTime: params.minCliffTime })
    .where(
      sql`${campaigns.id} = ${params.campaignRowId} and ${campaigns.merkleRoot} = ${params.merkleRoot}
        and ${campaigns.minCliffTime} is distinct from ${params.minCliffTime}`,
    );
}

/** Sets the creation time of a campaign and of its first root in unix seconds, as its account states it. */
export async function updateCreationTime(
  tx: Database,
  { campaignRowId, createdAt }: { campaignRowId: number; createdAt: bigint },
): Promise<void> {
  await tx
    .update(campaigns)
    .set({ createdAt, accountCreatedAt: createdAt })
    .where(eq(campaigns.id, campaignRowId));
  await tx
    .update(rootVersions)
    .set({ createdAt })
    .where(and(eq(rootVersions.campaignId, campaignRowId), eq(rootVersions.version, 1)));
}

type AccountSnapshot = typeof accountSnapshots.$inferInsert;

/**
 * Stores an account snapshot from which the campaign continues, if events up to the snapshot's slot were
 * lost.
 */
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

/** Deletes the snapshots of campaigns, given as row ids by tree. */
export async function deleteAccountSnapshots(
  tx: Database,
  campaignRowIds: ReadonlyMap<string, number>,
): Promise<void> {
  if (campaignRowIds.size === 0) return;
  await lockCampaigns(tx, [...campaignRowIds.values()]);
  await tx.delete(accountSnapshots).where(inArray(accountSnapshots.treeAddress, [...campaignRowIds.keys()]));
  await projectCampaigns(tx, [...campaignRowIds.values()]);
}
