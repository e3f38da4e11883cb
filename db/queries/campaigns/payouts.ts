import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, claimEvents, rootUpdateEvents, rootVersions } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";
import type { Payout } from "@/lib/core/vesting/rotation/payouts";
import { cutForward, readCursor, writeCursor } from "../cursor";
import { currentVersion } from "./current-version";
import { leafParts, type StoredLeaf } from "./leaves";

/** Rows without a milestone sort before the milestones. */
const milestone = sql`coalesce(${claimEvents.milestoneIdx}, -1)`;

/**
 * Selects the amounts that a campaign has paid, under all its roots, in order of beneficiary, leaf index and
 * milestone. A page costs only the claims of its own beneficiaries.
 */
export async function selectPayouts(
  db: Database,
  params: { campaignRowId: number; limit: number; cursor?: string },
): Promise<{ payouts: Payout[]; nextCursor: string | null }> {
  const { campaignRowId, limit } = params;
  const cursor = readCursor("payouts", params.cursor);
  const { beneficiary, leafIndex, milestoneIdx } = claimEvents;
  const after =
    cursor &&
    sql`${beneficiary} >= ${cursor.beneficiary} and (${beneficiary}, ${leafIndex}, ${milestone})
      > (${cursor.beneficiary}, ${cursor.leafIndex}::bigint, ${cursor.milestoneIdx}::integer)`;
  const rows = await db
    .select({
      beneficiary,
      leafIndex,
      milestoneIdx,
      amount: sql`sum(${asNumeric(claimEvents.amount)})::text`.mapWith(BigInt),
    })
    .from(claimEvents)
    .where(and(eq(claimEvents.campaignId, campaignRowId), after))
    .groupBy(beneficiary, leafIndex, milestoneIdx)
    .orderBy(asc(beneficiary), asc(leafIndex), asc(milestone))
    .limit(limit + 1);
  const { shown, nextCursor } = cutForward(rows, limit, getPosition);
  return { payouts: shown, nextCursor };
}

const getPosition = ({ beneficiary, leafIndex, milestoneIdx }: Payout) =>
  writeCursor("payouts", { beneficiary, leafIndex, milestoneIdx: milestoneIdx ?? -1 });

/** The root of a registered version, and its leaves by index. */
export type VersionLeaves = { merkleRoot: string; leaves: StoredLeaf[] };

/** Selects the leaves of the campaign's current root version, without proofs; null if there is none. */
export const selectCurrentLeaves = (db: Database, { campaignRowId }: { campaignRowId: number }) =>
  selectVersionLeaves(db, campaignRowId, currentVersion(sql`${campaignRowId}::integer`));

/**
 * Selects the leaves that a rotation to `newRoot` replaces. They belong to the old root in the rotation's
 * event, otherwise to the campaign's root, otherwise to the newest version. The event of a rotation may be
 * indexed before its leaves are registered.
 */
export const selectReplacedLeaves = (
  db: Database,
  { campaignRowId, newRoot }: { campaignRowId: number; newRoot: string },
) => {
  const newest = (condition: SQL) => sql`(select r.version from ${rootVersions} r
    where r.campaign_id = ${campaignRowId}::integer and ${condition} order by r.version desc limit 1)`;
  const named = newest(sql`r.merkle_root = (select u.old_root from ${rootUpdateEvents} u
    where u.campaign_id = ${campaignRowId}::integer and u.new_root = ${newRoot}
    order by u.slot desc, coalesce(u.tx_index, -1) desc, u.event_index desc limit 1)`);
  const held = newest(sql`r.merkle_root <> ${newRoot} and r.merkle_root = (select c.merkle_root
    from ${campaigns} c where c.id = ${campaignRowId}::integer)`);
  return selectVersionLeaves(db, campaignRowId, sql`coalesce(${named}, ${held}, ${newest(sql`true`)})`);
};

async function selectVersionLeaves(
  db: Database,
  campaignRowId: number,
  version: SQL,
): Promise<VersionLeaves | null> {
  const [row] = await db
    .select({ id: rootVersions.id, merkleRoot: rootVersions.merkleRoot })
    .from(rootVersions)
    .where(and(eq(rootVersions.campaignId, campaignRowId), sql`${rootVersions.version} = ${version}`));
  if (!row) return null;
  const found: StoredLeaf[] = [];
  for await (const part of leafParts(db, row.id)) found.push(...part);
  return { merkleRoot: row.merkleRoot, leaves: found };
}
