import { type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { campaigns, claimEvents, instantRefundEvents, streamCancelEvents, withdrawEvents } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";
import { preparedQuery } from "../prepared-query";

const calculateSum = (table: PgTable, amount: SQLWrapper, condition = sql`true`) =>
  sql`(select coalesce(sum(${asNumeric(amount)}), 0) from ${table} where campaign_id = c.id and ${condition})`;

const returned = sql.join(
  [
    calculateSum(withdrawEvents, sql.raw("amount")),
    calculateSum(instantRefundEvents, sql.raw("amount")),
    calculateSum(streamCancelEvents, sql.raw("amount_to_creator")),
  ],
  sql` + `,
);

/** The balance before the claims that followed its reading; an ended campaign has none. */
const held = sql`case when c.instant_refunded or c.settled or c.withdrawn or c.vault_balance is null then 0
  else greatest(${asNumeric(sql.raw("c.vault_balance"))}
    - ${calculateSum(claimEvents, sql.raw("amount"), sql`slot > c.vault_slot`)}, 0) end`;

const selectAmounts = preparedQuery((db) =>
  db
    .select({ id: sql`id`.mapWith(Number), amount: sql`amount`.mapWith(BigInt) })
    .from(sql`(select c.id, least(${asNumeric(sql.raw("c.total_supply"))}, ${asNumeric(sql.raw("c.total_claimed"))}
        + ${asNumeric(sql.raw("c.settled_amount"))} + ${returned} + ${held})::text as amount
      from ${campaigns} c where c.id = any(${sql.placeholder("campaignRowIds")}::integer[])) funded`),
);

/**
 * Selects the amounts that campaigns have received, by row id, in base units: the amounts that they paid and
 * returned, and the last known balances, but at most the total supplies. The index does not store the deposits.
 */
export async function selectFundedAmounts(
  db: Database,
  campaignRowIds: readonly number[],
): Promise<Map<number, bigint>> {
  const rows = await selectAmounts(db, { campaignRowIds: campaignRowIds.map(String) });
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}
