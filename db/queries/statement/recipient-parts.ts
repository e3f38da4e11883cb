import { type SQL, sql } from "drizzle-orm";
import { claimEvents, leaves } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";
import { vestedByTime } from "../campaigns/vested-sums";

/** The moment and list of a statement, as the queries over its recipients need them. */
export type StatementQuery = {
  campaignRowId: number;
  /** The row id of the recipient list; null if none is registered. */
  rootVersionId: number | null;
  /** Unix seconds; claims up to then count. */
  at: bigint;
  /** Unix seconds; leaves vest up to then. */
  vestingTime: bigint;
  /** Milestones that are released at the date. */
  releasedMilestones: readonly number[];
  /** The amount that the cancellation of a stream paid to its recipient, in base units. */
  settledAmount: bigint;
};

/** Returns the placeholder values of a query. No list has the row id 0. */
export const valuesOfStatement = (query: StatementQuery) => ({
  campaignRowId: query.campaignRowId,
  rootVersionId: query.rootVersionId ?? 0,
  at: query.at,
  vestingTime: query.vestingTime,
  released: query.releasedMilestones.map(String),
  settled: query.settledAmount.toString(),
});

const given = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`;
const amount = asNumeric(sql.raw("l.amount"));

/** The rows of the placeholder `beneficiaries` alone, looked up one by one in the index of each table. */
const lookedUp = (rows: SQL, alias: string) =>
  sql`unnest(${given("beneficiaries", "text[]")}) w (beneficiary) cross join lateral (${rows} offset 0) ${sql.raw(alias)}`;

const claimsOf = (isNarrowed: boolean): SQL => {
  const campaign = sql`c.campaign_id = ${given("campaignRowId", "integer")}`;
  return isNarrowed
    ? lookedUp(sql`select * from ${claimEvents} c where ${campaign} and c.beneficiary = w.beneficiary`, "e")
    : sql`(select * from ${claimEvents} c where ${campaign}) e`;
};

const leavesOf = (isNarrowed: boolean): SQL => {
  const list = sql`c.root_version_id = ${given("rootVersionId", "integer")}`;
  return isNarrowed
    ? lookedUp(sql`select * from ${leaves} c where ${list} and c.beneficiary = w.beneficiary`, "l")
    : sql`(select * from ${leaves} c where ${list}) l`;
};

/**
 * Returns common table expressions that end with `recipients`: per beneficiary the amounts of `StatementSums`, and
 * whether the list contains it. A wallet that an earlier list contained appears with its claims. The vested amount is
 * that of `selectVestedSums`. `isNarrowed` restricts leaves and claims to the placeholder `beneficiaries`.
 */
export function recipientParts({ isNarrowed }: { isNarrowed: boolean }): SQL {
  return sql`paid as (select e.beneficiary, e.leaf_index, e.milestone_idx, sum(${asNumeric(sql.raw("e.amount"))}) as claimed
      from ${claimsOf(isNarrowed)} where e.block_time <= ${given("at", "bigint")}
      group by e.beneficiary, e.leaf_index, e.milestone_idx),
    paid_leaves as (select beneficiary, leaf_index, sum(claimed) as claimed from paid group by beneficiary, leaf_index),
    paid_milestones as (select beneficiary, milestone_idx, sum(claimed) as claimed from paid
      where milestone_idx is not null group by beneficiary, milestone_idx),
    grown as (select l.beneficiary, l.leaf_index, l.release_type, l.milestone_idx, ${amount} as amount,
        case when l.release_type = 2
          then case when l.milestone_idx = any(${given("released", "integer[]")}) then ${amount} else 0 end
          else ${vestedByTime(sql.raw("t.time"))} end as vested
      from ${leavesOf(isNarrowed)} cross join (select ${given("vestingTime", "numeric")} as time) t),
    parts as (select g.beneficiary, 0 as claimed, true as is_listed,
        case when g.release_type <> 2 then greatest(g.vested - coalesce(p.claimed, 0), 0)
          when m.beneficiary is null then g.vested else 0 end as unclaimed,
        case when g.release_type <> 2 then greatest(g.amount - greatest(g.vested, coalesce(p.claimed, 0)), 0)
          when m.beneficiary is null then g.amount - g.vested
          else greatest(g.amount - m.claimed, 0) end as unvested
      from grown g
      left join paid_leaves p on g.release_type <> 2 and (p.beneficiary, p.leaf_index) = (g.beneficiary, g.leaf_index)
      left join paid_milestones m on g.release_type = 2
        and (m.beneficiary, m.milestone_idx) = (g.beneficiary, g.milestone_idx)
      union all select beneficiary, claimed, false, 0, 0 from paid),
    wallets as (select beneficiary, bool_or(is_listed) as is_listed, sum(claimed) as claimed,
        sum(unclaimed) as unclaimed, sum(unvested) as unvested,
        case when bool_or(is_listed) then ${given("settled", "numeric")} else 0 end as settled
      from parts group by beneficiary),
    recipients as (select beneficiary, is_listed, claimed + settled as claimed,
        greatest(unclaimed - settled, 0) as unclaimed,
        greatest(unvested - greatest(settled - unclaimed, 0), 0) as unvested from wallets)`;
}
