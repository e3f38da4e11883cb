import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { claimEvents, leaves, rootVersions } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";
import type { ClaimStep } from "@/lib/core/vesting/claim-steps";
import { preparedQuery } from "../prepared-query";
import { currentVersion } from "./current-version";

/** Maximum number of steps in a chart. With more claims, each step combines an equal number of claims. */
const MAX_STEPS = 60;

const campaignRowId = sql`${sql.placeholder("campaignRowId")}::integer`;
const eventAmount = asNumeric(sql.raw("e.amount"));

const selectSteps = preparedQuery((db) =>
  db
    .select({ at: sql`at`.mapWith(BigInt), total: sql`total`.mapWith(BigInt) })
    .from(
      sql`(select max(block_time)::text as at, sum(sum(amount)) over (order by part)::text as total, part
        from (select e.block_time, ${eventAmount} as amount, ntile(${sql.raw(String(MAX_STEPS))}) over
            (order by e.slot, coalesce(e.tx_index, -1), e.event_index, e.id) as part
          from ${claimEvents} e where e.campaign_id = ${campaignRowId}) claims
        group by part) steps`,
    )
    .orderBy(sql`part`),
);

/** Selects the past claims of a campaign as cumulative steps, oldest first. The query reads every claim. */
export const selectClaimSteps = (db: Database, rowId: number): Promise<ClaimStep[]> =>
  selectSteps(db, { campaignRowId: rowId });

/** The recipients with the largest allocations, and the number of all recipients. Amounts are in base units. */
export type LargestRecipients = {
  largest: { beneficiary: string; amount: bigint }[];
  recipientCount: number;
};

/** Number of recipients in the chart of allocations. */
const MAX_LARGEST = 5;

/** Leaves of 0 do not count: rotations keep them for recipients that they remove. */
const selectLargest = preparedQuery((db) =>
  db
    .select({
      beneficiary: sql<string>`beneficiary`,
      amount: sql`amount::text`.mapWith(BigInt),
      count: sql`count`.mapWith(Number),
    })
    .from(
      sql`(select l.beneficiary, sum(${asNumeric(sql.raw("l.amount"))}) as amount, count(*) over () as count
        from ${leaves} l join ${rootVersions} v on v.id = l.root_version_id
        where v.campaign_id = ${campaignRowId} and v.version = ${currentVersion(campaignRowId)}
          and l.amount <> 0
        group by l.beneficiary) recipients`,
    )
    .orderBy(sql`recipients.amount desc, beneficiary`)
    .limit(MAX_LARGEST),
);

/** Selects the recipients with the largest allocations. The query reads every leaf. */
export async function selectLargestRecipients(db: Database, rowId: number): Promise<LargestRecipients> {
  const rows = await selectLargest(db, { campaignRowId: rowId });
  return {
    largest: rows.map(({ beneficiary, amount }) => ({ beneficiary, amount })),
    recipientCount: rows[0]?.count ?? 0,
  };
}
