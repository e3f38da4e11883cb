import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { StatementSums } from "@/lib/core/vesting/statement";
import { preparedQuery } from "../prepared-query";
import { recipientParts, type StatementQuery, valuesOfStatement } from "./recipient-parts";

/** The sums over the recipients of a group. */
export type GroupSums = StatementSums & {
  /** The number of the group; 0 for recipients without one. */
  group: number;
  recipients: number;
  /** The withheld amounts, each rounded down, in base units. */
  withheld: bigint;
};

const selectGroups = preparedQuery((db) => {
  const rows = sql`(with ${recipientParts({ isNarrowed: false })},
      grouped (beneficiary, number) as (select * from unnest(
        ${sql.placeholder("members")}::text[], ${sql.placeholder("numbers")}::integer[]))
    select coalesce(g.number, 0) as number, count(*) as recipients,
      sum(r.claimed)::text as claimed, sum(r.unclaimed)::text as unclaimed, sum(r.unvested)::text as unvested,
      sum(r.paid_earlier)::text as paid_earlier,
      sum(div(r.claimed * ${sql.placeholder("basisPoints")}::numeric, 10000))::text as withheld
    from recipients r left join grouped g on g.beneficiary = r.beneficiary
    group by coalesce(g.number, 0) order by 1) sums`;
  return db
    .select({
      group: sql`number`.mapWith(Number),
      recipients: sql`recipients`.mapWith(Number),
      claimed: sql`claimed`.mapWith(BigInt),
      unclaimed: sql`unclaimed`.mapWith(BigInt),
      unvested: sql`unvested`.mapWith(BigInt),
      paidEarlier: sql`paid_earlier`.mapWith(BigInt),
      withheld: sql`withheld`.mapWith(BigInt),
    })
    .from(rows);
});

type GroupedQuery = StatementQuery & {
  basisPoints: bigint;
  /** The group of each wallet, from 1. A wallet must be in one group at most. */
  groups: readonly { beneficiary: string; group: number }[];
};

/**
 * Selects the sums of a statement per group of recipients, in order of the groups' numbers; without groups that have
 * no recipient at that date. The query reads every leaf of the list and every claim up to the date.
 */
export function selectGroupSums(
  db: Database,
  { basisPoints, groups, ...query }: GroupedQuery,
): Promise<GroupSums[]> {
  return selectGroups(db, {
    ...valuesOfStatement(query),
    basisPoints: basisPoints.toString(),
    members: groups.map(({ beneficiary }) => beneficiary),
    numbers: groups.map(({ group }) => group),
  });
}
