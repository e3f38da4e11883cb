import { asc, eq, exists, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, claimEvents, leaves, overclaims, rootVersions } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";
import type { ChangedClaim, EventListener } from "./event-changes";

/** A leaf whose payments exceed its amount; amounts in base units. */
export type Overclaim = Omit<typeof overclaims.$inferSelect, "campaignId" | "reported"> & {
  treeAddress: string;
};

/**
 * Compares the payments of leaves with their amounts: `keys` are rows of campaign, beneficiary and leaf
 * index. Leaves that are in no registered root version are skipped, because their amount is unknown.
 */
async function refresh(tx: Database, keys: SQL): Promise<void> {
  await tx.execute(sql`delete from ${overclaims} o using (${keys}) k
    where (o.campaign_id, o.beneficiary, o.leaf_index) = (k.campaign_id, k.beneficiary, k.leaf_index)`);
  await tx.execute(sql`insert into ${overclaims} (campaign_id, beneficiary, leaf_index, allocated, claimed)
    select k.campaign_id, k.beneficiary, k.leaf_index, given.amount, paid.claimed
    from (${keys}) k
    cross join lateral (select l.amount from ${rootVersions} v join ${leaves} l on l.root_version_id = v.id
      where v.campaign_id = k.campaign_id and l.leaf_index = k.leaf_index and l.beneficiary = k.beneficiary
      order by v.version desc limit 1) given
    cross join lateral (select sum(${asNumeric(sql.raw("e.amount"))}) as claimed from ${claimEvents} e
      where e.campaign_id = k.campaign_id and e.beneficiary = k.beneficiary and e.leaf_index = k.leaf_index) paid
    where paid.claimed > ${asNumeric(sql.raw("given.amount"))}`);
}

/** Compares the leaves of the claims among stored or removed event rows. */
async function refreshClaimed(
  tx: Database,
  { events }: { events: readonly { campaignId: number; claim: ChangedClaim | null }[] },
): Promise<void> {
  const byLeaf = new Map<string, ChangedClaim & { campaignId: number }>();
  for (const { campaignId, claim } of events)
    if (claim) byLeaf.set(`${campaignId}/${claim.leafIndex}/${claim.beneficiary}`, { campaignId, ...claim });
  if (byLeaf.size === 0) return;
  const claims = [...byLeaf.values()];
  const campaignIds = sql.param(claims.map((claim) => String(claim.campaignId)));
  const beneficiaries = sql.param(claims.map((claim) => claim.beneficiary));
  const leafIndexes = sql.param(claims.map((claim) => String(claim.leafIndex)));
  await refresh(
    tx,
    sql`select * from unnest(${campaignIds}::integer[], ${beneficiaries}::text[], ${leafIndexes}::bigint[])
      claims (campaign_id, beneficiary, leaf_index)`,
  );
}

export const overclaimListener: EventListener = { onStored: refreshClaimed, onRemoved: refreshClaimed };

/** Compares all claimed leaves of a campaign, as required after a new recipient list. */
export async function refreshCampaignOverclaims(tx: Database, campaignRowId: number): Promise<void> {
  await refresh(
    tx,
    sql`select distinct campaign_id, beneficiary, leaf_index from ${claimEvents} where campaign_id = ${campaignRowId}`,
  );
}

const { campaignId: _, reported: __, ...overclaimColumns } = getTableColumns(overclaims);

function selectWhere(db: Database, where: SQL | undefined, limit: number): Promise<Overclaim[]> {
  return db
    .select({ treeAddress: campaigns.treeAddress, ...overclaimColumns })
    .from(overclaims)
    .innerJoin(campaigns, eq(campaigns.id, overclaims.campaignId))
    .where(where)
    .orderBy(asc(overclaims.campaignId), asc(overclaims.leafIndex), asc(overclaims.beneficiary))
    .limit(limit);
}

/** Selects the first leaves, of one campaign or of all, whose payments exceed their amount. */
export function selectOverclaims(
  db: Database,
  { campaignRowId, limit }: { campaignRowId?: number; limit: number },
): Promise<Overclaim[]> {
  return selectWhere(
    db,
    campaignRowId === undefined ? undefined : eq(overclaims.campaignId, campaignRowId),
    limit,
  );
}

/** Selects the overclaims to which given transactions contributed. */
export function selectOverclaimsOf(
  db: Database,
  { signatures, limit }: { signatures: readonly string[]; limit: number },
): Promise<Overclaim[]> {
  const claims = db
    .select({ id: claimEvents.id })
    .from(claimEvents)
    .where(
      sql`${claimEvents.signature} = any(${sql.param([...signatures])}::text[])
        and (${claimEvents.campaignId}, ${claimEvents.beneficiary}, ${claimEvents.leafIndex})
          = (${overclaims.campaignId}, ${overclaims.beneficiary}, ${overclaims.leafIndex})`,
    );
  return selectWhere(db, exists(claims), limit);
}

/** Counts the leaves whose payments exceed their amount. */
export function countOverclaims(db: Database): Promise<number> {
  return db.$count(overclaims);
}

/** Maximum overclaims that one call reports. */
const MAX_REPORTED = 1_000;

/**
 * Returns at most 1,000 overclaims that are new or have grown since their last report, in no particular
 * order, and marks exactly these as reported. The next call returns others.
 */
export function takeUnreportedOverclaims(db: Database): Promise<Overclaim[]> {
  const { campaignId, beneficiary, leafIndex, reported } = overclaims;
  const next = db
    .select({ campaignId, beneficiary, leafIndex })
    .from(overclaims)
    .where(eq(reported, false))
    .orderBy(asc(campaignId), asc(leafIndex), asc(beneficiary))
    .limit(MAX_REPORTED);
  return db
    .update(overclaims)
    .set({ reported: true })
    .from(campaigns)
    .where(sql`${campaigns.id} = ${campaignId} and (${campaignId}, ${beneficiary}, ${leafIndex}) in ${next}`)
    .returning({ treeAddress: campaigns.treeAddress, ...overclaimColumns });
}
