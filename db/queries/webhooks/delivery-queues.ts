import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import {
  campaigns,
  programTransactions,
  webhookDeliveries,
  webhookEndpoints,
  webhookQueues,
} from "@/db/schema";
import type { DisabledReason, EventData, EventType } from "@/lib/core/events/event-types";
import { earlierGeneration } from "../campaigns/generation";
import { eventData, isReconstructed } from "../events/event-feed";
import { disableEndpoint } from "./endpoints";

/** A delivery queue: the events of one campaign for one endpoint, and the holder that sends them. */
export type DeliveryQueue = { endpointId: string; campaignRowId: number; holder: string };

/** Maximum number of queues of one endpoint that are sent concurrently; a failing endpoint has only one. */
const MAX_CONCURRENT_QUEUES = 4;

const LEASED = {
  endpointId: sql<string>`endpoint_id`.as("endpoint_id"),
  campaignRowId: sql<number>`campaign_id`.as("campaign_id"),
};

/**
 * Claims due queues for `leaseMs`, the longest waiting first, a few per endpoint. The query walks the
 * endpoints in the index of queues with pending events, and looks them up one by one; `offset 0` enforces
 * this plan.
 */
export async function leaseQueues(
  db: Database,
  params: {
    holder: string;
    nowMs: number;
    leaseMs: number;
    limit: number;
    /** Number of queues per endpoint id that the caller is already sending. */
    busy: ReadonlyMap<string, number>;
  },
): Promise<DeliveryQueue[]> {
  const { holder, nowMs, leaseMs, limit, busy } = params;
  const claimed = db.$with("claimed", LEASED).as(sql`with recursive backlog (id) as (
      (select endpoint_id from ${webhookQueues} where due_ms is not null order by endpoint_id limit 1)
      union all
      select (select endpoint_id from ${webhookQueues}
        where due_ms is not null and endpoint_id > backlog.id order by endpoint_id limit 1)
      from backlog where backlog.id is not null),
    due as (select l.endpoint_id, l.campaign_id, l.due_ms
      from backlog cross join lateral (select id, failing_since from ${webhookEndpoints}
        where id = backlog.id and disabled_at is null offset 0) w
      cross join lateral (select * from ${webhookQueues} where endpoint_id = w.id and due_ms <= ${nowMs}::bigint
        order by due_ms limit greatest(0, case when w.failing_since is null then ${MAX_CONCURRENT_QUEUES}::integer else 1 end
          - coalesce((${JSON.stringify(Object.fromEntries(busy))}::json ->> w.id)::integer, 0))) l
      order by l.due_ms limit ${limit}::integer),
    free as (select l.endpoint_id, l.campaign_id from ${webhookQueues} l join due using (endpoint_id, campaign_id)
      where l.due_ms <= ${nowMs}::bigint for update of l skip locked)
    update ${webhookQueues} set due_ms = ${nowMs + leaseMs}::bigint, holder = ${holder}
    from free where ${webhookQueues}.endpoint_id = free.endpoint_id and ${webhookQueues}.campaign_id = free.campaign_id
    returning free.endpoint_id, free.campaign_id`);
  const rows = await db.with(claimed).select().from(claimed);
  return rows.map((row) => ({ ...row, holder }));
}

const isQueue = ({ endpointId, campaignRowId }: DeliveryQueue) =>
  and(eq(webhookQueues.endpointId, endpointId), eq(webhookQueues.campaignId, campaignRowId));
const isHeld = (queue: DeliveryQueue) => and(isQueue(queue), eq(webhookQueues.holder, queue.holder));
const isWaiting = ({ endpointId, campaignRowId }: DeliveryQueue) =>
  and(
    eq(webhookDeliveries.endpointId, endpointId),
    eq(webhookDeliveries.campaignId, campaignRowId),
    isNull(webhookDeliveries.deliveredAt),
  );

const isSameEvent = sql`d.signature = ${webhookDeliveries.signature} and d.event_index = ${webhookDeliveries.eventIndex}`;

/**
 * Selects the first pending event of a queue in ledger order, with its current indexed data and destination.
 * Returns null if there is none, or if the endpoint is disabled. `data` is null if the event no longer
 * exists.
 */
export async function selectHead(db: Database, queue: DeliveryQueue) {
  const [head] = await db
    .select({
      id: webhookDeliveries.id,
      attempts: webhookDeliveries.attempts,
      storedAt: webhookDeliveries.storedAt,
      url: webhookEndpoints.url,
      secret: webhookEndpoints.secret,
      previousSecret: webhookEndpoints.previousSecret,
      previousUntil: webhookEndpoints.previousUntil,
      failingSince: webhookEndpoints.failingSince,
      type: webhookDeliveries.type,
      treeAddress: campaigns.treeAddress,
      metadata: campaigns.metadata,
      verified: campaigns.verified,
      earlierGeneration,
      signature: webhookDeliveries.signature,
      eventIndex: webhookDeliveries.eventIndex,
      slot: webhookDeliveries.slot,
      blockTime: webhookDeliveries.blockTime,
      data: sql<EventData[EventType] | null>`${eventData(sql`${webhookDeliveries.type}`, isSameEvent)}`,
      reconstructed: sql<boolean>`coalesce(${isReconstructed(sql`${webhookDeliveries.type}`, isSameEvent)}, false)`,
      isFinal: sql<boolean>`exists (select 1 from ${programTransactions}
        where signature = ${webhookDeliveries.signature} and finalized)`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(campaigns, eq(campaigns.id, webhookDeliveries.campaignId))
    .where(and(isWaiting(queue), isNull(webhookEndpoints.disabledAt)))
    .orderBy(
      asc(webhookDeliveries.slot),
      sql`coalesce(${webhookDeliveries.txIndex}, -1)`,
      asc(webhookDeliveries.signature),
      asc(webhookDeliveries.eventIndex),
    )
    .limit(1);
  return head ?? null;
}

export type Head = NonNullable<Awaited<ReturnType<typeof selectHead>>>;

/** The outcome of an attempt: the HTTP status, null without a response, and a description of the error. */
export type AttemptResult = { status: number | null; error: string | null };

type Attempt = {
  queue: DeliveryQueue;
  head: Pick<Head, "id" | "failingSince">;
  now: bigint;
  result: AttemptResult;
};

const attempted = ({ now, result: { status, error } }: Attempt) => ({
  attempts: sql`${webhookDeliveries.attempts} + 1`,
  lastAttemptAt: now,
  lastStatus: status,
  lastError: error,
});

/**
 * Records that an event was delivered, and extends the lease to `leaseEndMs`. Returns false if another holder
 * has taken over the queue.
 */
export function recordDelivered(db: Database, attempt: Attempt & { leaseEndMs: number }): Promise<boolean> {
  const { queue, head, now, leaseEndMs } = attempt;
  return inTransaction(db, async (tx) => {
    const held = await tx
      .update(webhookQueues)
      .set({ dueMs: leaseEndMs })
      .where(isHeld(queue))
      .returning({ id: webhookQueues.campaignId });
    await tx
      .update(webhookDeliveries)
      .set({ ...attempted(attempt), deliveredAt: now, nextAttemptAt: null })
      .where(eq(webhookDeliveries.id, head.id));
    if (head.failingSince !== null) await updateFailingSince(tx, queue, null);
    return held.length > 0;
  });
}

/**
 * Records that a delivery failed: the queue waits until `nextMs`, or the endpoint is disabled. Records nothing
 * and returns false if another holder has taken over the queue.
 */
export function recordFailed(
  db: Database,
  attempt: Attempt & ({ nextMs: number } | { disable: DisabledReason }),
): Promise<boolean> {
  const { queue, head, now } = attempt;
  return inTransaction(db, async (tx) => {
    const nextMs = "nextMs" in attempt ? attempt.nextMs : null;
    const held = await tx
      .update(webhookQueues)
      .set({ dueMs: nextMs, holder: null })
      .where(isHeld(queue))
      .returning({ id: webhookQueues.campaignId });
    if (held.length === 0) return false;
    await tx
      .update(webhookDeliveries)
      .set({
        ...attempted(attempt),
        nextAttemptAt: nextMs === null ? null : BigInt(Math.ceil(nextMs / 1000)),
      })
      .where(eq(webhookDeliveries.id, head.id));
    if (head.failingSince === null) await updateFailingSince(tx, queue, now);
    if ("disable" in attempt) {
      await disableEndpoint(tx, { endpointId: queue.endpointId, reason: attempt.disable, now });
    }
    return true;
  });
}

async function updateFailingSince(tx: Database, { endpointId }: DeliveryQueue, failingSince: bigint | null) {
  await tx.update(webhookEndpoints).set({ failingSince }).where(eq(webhookEndpoints.id, endpointId));
}

/** Deletes a delivery whose event no longer exists. */
export async function deleteDelivery(db: Database, id: number): Promise<void> {
  await db.delete(webhookDeliveries).where(eq(webhookDeliveries.id, id));
}

/** Releases a queue, so that another holder can continue from `dueMs` on. */
export async function releaseQueue(db: Database, queue: DeliveryQueue, dueMs: number): Promise<void> {
  await db.update(webhookQueues).set({ dueMs, holder: null }).where(isHeld(queue));
}

/**
 * Deletes a queue without pending events. Writers lock the queue row, so after taking this lock all of their
 * rows are visible.
 */
export function finishQueue(db: Database, queue: DeliveryQueue): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [held] = await tx
      .select({ id: webhookQueues.campaignId })
      .from(webhookQueues)
      .where(isHeld(queue))
      .for("update");
    if (!held) return;
    const [next] = await tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(isWaiting(queue))
      .limit(1);
    if (next) await releaseQueue(tx, queue, 0);
    else await tx.delete(webhookQueues).where(isQueue(queue));
  });
}
