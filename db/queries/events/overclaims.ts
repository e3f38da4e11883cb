import { asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, claimEvents, leaves, overclaims, rootVersions } from "@/db/schema";
import { asNumeric, u64Order } from "@/db/schema/u64";
import { claimRecordKey, leafRecordKey } from "../campaigns/claimed-amounts";
import type { ChangedClaim, EventListener } from "./event-changes";

/** A leaf whose payments exceed its amount; amounts in base units. */
export type Overclaim = Omit<typeof overclaims.$inferSelect, "campaignId" | "reported"> & {
  treeAddress: string;
};

/** SQL condition: the claim record counts the claim `e` against the leaf `l` of the root version `v`. */
const countsFor = sql`v.campaign_id = e.campaign_id and l.root_version_id = v.id and l.beneficiary = e.beneficiary
  and ${leafRecordKey("l")} = e.entry`;

/**
 * Compares the payments of wallets with the amounts of their leaves. A claim counts for the newest registered leaf with
 * the same key in the claim record. Claims without such a leaf are skipped, because the amount of their leaf is
 * unknown. Of several leaves of one milestone number, the program pays one, at most the largest. `claims` are all
 * claims `e` of the wallets, and `covers` is a condition for their overclaims `o`.
 */
async function refresh(tx: Database, { claims, covers }: { claims: SQL; covers: SQL }): Promise<void> {
  await tx.execute(sql`with paid as (select e.campaign_id, e.beneficiary, ${claimRecordKey("e")} as entry, sum(${asNumeric(sql.raw("e.amount"))}) as claimed
      from ${claims} group by 1, 2, 3),
    exceeded as (select distinct on (e.campaign_id, e.beneficiary, given.leaf_index)
        e.campaign_id, e.beneficiary, given.leaf_index, given.amount, e.claimed
      from paid e cross join lateral (select l.leaf_index, l.amount, v.version from ${rootVersions} v, ${leaves} l
        where ${countsFor} order by v.version desc, ${u64Order(sql.raw("l.amount"))} desc, l.leaf_index limit 1) given
      where e.claimed > ${asNumeric(sql.raw("given.amount"))}
      order by e.campaign_id, e.beneficiary, given.leaf_index, given.version desc),
    ended as (delete from ${overclaims} o where ${covers} and not exists (select from exceeded x
      where (x.campaign_id, x.beneficiary, x.leaf_index) = (o.campaign_id, o.beneficiary, o.leaf_index)))
    insert into ${overclaims} as o (campaign_id, beneficiary, leaf_index, allocated, claimed) select * from exceeded
    on conflict (campaign_id, beneficiary, leaf_index)
      do update set allocated = excluded.allocated, claimed = excluded.claimed, told = false
      where (o.allocated, o.claimed) <> (excluded.allocated, excluded.claimed)`);
}

/** Compares the wallets of the claims among stored or removed event rows. */
async function refreshClaimed(
  tx: Database,
  { events }: { events: readonly { campaignId: number; claim: ChangedClaim | null }[] },
): Promise<void> {
  const byWallet = new Map<string, { campaignId: number; beneficiary: string }>();
  for (const { campaignId, claim } of events)
    if (claim) byWallet.set(`${campaignId}/${claim.beneficiary}`, { campaignId, ...claim });
  if (byWallet.size === 0) return;
  const all = [...byWallet.values()];
  const campaignIds = sql.param(all.map(({ campaignId }) => String(campaignId)));
  const beneficiaries = sql.param(all.map(({ beneficiary }) => beneficiary));
  const wallets = sql`select * from unnest(${campaignIds}::integer[], ${beneficiaries}::text[])
    w (campaign_id, beneficiary)`;
  await refresh(tx, {
    claims: sql`(${wallets}) w join ${claimEvents} e using (campaign_id, beneficiary)`,
    covers: sql`(o.campaign_id, o.beneficiary) in (${wallets})`,
  });
}

export const overclaimListener: EventListener = { onStored: refreshClaimed, onRemoved: refreshClaimed };

/** Compares all wallets of a campaign, as required after a new recipient list. */
export async function refreshCampaignOverclaims(tx: Database, campaignRowId: number): Promise<void> {
  await refresh(tx, {
    claims: sql`(select * from ${claimEvents} where campaign_id = ${campaignRowId}) e`,
    covers: sql`o.campaign_id = ${campaignRowId}`,
  });
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
  const claims = sql`(select *, ${claimRecordKey("claim_events")} as entry from ${claimEvents}
    where signature = any(${sql.param([...signatures])}::text[])) e`;
  const contributed = sql`exists (select from ${claims}, ${rootVersions} v, ${leaves} l where ${countsFor}
    and (v.campaign_id, l.beneficiary, l.leaf_index)
      = (${overclaims.campaignId}, ${overclaims.beneficiary}, ${overclaims.leafIndex}))`;
  return selectWhere(db, contributed, limit);
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
