import { type SQL, sql } from "drizzle-orm";
import { claimEvents, leaves, staleClaimRecords } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";
import { claimRecordKey, leafRecordKey } from "../campaigns/claimed-amounts";
import { unclaimedOfLeaf, vestedOfLeaf } from "../campaigns/leaf-amounts";

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

const readGiven = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`;
const amount = asNumeric(sql.raw("l.amount"));

/** The rows of the placeholder `beneficiaries` alone, looked up one by one in the index of each table. */
const lookedUp = (rows: SQL, alias: string) =>
  sql`unnest(${readGiven("beneficiaries", "text[]")}) w (beneficiary) cross join lateral (${rows} offset 0) ${sql.raw(alias)}`;

const getClaims = (table: typeof claimEvents | typeof staleClaimRecords, isNarrowed: boolean): SQL => {
  const campaign = sql`c.campaign_id = ${readGiven("campaignRowId", "integer")}`;
  return isNarrowed
    ? lookedUp(sql`select * from ${table} c where ${campaign} and c.beneficiary = w.beneficiary`, "e")
    : sql`(select * from ${table} c where ${campaign}) e`;
};

const getLeaves = (isNarrowed: boolean): SQL => {
  const list = sql`c.root_version_id = ${readGiven("rootVersionId", "integer")}`;
  return isNarrowed
    ? lookedUp(sql`select * from ${leaves} c where ${list} and c.beneficiary = w.beneficiary`, "l")
    : sql`(select * from ${leaves} c where ${list}) l`;
};

/**
 * Returns common table expressions that end with `recipients`: per beneficiary the amounts of `StatementSums`, and
 * whether the list contains it. A wallet that an earlier list contained appears with its claims. A wallet without any
 * amount is not a recipient: a rotation can set its leaves to 0. The vested amount and
 * the deducted claims are those of `selectVestedSums`. `isNarrowed` restricts leaves and claims to the placeholder
 * `beneficiaries`.
 */
export function recipientParts({ isNarrowed }: { isNarrowed: boolean }): SQL {
  const claimed = asNumeric(sql.raw("e.amount"));
  return sql`paid as (select e.beneficiary, ${claimRecordKey("e")} as entry, sum(${claimed}) as claimed
      from ${getClaims(claimEvents, isNarrowed)} where e.block_time <= ${readGiven("at", "bigint")} group by 1, 2),
    earlier as (select e.beneficiary, ${claimRecordKey("e")} as entry, sum(${claimed}) as claimed
      from ${getClaims(staleClaimRecords, isNarrowed)} group by 1, 2),
    grown as (select l.beneficiary, ${leafRecordKey("l")} as entry, l.release_type, ${amount} as amount,
        ${vestedOfLeaf({ time: sql`t.time`, released: readGiven("released", "integer[]") })} as vested
      from ${getLeaves(isNarrowed)} cross join (select ${readGiven("vestingTime", "numeric")} as time) t),
    parts as (select beneficiary, 0 as claimed, true as is_listed,
        ${unclaimedOfLeaf({ leaf: "g", claimed: sql`coalesce(p.claimed + s.claimed, p.claimed, s.claimed)` })} as unclaimed,
        greatest(g.amount - coalesce(p.claimed, 0), 0) as rest,
        least(coalesce(s.claimed, 0), greatest(g.amount - coalesce(p.claimed, 0), 0)) as paid_earlier
      from grown g left join paid p using (beneficiary, entry) left join earlier s using (beneficiary, entry)
      union all select beneficiary, claimed, false, 0, 0, 0 from paid),
    wallets as (select beneficiary, bool_or(is_listed) as is_listed, sum(claimed) as claimed,
        sum(unclaimed) as unclaimed, sum(rest - unclaimed - paid_earlier) as unvested,
        sum(paid_earlier) as paid_earlier,
        case when bool_or(is_listed) then ${readGiven("settled", "numeric")} else 0 end as settled
      from parts group by beneficiary),
    recipients as (select beneficiary, is_listed, claimed + settled as claimed,
        greatest(unclaimed - settled, 0) as unclaimed,
        greatest(unvested - greatest(settled - unclaimed, 0), 0) as unvested, paid_earlier from wallets
      where claimed + settled + unclaimed + unvested + paid_earlier > 0)`;
}
