import { type SQL, sql } from "drizzle-orm";
import { streamCancelEvents } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";

type SlotsOf = {
  /** The row id of the campaign. */
  campaign: SQL;
  /** The slot before which the settlement counts. */
  before: SQL;
  /** The first slot from which the settlement counts; the start of the ledger by default. */
  from?: SQL;
};

/**
 * Returns SQL for the amount that the cancellation of a stream paid to its beneficiary in a range of slots, as
 * numeric; 0 without one. The program adds this amount to its total of claims, so the totals of the account and of
 * later claims contain it. The total of a campaign does not: every reader adds `settled_amount` to it.
 */
export const settledIn = ({ campaign, before, from = sql`0` }: SlotsOf): SQL =>
  sql`coalesce((select ${asNumeric(sql.raw("amount_to_beneficiary"))} from ${streamCancelEvents}
    where campaign_id = ${campaign} and slot >= ${from} and slot < ${before} order by slot desc limit 1), 0)`;

/** Returns SQL for a total of the program without the settlement of a stream before a slot, as numeric. */
export const withoutSettlement = (total: SQL, slots: SlotsOf): SQL =>
  sql`greatest(${total} - ${settledIn(slots)}, 0)`;
