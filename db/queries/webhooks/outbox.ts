import { isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  campaigns,
  type EventPosition,
  webhookDeliveries,
  webhookEndpoints,
  webhookQueues,
  webhookTopics,
} from "@/db/schema";
import type { EventType } from "@/lib/core/events/event-types";
import { givenPositions, rowsFrom } from "../array-rows";
import type { EventListener, StoredChange, TransactionPosition } from "../events/event-changes";

/** A stored event, with the claimer if it is a claim. */
export type SubscribedEvent = EventPosition & { type: EventType; claimer: string | null };

/** Returns events as rows `e`. */
const givenEvents = (events: readonly Partial<SubscribedEvent>[]): SQL =>
  rowsFrom("e", [
    { name: "campaign_id", type: "integer", values: events.map(({ campaignId }) => campaignId) },
    { name: "type", type: "text", values: events.map(({ type }) => type) },
    { name: "signature", type: "text", values: events.map(({ signature }) => signature) },
    { name: "event_index", type: "integer", values: events.map(({ eventIndex }) => eventIndex) },
    { name: "slot", type: "bigint", values: events.map(({ slot }) => slot?.toString()) },
    { name: "tx_index", type: "integer", values: events.map(({ txIndex }) => txIndex) },
    { name: "block_time", type: "bigint", values: events.map(({ blockTime }) => blockTime?.toString()) },
    { name: "claimer", type: "text", values: events.map(({ claimer }) => claimer) },
  ]);

/** The topics of event `e` of campaign `c`. */
const topics = sql`(values ('tree', c.tree_address), ('creator', c.creator),
  (case when e.claimer is null then 'recipient' else 'claimer' end, coalesce(e.claimer, c.tree_address))) topic (kind, subject)`;

/**
 * Returns events with the enabled endpoints that are subscribed to them. The query looks up the topics of
 * each event in the index. `offset 0` keeps the planner from reading all topics instead, so the cost of an
 * event depends only on its subscribers.
 */
const getSubscribers = (events: readonly SubscribedEvent[], endpointId?: string): SQL => sql`
  select distinct t.endpoint_id, e.campaign_id, e.type, e.signature, e.event_index, e.slot, e.tx_index,
    e.block_time
  from ${givenEvents(events)} join ${campaigns} c on c.id = e.campaign_id
  cross join lateral ${topics}
  cross join lateral (select endpoint_id from ${webhookTopics}
    where kind = topic.kind and subject = topic.subject
      ${endpointId === undefined ? sql`` : sql`and endpoint_id = ${endpointId}`} offset 0) t
  cross join lateral (select types from ${webhookEndpoints}
    where id = t.endpoint_id and disabled_at is null offset 0) w
  where w.types is null or e.type = any(w.types)`;

const COLUMNS = sql.raw("endpoint_id, campaign_id, type, signature, event_index, slot, tx_index, block_time");

/** Deliveries are listed by id, so rows are inserted in ledger order. */
const LEDGER_ORDER = sql.raw("order by slot, coalesce(tx_index, -1), signature, event_index");

/** The columns that a repeated event overwrites. */
const DUPLICATED = sql.raw(
  "slot = excluded.slot, tx_index = excluded.tx_index, block_time = excluded.block_time",
);

/**
 * Returns an upsert of queue rows. An existing row is updated too: the row lock prevents `finishQueue` from
 * deleting the queue before the new deliveries are visible.
 */
const fillQueues = (
  written: SQL,
  due: SQL,
): SQL => sql`insert into ${webhookQueues} (endpoint_id, campaign_id, due_ms)
  select distinct endpoint_id, campaign_id, 0 from ${written} order by endpoint_id, campaign_id
  on conflict (endpoint_id, campaign_id) do update set due_ms = ${due}`;

/** Returns whether any webhook is subscribed: most services have none, and need no lookup for each event. */
async function hasSubscriptions(tx: Database): Promise<boolean> {
  const found = await tx.select({ kind: webhookTopics.kind }).from(webhookTopics).limit(1);
  return found.length > 0;
}

/**
 * Queues newly stored events for all subscribed endpoints, in the transaction that stores them. An event that
 * was removed and is stored again keeps its delivery, and a completed delivery stays completed.
 */
export async function writeDeliveries(tx: Database, events: readonly SubscribedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.execute(sql`with heard as (${getSubscribers(events)}),
    written as (insert into ${webhookDeliveries} (${COLUMNS}) select ${COLUMNS} from heard ${LEDGER_ORDER}
      on conflict (signature, event_index, endpoint_id) do update set ${DUPLICATED}
        where ${webhookDeliveries.deliveredAt} is null
      returning endpoint_id, campaign_id)
    ${fillQueues(sql`written`, sql`${webhookQueues}.due_ms`)}`);
}

/**
 * Queues events for one subscribed endpoint, again or for the first time. Returns the number of queued
 * events.
 */
export async function writeReplays(
  tx: Database,
  { endpointId, events }: { endpointId: string; events: readonly SubscribedEvent[] },
): Promise<number> {
  if (events.length === 0) return 0;
  return wakeWritten(
    tx,
    endpointId,
    sql`with heard as (${getSubscribers(events, endpointId)})
      insert into ${webhookDeliveries} (${COLUMNS}) select ${COLUMNS} from heard ${LEDGER_ORDER}
      on conflict (signature, event_index, endpoint_id) do update set ${DUPLICATED}, ${ANEW}
      returning campaign_id`,
  );
}

const WRITTEN = { campaignRowId: sql<number>`campaign_id`.as("campaign_id") };

/** Resets a delivery to its state before the first attempt. */
const ANEW = sql.raw(
  "delivered_at = null, attempts = 0, next_attempt_at = null, stored_at = extract(epoch from now())::bigint",
);

/** Queues one delivery of an endpoint again. Returns false if the endpoint has no delivery with that id. */
export async function requeueDelivery(
  tx: Database,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: number },
): Promise<boolean> {
  const again = sql`update ${webhookDeliveries} set ${ANEW} where id = ${deliveryId} and endpoint_id = ${endpointId}
    returning campaign_id`;
  return (await wakeWritten(tx, endpointId, again)) > 0;
}

/**
 * Writes deliveries of an endpoint and makes their queues due; the statement returns the campaign of each.
 * Returns the number of deliveries.
 */
async function wakeWritten(tx: Database, endpointId: string, statement: SQL): Promise<number> {
  const writing = tx.$with("written", WRITTEN).as(statement);
  const rows = await tx.with(writing).select().from(writing);
  if (rows.length === 0) return 0;
  const ids = sql.param(rows.map((row) => String(row.campaignRowId)));
  const written = sql`(select ${endpointId}::text as endpoint_id, unnest(${ids}::integer[]) as campaign_id) written`;
  // A current holder looks for more deliveries before it releases the queue.
  const due = sql`case when ${webhookQueues}.holder is null then 0 else ${webhookQueues}.due_ms end`;
  await tx.execute(fillQueues(written, due));
  return rows.length;
}

/** Updates the positions of pending deliveries whose events moved on chain. */
async function moveDeliveries(
  tx: Database,
  events: readonly Omit<EventPosition, "campaignId">[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.execute(sql`update ${webhookDeliveries}
    set slot = e.slot, tx_index = e.tx_index, block_time = e.block_time
    from ${givenEvents(events)}
    where ${webhookDeliveries}.signature = e.signature and ${webhookDeliveries}.event_index = e.event_index
      and ${webhookDeliveries}.delivered_at is null`);
}

/** Updates pending deliveries after the positions of transactions in their slots became known. */
async function insertDeliveries(tx: Database, positions: readonly TransactionPosition[]): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ txIndex: sql`given.tx_index` })
    .from(givenPositions(positions))
    .where(
      sql`${webhookDeliveries.signature} = given.signature and ${isNull(webhookDeliveries.deliveredAt)}`,
    );
}

/**
 * Deletes the pending deliveries of events that the network dropped or that left their campaign. A completed
 * delivery cannot be undone.
 */
export async function dropDeliveries(
  tx: Database,
  events: readonly { signature: string; eventIndex: number }[],
): Promise<void> {
  if (events.length === 0) return;
  const signatures = sql.param(events.map(({ signature }) => signature));
  const indexes = sql.param(events.map(({ eventIndex }) => String(eventIndex)));
  await tx.execute(sql`delete from ${webhookDeliveries} using unnest(${signatures}::text[], ${indexes}::integer[])
      as e (signature, event_index)
    where ${webhookDeliveries.signature} = e.signature and ${webhookDeliveries.eventIndex} = e.event_index
      and ${webhookDeliveries.deliveredAt} is null`);
}

const subscribedEvents = (
  events: readonly StoredChange[],
  outcome: StoredChange["outcome"],
): SubscribedEvent[] =>
  events
    .filter((event) => event.outcome === outcome)
    .map(({ type, campaignId, signature, eventIndex, slot, txIndex, blockTime, claim }) => ({
      ...{ type, campaignId, signature, eventIndex, slot, txIndex, blockTime },
      claimer: claim?.beneficiary ?? null,
    }));

/** Writes the deliveries of stored events, and keeps pending ones consistent with the event rows. */
export const webhookListener: EventListener = {
  async onStored(tx, { events }) {
    if (await hasSubscriptions(tx)) await writeDeliveries(tx, subscribedEvents(events, "new"));
    await moveDeliveries(tx, subscribedEvents(events, "moved"));
  },
  onRemoved: (tx, { events }) => dropDeliveries(tx, events),
  onPlaced: (tx, { positions }) => insertDeliveries(tx, positions),
};
