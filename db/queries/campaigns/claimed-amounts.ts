import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, claimEvents, claimRecordAmounts, creations, staleClaimRecords } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";
import { ReleaseType } from "@/lib/core/vesting/leaf";

/**
 * Returns SQL for the key under which a claim record stores a claim: −1 − the milestone number for a milestone,
 * otherwise the leaf index. `alias` is a row with leaf_index and milestone_idx. The claim counts against the
 * beneficiary's leaves with the same `leafRecordKey`. Source: claimed_of_leaf in ledger/program/src/record.h.
 */
export const claimRecordKey = (alias: string): SQL =>
  sql.raw(`coalesce(-1 - ${alias}.milestone_idx, ${alias}.leaf_index)`);

/** Returns SQL for the key under which the beneficiary's claim record stores the claims of a leaf. */
export const leafRecordKey = (alias: string): SQL =>
  sql.raw(`case ${alias}.release_type when ${ReleaseType.Milestone} then -1 - ${alias}.milestone_idx
    else ${alias}.leaf_index end`);

type ClaimedAmountsScope = {
  /** The comparison with the campaign's id in a condition, such as `= 7`. */
  campaign: SQL;
  beneficiary: SQL;
};

/**
 * The amount that a beneficiary's newest claim states beyond the sum of the stored claims. It applies if
 * claims are missing and no claim record states more. The amount counts for the first leaf that vests by
 * time, because a milestone is paid at once. The claim record of an earlier generation can persist, so the
 * totals of a later generation may not start at 0; later generations are excluded.
 */
const lostClaims = ({ campaign, beneficiary }: ClaimedAmountsScope): SQL => sql`
  select c.id as campaign_id, lost.* from ${campaigns} c cross join lateral (
    select (array_agg(e.leaf_index order by e.milestone_idx is not null, e.leaf_index))[1] as leaf_index,
      (array_agg(e.milestone_idx order by e.milestone_idx is not null, e.leaf_index))[1] as milestone_idx,
      max(${asNumeric(sql.raw("e.total_claimed_by_user"))}) - sum(${asNumeric(sql.raw("e.amount"))}) as claimed
    from ${claimEvents} e where e.campaign_id = c.id and e.beneficiary = ${beneficiary}
    having max(${asNumeric(sql.raw("e.total_claimed_by_user"))}) > sum(${asNumeric(sql.raw("e.amount"))})) lost
  where c.id ${campaign} and not c.claims_complete
    and not exists (select from ${claimRecordAmounts} a where a.campaign_id = c.id and a.beneficiary = ${beneficiary})
    and not exists (select from ${campaigns} o where o.tree_address = c.tree_address and o.id < c.id)
    and not exists (select from ${creations} n where n.tree_address = c.tree_address
      and n.slot < coalesce(c.creation_slot, 9223372036854775807))`;

/**
 * Selects the amounts that a beneficiary claimed as rows of campaign_id, leaf_index, milestone_idx and
 * claimed, several per leaf. The rows are the stored claims, plus what the claim record or the newest claim
 * states beyond them if claims are missing. Every query that deducts the claims of given beneficiaries uses this
 * selection. Sums over all beneficiaries deduct missing claims from the total instead.
 */
export const claimedAmounts = (claims: ClaimedAmountsScope): SQL => sql`
  select e.campaign_id, e.leaf_index, e.milestone_idx, ${asNumeric(sql.raw("e.amount"))} as claimed
  from ${claimEvents} e where e.campaign_id ${claims.campaign} and e.beneficiary = ${claims.beneficiary}
  union all select a.campaign_id, a.leaf_index, a.milestone_idx, ${asNumeric(sql.raw("a.missing"))}
  from ${claimRecordAmounts} a where a.campaign_id ${claims.campaign} and a.beneficiary = ${claims.beneficiary}
  union all ${lostClaims(claims)}`;

/**
 * Selects the rows of `claimedAmounts` with `paid_earlier` as 0, and one more row for each leaf of which the
 * claim record still states an amount from an earlier generation: 0 as claimed, and that amount as
 * `paid_earlier`.
 */
export const recordedAmounts = (claims: ClaimedAmountsScope): SQL => sql`
  select c.*, 0::numeric as paid_earlier from (${claimedAmounts(claims)}) c
  union all select s.campaign_id, s.leaf_index, s.milestone_idx, 0, ${asNumeric(sql.raw("s.amount"))}
  from ${staleClaimRecords} s where s.campaign_id ${claims.campaign} and s.beneficiary = ${claims.beneficiary}`;

/** Selects the amount that each of some beneficiaries claimed from a campaign, under all its roots, in base units. */
export async function selectClaimedOf(
  db: Database,
  { campaignRowId, beneficiaries }: { campaignRowId: number; beneficiaries: readonly string[] },
): Promise<Map<string, bigint>> {
  const amounts = claimedAmounts({
    campaign: sql`= ${campaignRowId}::integer`,
    beneficiary: sql`b.beneficiary`,
  });
  const rows = await db
    .select({ beneficiary: sql<string>`b.beneficiary`, claimed: sql`c.claimed`.mapWith(BigInt) })
    .from(
      sql`unnest(${sql.param(beneficiaries)}::text[]) b (beneficiary)
        cross join lateral (select coalesce(sum(claimed), 0)::text as claimed from (${amounts}) amounts) c`,
    );
  return new Map(rows.map(({ beneficiary, claimed }) => [beneficiary, claimed]));
}
