import { type SQL, sql } from "drizzle-orm";
import { streamCancelEvents } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";

/**
 * Returns SQL for the amount that the cancellation of a stream paid to its beneficiary, as numeric; 0 without
 * one. `isCounted` is a condition on the row `settlement` of the event.
 *
 * The program adds this amount to its total of claims, so the totals of the account and of later claims contain
 * it. The total of a campaign does not, because readers add `settled_amount` to it.
 */
export const settledWhere = (isCounted: SQL): SQL =>
  sql`coalesce((select sum(${asNumeric(sql.raw("settlement.amount_to_beneficiary"))})
    from ${streamCancelEvents} settlement where ${isCounted}), 0)`;

/**
 * Returns SQL for a total of the program without the settlements that it contains, as numeric. `isCounted` is a
 * condition on the row `settlement` of the event.
 */
export const withoutSettlement = (total: SQL, isCounted: SQL): SQL =>
  sql`greatest(${asNumeric(total)} - ${settledWhere(isCounted)}, 0)`;
