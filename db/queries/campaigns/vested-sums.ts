import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, claimEvents, leaves, rootVersions, staleClaimRecords } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";
import { preparedQuery } from "../prepared-query";
import { claimRecordKey, leafRecordKey } from "./claimed-amounts";
import { currentVersion } from "./current-version";
import { unclaimedOfLeaf, vestedOfLeaf } from "./leaf-amounts";

/** Sums over the leaves of a campaign's current root version, in base units. */
export type VestedSums = {
  /** The sum of the vested amounts of all leaves. */
  vested: bigint;
  /**
   * The part that is vested but unclaimed, computed leaf by leaf, without amounts that the program deducts because
   * an earlier campaign at the address paid them.
   */
  unclaimed: bigint;
};

const vested = vestedOfLeaf({ time: sql`t.time`, released: sql`held.released_milestones` });
const campaignRowIds = sql`${sql.placeholder("campaignRowIds")}::integer[]`;

/** The amount of claims that are missing from the index, which reduces the unclaimed amount. */
const missing = sql`(case when held.claims_complete then 0
  else greatest(${asNumeric(sql.raw("held.total_claimed"))} - held.claimed_sum, 0) end)`;

const selectSums = preparedQuery((db) => {
  const sums = sql`(
    with paid as (select campaign_id, beneficiary, entry, sum(amount) as claimed from (
          select campaign_id, beneficiary, ${claimRecordKey("e")} as entry, ${asNumeric(sql.raw("e.amount"))} as amount
          from ${claimEvents} e where campaign_id = any(${campaignRowIds})
          union all select campaign_id, beneficiary, ${claimRecordKey("s")}, ${asNumeric(sql.raw("s.amount"))}
          from ${staleClaimRecords} s where campaign_id = any(${campaignRowIds})) recorded
        group by campaign_id, beneficiary, entry),
      grown as (select held.id as campaign_id, ${missing} as missing, ${leafRecordKey("l")} as entry, l.*, ${vested} as vested
        from ${campaigns} held
        cross join lateral (select least(${sql.placeholder("now")}::bigint, held.cancelled_at)::numeric as time) t
        join ${rootVersions} v on v.campaign_id = held.id and v.version = ${currentVersion(sql`held.id`)}
        join ${leaves} l on l.root_version_id = v.id
        where held.id = any(${campaignRowIds}))
    select g.campaign_id, sum(g.vested)::text as vested, greatest(
        sum(${unclaimedOfLeaf({ leaf: "g", claimed: sql`p.claimed` })}) - max(g.missing), 0)::text as unclaimed
    from grown g
    left join paid p on (p.campaign_id, p.beneficiary, p.entry) = (g.campaign_id, g.beneficiary, g.entry)
    group by g.campaign_id) sums`;
  return db
    .select({
      campaignRowId: sql`campaign_id`.mapWith(Number),
      vested: sql`vested`.mapWith(BigInt),
      unclaimed: sql`unclaimed`.mapWith(BigInt),
    })
    .from(sums);
});

type SumsAt = { campaignRowIds: readonly number[]; now: bigint };

/**
 * Selects the vested sums of campaigns by row id at `now` (unix seconds). The query reads every leaf and every
 * claim of them. Campaigns without leaves are missing.
 */
export async function selectVestedSumsOf(
  db: Database,
  { campaignRowIds: ids, now }: SumsAt,
): Promise<Map<number, VestedSums>> {
  const rows = await selectSums(db, { campaignRowIds: ids.map(String), now });
  return new Map(rows.map(({ campaignRowId, ...sums }) => [campaignRowId, sums]));
}

/**
 * Selects the vested sums of a campaign. The query reads every leaf and every claim, so it serves pages, and
 * the detail of a campaign whose grace period is over.
 */
export async function selectVestedSums(
  db: Database,
  { campaignRowId, now }: { campaignRowId: number; now: bigint },
): Promise<VestedSums> {
  const sums = await selectVestedSumsOf(db, { campaignRowIds: [campaignRowId], now });
  return sums.get(campaignRowId) ?? { vested: 0n, unclaimed: 0n };
}
