import { and, asc, eq, gt, gte, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  campaignChecks,
  campaigns,
  claimEvents,
  claimRecordAmounts,
  leaves,
  rootVersions,
  staleClaimRecords,
} from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";
import { claimRecordKey, leafRecordKey } from "../campaigns/claimed-amounts";
import { currentVersion } from "../campaigns/current-version";

/**
 * Selects campaigns whose stored claims do not add up to the program's running total, and that are not in the
 * queue of campaigns to compare. The query reads an index that contains only such campaigns.
 */
export async function selectIncompleteTrees(db: Database, limit: number): Promise<string[]> {
  const { treeAddress } = campaigns;
  const isListed = sql`exists (select 1 from ${campaignChecks} where ${campaignChecks.treeAddress} = ${treeAddress})`;
  const rows = await db
    .select({ treeAddress })
    .from(campaigns)
    .where(sql`not ${campaigns.claimsComplete} and not ${isListed}`)
    .limit(limit);
  return rows.map((row) => row.treeAddress);
}

/** A gap between two stored claims; null if the gap is before the first or after the last claim. */
export type ClaimGap = {
  older: string | null;
  newer: string | null;
  /** The amount of the missing claims, in base units; negative when stored claims overlap. */
  missing: bigint;
};

/**
 * Finds the gaps in a campaign's claims, oldest first. Each claim states the campaign's total after it. In
 * order of that total, each claim must therefore begin where the previous one ended. This does not depend on
 * the order of the claims within their slots.
 */
export async function selectClaimGaps(
  db: Database,
  { campaignRowId, limit }: { campaignRowId: number; limit: number },
): Promise<ClaimGap[]> {
  const { amount, totalClaimedOverall, signature } = claimEvents;
  const placed = sql`(
    with claims as (
      select ${signature} as signature, ${asNumeric(amount)} as amount, ${asNumeric(totalClaimedOverall)} as total
      from ${claimEvents} where ${claimEvents.campaignId} = ${campaignRowId}
      union all
      select null, 0, ${asNumeric(campaigns.totalClaimed)} from ${campaigns} where ${campaigns.id} = ${campaignRowId})
    select signature as newer, lag(signature) over in_order as older, total,
      total - amount - coalesce(lag(total) over in_order, 0) as missing
    from claims window in_order as (order by total, signature nulls last)) placed`;
  return db
    .select({
      older: sql<string | null>`older`,
      newer: sql<string | null>`newer`,
      missing: sql`missing::text`.mapWith(BigInt),
    })
    .from(placed)
    .where(sql`missing <> 0`)
    .orderBy(sql`total`)
    .limit(limit);
}

/**
 * A current leaf with the sum of its stored claims, and the amount that the claim records of an earlier
 * generation state.
 */
export type ClaimedLeaf = {
  leafIndex: number;
  beneficiary: string;
  amount: bigint;
  releaseType: number;
  milestoneIdx: number;
  claimed: bigint;
  paidEarlier: bigint;
};

/** The claims of a leaf as a claim record counts them. */
const claimedUpTo = (slot: bigint | null) =>
  sql`(select coalesce(sum(${asNumeric(sql.raw("e.amount"))}), 0)::text from ${claimEvents} e
  where e.campaign_id = root_versions.campaign_id and e.beneficiary = leaves.beneficiary
    and ${claimRecordKey("e")} = ${leafRecordKey("leaves")}
    ${slot === null ? sql`` : sql`and e.slot <= ${slot}`})`.mapWith(BigInt);

const paidEarlier = sql`coalesce((select max(${asNumeric(sql.raw("s.amount"))}) from ${staleClaimRecords} s
  where s.campaign_id = root_versions.campaign_id and s.beneficiary = leaves.beneficiary
    and ${claimRecordKey("s")} = ${leafRecordKey("leaves")}), 0)::text`.mapWith(BigInt);

type ClaimedLeavesQuery = {
  campaignRowId: number;
  from: number;
  limit: number;
  /** Excludes the claims of later slots. */
  toSlot?: bigint;
};

/** Selects at most `limit` current leaves of a campaign from an index on. */
export function selectClaimedLeaves(
  db: Database,
  { campaignRowId, from, limit, toSlot }: ClaimedLeavesQuery,
): Promise<ClaimedLeaf[]> {
  const claimed = claimedUpTo(toSlot ?? null);
  const { leafIndex, beneficiary, amount, releaseType, milestoneIdx } = leaves;
  return db
    .select({ leafIndex, beneficiary, amount, releaseType, milestoneIdx, claimed, paidEarlier })
    .from(leaves)
    .innerJoin(rootVersions, eq(rootVersions.id, leaves.rootVersionId))
    .where(
      and(
        eq(rootVersions.campaignId, campaignRowId),
        sql`${rootVersions.version} = ${currentVersion(sql`${campaignRowId}::integer`)}`,
        gte(leafIndex, from),
      ),
    )
    .orderBy(asc(leafIndex))
    .limit(limit);
}

export type ClaimRecordAmount = typeof claimRecordAmounts.$inferInsert;

/** Replaces the stored amounts of claim records for a range of a campaign's leaves. */
export async function replaceClaimRecordAmounts(
  tx: Database,
  input: { campaignRowId: number; from: number; to: number; amounts: readonly ClaimRecordAmount[] },
): Promise<void> {
  const { campaignId, leafIndex } = claimRecordAmounts;
  await tx
    .delete(claimRecordAmounts)
    .where(and(eq(campaignId, input.campaignRowId), gte(leafIndex, input.from), lt(leafIndex, input.to)));
  if (input.amounts.length > 0) await tx.insert(claimRecordAmounts).values([...input.amounts]);
}

/** Deletes the stored amounts of claim records for a campaign's leaves from an index on. */
export async function deleteClaimRecordAmounts(
  db: Database,
  { campaignRowId, from }: { campaignRowId: number; from: number },
): Promise<void> {
  const { campaignId, leafIndex } = claimRecordAmounts;
  await db.delete(claimRecordAmounts).where(and(eq(campaignId, campaignRowId), gte(leafIndex, from)));
}

/** Selects at most `limit` campaigns after a row id, in order of row id, for round-robin comparison. */
export async function selectTreesAfter(
  db: Database,
  { campaignRowId, limit }: { campaignRowId: number; limit: number },
): Promise<{ id: number; treeAddress: string }[]> {
  return db
    .select({ id: campaigns.id, treeAddress: campaigns.treeAddress })
    .from(campaigns)
    .where(gt(campaigns.id, campaignRowId))
    .orderBy(asc(campaigns.id))
    .limit(limit);
}
