import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, leaves, rootVersions } from "@/db/schema";
import { monthEnd } from "@/lib/core/vesting/unlock-months";
import { preparedQuery } from "../prepared-query";
import { currentVersion } from "./current-version";
import { vestedByTime } from "./leaf-amounts";

/** A recipient and the amount that unlocks for them in a month, in base units. */
export type MonthRecipient = { beneficiary: string; amount: bigint };

/** Number of listed recipients. */
const MAX_RECIPIENTS = 10;
/** The query reads the newest campaigns until their leaves exceed this number, and the last one completely. */
const MAX_LEAVES = 200_000;

const time = (name: string) => sql`${sql.placeholder(name)}::numeric`;

/**
 * The campaigns are those whose schedules still run, like in the sums of the dashboard. Vested amounts at the
 * ends of two months give the unlock of the month, leaf by leaf. Lists of an earlier root do not count.
 */
const selectRecipients = preparedQuery((db) =>
  db
    .select({ beneficiary: sql<string>`beneficiary`, amount: sql`amount::text`.mapWith(BigInt) })
    .from(
      sql`(select l.beneficiary,
          sum(${vestedByTime(time("until"))} - ${vestedByTime(time("from"))}) as amount
        from (select c.id, c.merkle_root,
            sum(c.leaf_count) over (order by c.created_at desc, c.id desc) - c.leaf_count as newer
          from ${campaigns} c
          where c.creator = ${sql.placeholder("creator")} and c.mint = ${sql.placeholder("mint")}
            and c.verified and c.cancelled_at is null and not c.instant_refunded and not c.settled) held
        join ${rootVersions} v on v.campaign_id = held.id and v.merkle_root = held.merkle_root
          and v.version = ${currentVersion(sql.raw("held.id"))}
        join ${leaves} l on l.root_version_id = v.id
        where held.newer < ${sql.raw(String(MAX_LEAVES))}
        group by l.beneficiary) recipients`,
    )
    .where(sql`recipients.amount > 0`)
    .orderBy(sql`recipients.amount desc, beneficiary`)
    .limit(MAX_RECIPIENTS),
);

/** Selects the recipients of a creator's campaigns in one token who unlock most in a month. */
export const selectMonthRecipients = (
  db: Database,
  { creator, mint, month }: { creator: string; mint: string; month: number },
): Promise<MonthRecipient[]> =>
  selectRecipients(db, {
    ...{ creator, mint },
    from: monthEnd(month - 1).toString(),
    until: monthEnd(month).toString(),
  });
