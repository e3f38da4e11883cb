import type * as z from "zod";
import { inTransaction } from "@/db/in-transaction";
import { selectSubscribedPage } from "@/db/queries/events/event-feed";
import { type DeliveryRow, selectBacklog, selectDeliveries } from "@/db/queries/webhooks/deliveries";
import { requeueDelivery, writeReplays } from "@/db/queries/webhooks/outbox";
import type { replayBody } from "@/lib/contract/requests/webhooks";
import {
  testMessage,
  type WebhookDeliveriesPage,
  type WebhookDeliveryView,
  type WebhookTestView,
} from "@/lib/contract/webhook";
import { ApiError } from "@/lib/core/errors";
import { I64_MAX } from "@/lib/core/solana/integers";
import { systemClock } from "@/lib/service/clock";
import type { Services } from "@/lib/service/services";
import { type EndpointKey, findEndpoint } from "./endpoints";
import { getMessageId, signedHeaders } from "./message";
import { createWebhookSender } from "./post";

/** Maximum events that one call replays. */
const MAX_REPLAYED = 500;

/** Returns a page of an endpoint's past and pending deliveries, newest first. */
export async function listDeliveries(
  { db }: Pick<Services, "db">,
  { limit, cursor, ...owned }: EndpointKey & { limit: number; cursor?: string | undefined },
): Promise<WebhookDeliveriesPage> {
  const { id: endpointId } = await findEndpoint({ db }, owned);
  const { deliveries, nextCursor } = await selectDeliveries(db, {
    endpointId,
    limit,
    ...(cursor && { cursor }),
  });
  return { deliveries: deliveries.map(toView), nextCursor };
}

function toView(row: DeliveryRow): WebhookDeliveryView {
  const { id, endpointId, type, treeAddress, signature, eventIndex, attempts, lastStatus, lastError } = row;
  return {
    ...{ id, type, treeAddress, signature, eventIndex, attempts, lastStatus, lastError },
    messageId: getMessageId(endpointId, row),
    state: row.deliveredAt === null ? "pending" : "delivered",
    storedAt: Number(row.storedAt),
    deliveredAt: numberOrNull(row.deliveredAt),
    lastAttemptAt: numberOrNull(row.lastAttemptAt),
    nextAttemptAt: numberOrNull(row.nextAttemptAt),
  };
}

const numberOrNull = (value: bigint | null) => (value === null ? null : Number(value));

/**
 * Queues one delivery again, or all events of a time range that match the endpoint, including those never
 * sent to it. Replays a bounded number of events from the oldest, and returns the cursor for the rest.
 */
export async function replay(
  { db }: Pick<Services, "db">,
  {
    deliveryId,
    fromBlockTime = 0n,
    toBlockTime = I64_MAX,
    cursor,
    ...owned
  }: z.output<typeof replayBody> & EndpointKey,
): Promise<{ queued: number; nextCursor: string | null }> {
  const { id: endpointId, disabledAt, types } = await findEndpoint({ db }, owned);
  if (disabledAt !== null) {
    throw new ApiError("CONFLICT", "This endpoint is disabled. Enable it before you replay events.");
  }
  if (deliveryId !== undefined) {
    const isThere = await inTransaction(db, (tx) => requeueDelivery(tx, { endpointId, deliveryId }));
    if (!isThere)
      throw new ApiError("NOT_FOUND", "This endpoint has no such delivery. Deliveries are kept for 30 days.");
    return { queued: 1, nextCursor: null };
  }
  const { events, nextCursor } = await selectSubscribedPage(db, {
    ...{ endpointId, types, fromBlockTime, toBlockTime, limit: MAX_REPLAYED },
    ...(cursor !== undefined && { cursor }),
  });
  const queued = await inTransaction(db, async (tx) => {
    const received = events.map(({ treeAddress: _, campaignRowId: campaignId, data, ...event }) => {
      const claimer = event.type === "claimed" && "beneficiary" in data ? data.beneficiary : null;
      return { ...event, campaignId, claimer };
    });
    return writeReplays(tx, { endpointId, events: received });
  });
  return { queued, nextCursor };
}

/** Sends a test message without an event at once, even to a disabled endpoint, and returns the result. */
export async function sendTest(
  services: Pick<Services, "db" | "env" | "fetchPublic">,
  owned: EndpointKey,
): Promise<WebhookTestView> {
  const endpoint = await findEndpoint(services, owned);
  const { now, nowMs } = systemClock;
  const messageId = getMessageId(endpoint.id, { signature: `test ${nowMs()}`, eventIndex: 0 });
  const body = JSON.stringify(testMessage(endpoint.id, now()));
  const post = createWebhookSender({ ...services, nowMs });
  const headers = signedHeaders(endpoint, { id: messageId, body, nowMs: nowMs() });
  const { status, error } = await post({ url: endpoint.url, headers, body });
  return { delivered: error === null, messageId, status, error };
}

/** Returns the state of the webhook queue, for operators. */
export const webhookBacklog = ({ db }: Pick<Services, "db">) => selectBacklog(db, systemClock.now());
