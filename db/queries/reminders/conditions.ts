import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { campaigns, claimEvents, reminders } from "@/db/schema";
import { asNumeric } from "@/db/schema/u64";
import { CONDITION_REMINDERS, type ConditionReminder } from "@/lib/core/events/reminder-kinds";
import { nameIn } from "./reminder-dates";
import { lockedSubscriptions } from "./subscriptions";

/** Time that a creator has to fund a campaign before a reminder, in seconds. */
const FUNDING_SECONDS = 600n;
/** Maximum conditions that one scan stores per subscription. */
const MAX_PER_SCAN = 20;

const isLive = sql`c.is_current and c.verified`;
const isUnpaid = sql`c.cancelled_at is null and not c.instant_refunded and not c.settled and not c.withdrawn`;
const missing = sql`(${asNumeric(sql.raw("c.total_supply"))} - ${asNumeric(sql.raw("c.total_claimed"))}
  - ${asNumeric(sql.raw("c.vault_balance"))})`;
const lacksFunds = sql`(c.vault_balance is not null and ${missing} > 0)`;
/** A balance that was read before the newest claim says nothing about the balance after it. */
const isBalanceCurrent = sql`c.vault_slot >= coalesce((select max(e.slot) from ${claimEvents} e
  where e.campaign_id = c.id), 0)`;

/** The progress of the index: the slot up to which it is complete, and the time in unix seconds. */
export type Indexed = { slot: bigint; now: bigint };

/** Whether a condition is certain: a vault that was read ahead of the index may have paid unindexed claims. */
const ON: Record<ConditionReminder, (at: Indexed) => SQL> = {
  "campaign.underfunded": ({ slot, now }) => sql`(${isLive} and ${isUnpaid} and ${lacksFunds}
    and c.vault_slot <= ${slot}::bigint and c.created_at <= ${now - FUNDING_SECONDS}::bigint)`,
  "drift.detected": () => sql`(${isLive} and c.has_drift)`,
};

/** Whether a condition is certainly over, so that the next one is reported again. */
const OVER: Record<ConditionReminder, SQL> = {
  "campaign.underfunded": sql`(not (${isLive} and ${isUnpaid}) or (not ${lacksFunds} and ${isBalanceCurrent}))`,
  "drift.detected": sql`(not (${isLive} and c.has_drift))`,
};

/** Stores a reminder for each new condition of the campaigns of the active subscriptions among some. */
export async function insertConditions(
  db: Database,
  { subscriptionIds, indexed }: { subscriptionIds: readonly string[]; indexed: Indexed },
): Promise<void> {
  const parts = CONDITION_REMINDERS.map(
    (kind) => sql`select s.id, ${kind}::text as kind, f.id as campaign_id from active s
      cross join lateral (select c.id from ${campaigns} c where c.creator = s.wallet and ${ON[kind](indexed)}
        and not exists (select from ${reminders} r where r.subscription_id = s.id and r.kind = ${kind}
          and r.campaign_id = c.id) order by c.id limit ${MAX_PER_SCAN}::integer) f
      where ${kind} = any(s.kinds)`,
  );
  await db.execute(sql`with active as materialized (${lockedSubscriptions(subscriptionIds)})
    insert into ${reminders} (subscription_id, kind, lead_seconds, day, campaign_id, due_at)
    select id, kind, 0, 0, campaign_id, ${indexed.now}::bigint
    from (${sql.join(parts, sql` union all `)}) found on conflict do nothing`);
}

/** Deletes the conditions of subscriptions that are over. */
export async function deletePastConditions(db: Database, subscriptionIds: readonly string[]): Promise<void> {
  const over = CONDITION_REMINDERS.map((kind) => sql`(r.kind = ${kind} and (c.id is null or ${OVER[kind]}))`);
  await db.execute(sql`delete from ${reminders} where id in (select r.id from ${reminders} r
    left join ${campaigns} c on c.id = r.campaign_id
    where r.subscription_id = any(${sql.param([...subscriptionIds])}::text[])
      and (${sql.join(over, sql` or `)}))`);
}

/** The campaign of a condition, and the missing amount of an underfunded one in base units. */
export type ConditionCampaign = {
  treeAddress: string;
  name: string | null;
  mint: string;
  missing: bigint | null;
};

/**
 * Selects the campaign of a condition. Returns "unknown" if the index cannot tell whether the condition
 * persists, and null if it is over.
 */
export async function selectCondition(
  db: Database,
  input: { kind: ConditionReminder; campaignRowId: number; indexed: Indexed },
): Promise<ConditionCampaign | "unknown" | null> {
  const [row] = await db
    .select({
      treeAddress: sql<string>`c.tree_address`,
      name: sql`c.metadata`,
      mint: sql<string>`c.mint`,
      missing: sql<string | null>`greatest(${missing}, 0)::text`,
      isOn: sql<boolean>`${ON[input.kind](input.indexed)}`,
      isOver: sql<boolean>`${OVER[input.kind]}`,
    })
    .from(sql`${campaigns} c`)
    .where(sql`c.id = ${input.campaignRowId}::integer`);
  if (!row || row.isOver) return null;
  if (!row.isOn) return "unknown";
  return {
    ...{ treeAddress: row.treeAddress, name: nameIn(row.name), mint: row.mint },
    missing: input.kind === "campaign.underfunded" && row.missing !== null ? BigInt(row.missing) : null,
  };
}
