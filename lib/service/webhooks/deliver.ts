import { randomUUID } from "node:crypto";
import type { Database } from "@/db/client";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import { deleteOldDeliveries } from "@/db/queries/webhooks/deliveries";
import {
  type DeliveryQueue,
  deleteDelivery,
  finishQueue,
  type Head,
  leaseQueues,
  recordDelivered,
  recordFailed,
  releaseQueue,
  selectHead,
} from "@/db/queries/webhooks/delivery-queues";
import { deleteDisabledEndpoints } from "@/db/queries/webhooks/endpoints";
import { toWebhookMessage, type WebhookEvent } from "@/lib/contract/webhook";
import { unlessAborted, waitUpTo } from "@/lib/service/clock";
import type { Logger } from "@/lib/service/log";
import { countWebhooks } from "@/lib/service/metrics/count";
import { getMessageId, signedHeaders } from "./message";
import type { WebhookAttempt, WebhookSender } from "./post";
import { afterFailure } from "./retry-policy";

export type DeliveryContext = {
  db: Database;
  log: Logger;
  post: WebhookSender;
  /** Real time, which receivers compare with their clocks; the clock of a local ledger may differ. */
  nowMs: () => number;
  /** Seconds between the attempts for an event: there is one attempt more than there are pauses. */
  retrySeconds: readonly number[];
  /** From 0 to 1. */
  random?: () => number;
  leaseMs?: number;
  /** Milliseconds between two checks for due deliveries. */
  pollIntervalMs?: number;
};

export type DeliveryTally = { delivered: number; failed: number };

/** Exceeds the duration of an attempt; the queues of a killed process wait this long. */
const LEASE_MS = 30_000;
/** Concurrent queues per process. */
const CONCURRENCY = 64;
/** Events of one queue that are sent before other queues are sent. */
const MAX_CONSECUTIVE_DELIVERIES = 50;
export const POLL_INTERVAL_MS = 1_000;
/** Time until an event that may still change is checked again. */
const UNSETTLED_MS = 2_000;
/** Seconds after which an event is sent even if it is not final. */
const SETTLED_BY = 300n;

/**
 * Sends due events until none are left, `deadlineMs` passes, or the signal is aborted. Any number of
 * processes can do this concurrently. Each one leases its own delivery queues (one per endpoint and
 * campaign); the queues of a killed process become due again when its lease expires.
 */
export async function deliverDue(
  context: DeliveryContext,
  { signal, deadlineMs = Number.POSITIVE_INFINITY }: { signal?: AbortSignal; deadlineMs?: number } = {},
): Promise<DeliveryTally> {
  const { db, nowMs, leaseMs = LEASE_MS, pollIntervalMs = POLL_INTERVAL_MS } = context;
  const tally: DeliveryTally = { delivered: 0, failed: 0 };
  const inFlight = new Map<Promise<void>, string>();
  const isOver = () => signal?.aborted === true || nowMs() >= deadlineMs;
  try {
    for (;;) {
      const limit = isOver() ? 0 : CONCURRENCY - inFlight.size;
      const busy = countBusy(inFlight.values());
      const queues =
        limit === 0
          ? []
          : await leaseQueues(db, { holder: randomUUID(), nowMs: nowMs(), leaseMs, limit, busy });
      const { slot } = queues.length > 0 ? await selectIndexedTo(db) : { slot: 0n };
      for (const queue of queues) {
        const work = sendQueue({ ...context, leaseMs, isOver, signal }, { queue, indexedTo: slot, tally })
          .catch((error: unknown) => context.log.warn({ error }, "webhooks: a queue could not be sent"))
          .finally(() => inFlight.delete(work));
        inFlight.set(work, queue.endpointId);
      }
      if (inFlight.size === 0) return tally;
      await waitUpTo(pollIntervalMs, ...inFlight.keys());
    }
  } finally {
    await Promise.all(inFlight.keys());
  }
}

function countBusy(endpointIds: Iterable<string>): Map<string, number> {
  const busy = new Map<string, number>();
  for (const id of endpointIds) busy.set(id, (busy.get(id) ?? 0) + 1);
  return busy;
}

type Sending = DeliveryContext & { leaseMs: number; isOver: () => boolean; signal: AbortSignal | undefined };
type QueueWork = { queue: DeliveryQueue; indexedTo: bigint; tally: DeliveryTally };

/** Sends the events of a queue in order, as long as each is accepted; then releases the queue. */
async function sendQueue(sending: Sending, work: QueueWork): Promise<void> {
  for (let sent = 0; sent < MAX_CONSECUTIVE_DELIVERIES && !sending.isOver(); sent++) {
    if (!(await sendHead(sending, work))) return;
  }
  await releaseQueue(sending.db, work.queue, 0);
}

/**
 * Sends the first event of a queue. Returns false if the queue was released or lost, or its endpoint was
 * disabled.
 */
async function sendHead(sending: Sending, { queue, indexedTo, tally }: QueueWork): Promise<boolean> {
  const { db, nowMs, signal } = sending;
  const head = await selectHead(db, queue);
  if (!head) {
    await finishQueue(db, queue);
    return false;
  }
  const { data } = head;
  if (data === null) {
    await deleteDelivery(db, head.id);
    return true;
  }
  const isReady = isSettled(head, indexedTo, nowMs());
  const result = isReady ? await unlessAborted(sendEvent(sending, queue, { ...head, data }), signal) : null;
  if (result === null) {
    await releaseQueue(db, queue, isReady ? 0 : nowMs() + UNSETTLED_MS);
    return false;
  }
  return recordResult(sending, { queue, head, result, tally });
}

type Result = Omit<QueueWork, "indexedTo"> & { head: Head; result: WebhookAttempt };

async function recordResult(sending: Sending, { tally, ...attempt }: Result): Promise<boolean> {
  const { db, log, nowMs, leaseMs } = sending;
  const { queue, head, result } = attempt;
  const now = BigInt(Math.floor(nowMs() / 1000));
  if (result.error === null) {
    tally.delivered += 1;
    countWebhooks({ delivered: 1, failed: 0 });
    return recordDelivered(db, { ...attempt, now, leaseEndMs: nowMs() + leaseMs });
  }
  tally.failed += 1;
  countWebhooks({ delivered: 0, failed: 1 });
  const next = afterFailure(sending, head.attempts, result);
  const isRecorded = await recordFailed(db, { ...attempt, now, ...next });
  if (isRecorded && "disable" in next) {
    const named = { endpointId: queue.endpointId, signature: head.signature, eventIndex: head.eventIndex };
    log.warn({ ...named, reason: next.disable }, "webhooks: an endpoint is disabled");
  }
  return false;
}

/**
 * Returns whether an event can be sent. Either the event is final and no earlier event of its campaign can
 * still arrive, or the time limit has passed.
 */
const isSettled = ({ slot, isFinal, storedAt }: Head, indexedTo: bigint, nowMs: number): boolean =>
  (isFinal && slot <= indexedTo) || BigInt(Math.floor(nowMs / 1000)) - storedAt >= SETTLED_BY;

function sendEvent(
  { post, nowMs }: Sending,
  { endpointId }: DeliveryQueue,
  { url, ...head }: Head & WebhookEvent,
): Promise<WebhookAttempt> {
  const id = getMessageId(endpointId, head);
  const body = JSON.stringify(toWebhookMessage(head));
  return post({ url, headers: signedHeaders(head, { id, body, nowMs: nowMs() }), body });
}

/** Retention of deliveries for inspection and replay, in seconds: 30 days. */
const STORED_SECONDS = 30n * 86_400n;
const DELETED_AT_ONCE = 1_000;
/** Time after which a disabled endpoint is deleted, in seconds: 90 days. Its deliveries are deleted long before. */
const DISABLED_SECONDS = 90n * 86_400n;

/** Deletes expired endpoints, and a bounded number of expired deliveries. Returns whether there may be more. */
export async function sweepDeliveries({
  db,
  nowMs,
}: Pick<DeliveryContext, "db" | "nowMs">): Promise<boolean> {
  const now = BigInt(Math.floor(nowMs() / 1000));
  await deleteDisabledEndpoints(db, now - DISABLED_SECONDS);
  const before = now - STORED_SECONDS;
  return (await deleteOldDeliveries(db, { before, limit: DELETED_AT_ONCE })) === DELETED_AT_ONCE;
}
