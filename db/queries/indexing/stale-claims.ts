import { and, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, staleClaimReads, staleClaimRecords } from "@/db/schema";
import { currentVersion } from "../campaigns/current-version";

/** A campaign at a reused address whose claim records are due to be read, starting at a leaf. */
export type StaleClaimRead = {
  campaignRowId: number;
  treeAddress: string;
  rootVersion: number;
  from: number;
  minSlot: bigint;
};

/** Schedules a read of the claim records of campaigns whose address had an earlier generation. */
export async function insertStaleClaimReads(tx: Database, campaignRowIds: readonly number[]): Promise<void> {
  if (campaignRowIds.length === 0) return;
  const rows = campaignRowIds.map((campaignId) => ({ campaignId }));
  await tx.insert(staleClaimReads).values(rows).onConflictDoNothing();
}

/** Schedules another read after a beneficiary closed a claim record at a slot. */
export async function restartStaleClaimReads(
  tx: Database,
  { treeAddresses, slot }: { treeAddresses: readonly string[]; slot: bigint },
): Promise<void> {
  if (treeAddresses.length === 0) return;
  const ids = tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(inArray(campaigns.treeAddress, [...treeAddresses]));
  await tx
    .update(staleClaimReads)
    .set({ nextLeaf: 0, minSlot: sql`greatest(${staleClaimReads.minSlot}, ${slot}::bigint)` })
    .where(inArray(staleClaimReads.campaignId, ids));
}

const version = currentVersion(sql`campaigns.id`);

/**
 * Selects the reads that are due, in order of campaign after a given one: unfinished reads, and reads of a
 * root that has changed since. A campaign with incomplete claims waits, because missing claims cannot be
 * distinguished from those of an earlier generation.
 */
export function selectStaleClaimReads(
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<StaleClaimRead[]> {
  const { nextLeaf, rootVersion, campaignId } = staleClaimReads;
  return db
    .select({
      campaignRowId: campaigns.id,
      treeAddress: campaigns.treeAddress,
      rootVersion: sql`${version}`.mapWith(Number),
      from: sql`case when ${rootVersion} = ${version} then ${nextLeaf} else 0 end`.mapWith(Number),
      minSlot: sql`greatest(${staleClaimReads.minSlot}, ${campaigns.creationSlot})`.mapWith(BigInt),
    })
    .from(staleClaimReads)
    .innerJoin(campaigns, eq(campaigns.id, campaignId))
    .where(
      sql`${campaignId} > ${after} and ${campaigns.isCurrent} and ${campaigns.verified} and ${campaigns.claimsComplete}
        and (${nextLeaf} is not null or ${rootVersion} <> ${version})`,
    )
    .orderBy(campaignId)
    .limit(limit);
}

export type StaleClaim = typeof staleClaimRecords.$inferInsert;

/** Replaces the stored amounts of leaves in a range of indexes; `to` is null at the end of the leaves. */
export async function replaceStaleClaims(
  tx: Database,
  { read, to, amounts }: { read: StaleClaimRead; to: number | null; amounts: readonly StaleClaim[] },
): Promise<void> {
  const { campaignRowId, rootVersion, from } = read;
  const { campaignId, leafIndex } = staleClaimRecords;
  await tx
    .delete(staleClaimRecords)
    .where(
      and(eq(campaignId, campaignRowId), gte(leafIndex, from), to === null ? undefined : lt(leafIndex, to)),
    );
  if (amounts.length > 0) await tx.insert(staleClaimRecords).values([...amounts]);
  await tx
    .update(staleClaimReads)
    .set({ rootVersion, nextLeaf: to })
    .where(eq(staleClaimReads.campaignId, campaignRowId));
}
