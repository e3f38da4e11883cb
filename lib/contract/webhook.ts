import * as z from "zod";
import { DISABLED_REASONS, EVENT_TYPES, type EventType } from "@/lib/core/events/event-types";
import { type FeedEvent, toActivityItem } from "./event";
import { addressText, count, nextCursor, signatureText, treeAddress } from "./field-schemas";

const time = (what: string) => count(`${what}; unix seconds`);

/** An endpoint, without its secret. */
export const webhookEndpointView = z
  .object({
    id: z.string().describe("ID of the endpoint in paths"),
    url: z.string().describe("URL that receives events"),
    campaigns: z.array(addressText).nullable().describe("trees whose events it receives"),
    address: addressText.nullable().describe("creator or recipient whose events it receives"),
    creator: addressText.nullable().describe("creator whose campaigns' events it receives"),
    types: z.array(z.enum(EVENT_TYPES)).nullable().describe("event types that it receives; null for all"),
    enabled: z.boolean().describe("whether the endpoint is enabled"),
    disabledReason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe(
        "paused by its owner, gone after a 410 response, or failing after all attempts; null while enabled",
      ),
    disabledAt: time("time of disabling; null while enabled").nullable(),
    failingSince: time("time since which deliveries fail; null while they succeed").nullable(),
    previousSecretUntil: time(
      "time until which the previous secret also signs; null if it does not",
    ).nullable(),
    pending: z.number().int().describe("number of waiting events; 1000 means 1000 or more"),
    createdAt: time("registration time"),
  })
  .meta({ id: "WebhookEndpoint" });
export type WebhookEndpointView = z.infer<typeof webhookEndpointView>;

/** Response of GET /api/webhooks: the wallet's endpoints, oldest first. */
export const webhooksView = z
  .object({ endpoints: z.array(webhookEndpointView).describe("oldest first") })
  .meta({ id: "WebhookEndpointList" });

/** Response of POST /api/webhooks and …/secret, the only responses with a secret. */
export const webhookSecretView = z
  .object({
    endpoint: webhookEndpointView.describe("current state"),
    secret: z.string().describe("whsec_ and 32 bytes in base64; returned only once"),
  })
  .meta({ id: "WebhookSecret" });

/** Response of PATCH /api/webhooks/:endpointId. */
export const webhookChangedView = z
  .object({ endpoint: webhookEndpointView.describe("current state") })
  .meta({ id: "WebhookChange" });

/** Response of POST …/test. */
export const webhookTestView = z
  .object({
    delivered: z.boolean().describe("whether the receiver accepted it"),
    messageId: z.string().describe("webhook-id of the message"),
    status: z.number().int().nullable().describe("HTTP status; null without a response"),
    error: z.string().nullable().describe("reason for the failure, as a sentence; null if accepted"),
  })
  .meta({ id: "WebhookTest" });
export type WebhookTestView = z.infer<typeof webhookTestView>;

/** Response of POST …/replay. */
export const webhookReplayView = z
  .object({
    queued: z.number().int().describe("number of events to send or resend"),
    nextCursor,
  })
  .meta({ id: "WebhookReplay" });

const webhookDeliveryView = z
  .object({
    id: count("number of the delivery, for replay"),
    messageId: z.string().describe("the webhook-id of all its attempts"),
    type: z.enum(EVENT_TYPES).describe("type of the event"),
    treeAddress,
    signature: signatureText.describe("signature of the event's transaction, base58"),
    eventIndex: count("position of the event in its transaction, from 0"),
    state: z.enum(["pending", "delivered"]).describe("whether the receiver accepted it"),
    attempts: count("number of attempts"),
    storedAt: time("indexing time of the event"),
    deliveredAt: time("time of acceptance by the receiver; null if not accepted").nullable(),
    lastAttemptAt: time("time of the last attempt; null if never sent").nullable(),
    nextAttemptAt: time("time of the next attempt; null if never").nullable(),
    lastStatus: z
      .number()
      .int()
      .nullable()
      .describe("HTTP status of the last attempt; null without a response"),
    lastError: z
      .string()
      .nullable()
      .describe("reason for the failure of the last attempt, as a sentence; null if it succeeded"),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDeliveryView = z.infer<typeof webhookDeliveryView>;

/** Response of GET …/deliveries: newest first. */
export const webhookDeliveriesPage = z
  .object({
    deliveries: z.array(webhookDeliveryView).describe("newest first"),
    nextCursor,
  })
  .meta({ id: "WebhookDeliveryPage" });
export type WebhookDeliveriesPage = z.infer<typeof webhookDeliveriesPage>;

/** An event to deliver. */
export type WebhookEvent = FeedEvent & {
  treeAddress: string;
  metadata: { name?: string } | null;
  verified: boolean;
  earlierGeneration: string | null;
  eventIndex: number;
};

/** Returns the type of an event as messages have it. */
export const messageType = (type: EventType) => `campaign.${type}` as const;

/**
 * Returns the message for an event: `data` is the item of GET /api/activity/:address, plus the event index.
 */
export const toWebhookMessage = (event: WebhookEvent) => ({
  type: messageType(event.type),
  timestamp: isoTime(event.blockTime),
  data: { ...toActivityItem(event), eventIndex: event.eventIndex },
});

/** Returns a test message, which only verifies that messages arrive. */
export const testMessage = (endpointId: string, nowSeconds: bigint) => ({
  type: "webhook.test" as const,
  timestamp: isoTime(nowSeconds),
  data: { endpointId },
});

/**
 * Formats a block time. Block times come from the network; a time outside the range of Date becomes the Unix
 * epoch.
 */
export function isoTime(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
