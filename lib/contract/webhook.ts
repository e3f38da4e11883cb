import { z } from "zod";
import { DISABLED_REASONS, EVENT_TYPES } from "@/lib/core/events/event-types";
import { type FeedEvent, toActivityItem } from "./event";
import { addressText, count, nextCursor, signatureText, treeAddress } from "./wire";

const time = (what: string) => count(`${what}; unix seconds`);

/** An endpoint, without its secret. */
export const webhookEndpointView = z
  .object({
    id: z.string().describe("the endpoint's name in paths"),
    url: z.string().describe("where events are sent"),
    campaigns: z.array(addressText).nullable().describe("the trees whose events it hears"),
    address: addressText.nullable().describe("the creator or recipient whose events it hears"),
    creator: addressText.nullable().describe("the creator whose campaigns' events it hears"),
    types: z
      .array(z.enum(EVENT_TYPES))
      .nullable()
      .describe("the types of events that it hears; null for all"),
    enabled: z.boolean().describe("whether events are sent to it"),
    disabledReason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe(
        "paused by its owner, gone as it answered 410, or failing at all attempts; null while enabled",
      ),
    disabledAt: time("since when nothing is sent, null while enabled").nullable(),
    failingSince: time("since when nothing was taken, null while all is").nullable(),
    previousSecretUntil: time("until when the secret before signs too, null if it does not").nullable(),
    pending: z.number().int().describe("events that are to be sent, 1000 standing for as many or more"),
    createdAt: time("when it was registered"),
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
    endpoint: webhookEndpointView.describe("as it is now"),
    secret: z.string().describe("whsec_ and 32 bytes in base64; it is told this once"),
  })
  .meta({ id: "WebhookSecret" });

/** Response of PATCH /api/webhooks/:endpointId. */
export const webhookChangedView = z
  .object({ endpoint: webhookEndpointView.describe("as it is now") })
  .meta({ id: "WebhookChange" });

/** Response of POST …/test. */
export const webhookTestView = z
  .object({
    delivered: z.boolean().describe("whether the receiver took it"),
    messageId: z.string().describe("the webhook-id that it was sent with"),
    status: z.number().int().nullable().describe("HTTP status; null when nothing answered"),
    error: z.string().nullable().describe("why it was not taken, as a sentence; null when it was"),
  })
  .meta({ id: "WebhookTest" });
export type WebhookTestView = z.infer<typeof webhookTestView>;

/** Response of POST …/replay. */
export const webhookReplayView = z
  .object({
    queued: z.number().int().describe("events that are sent again, or for the first time"),
    nextCursor,
  })
  .meta({ id: "WebhookReplay" });

const webhookDeliveryView = z
  .object({
    id: count("the delivery's number, as replay takes it"),
    messageId: z.string().describe("the webhook-id of all its attempts"),
    type: z.enum(EVENT_TYPES).describe("of the event"),
    treeAddress,
    signature: signatureText.describe("of the event's transaction, base58"),
    eventIndex: count("the event's place in its transaction, from 0"),
    state: z.enum(["pending", "delivered"]).describe("whether the receiver took it"),
    attempts: count("how often it was sent"),
    storedAt: time("when the event was indexed"),
    deliveredAt: time("when the receiver took it, null if it did not").nullable(),
    lastAttemptAt: time("when it was sent last, null if never").nullable(),
    nextAttemptAt: time("when it is sent next, null if never").nullable(),
    lastStatus: z
      .number()
      .int()
      .nullable()
      .describe("HTTP status of the last attempt; null when nothing answered"),
    lastError: z
      .string()
      .nullable()
      .describe("why the last attempt failed, as a sentence; null if it did not"),
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

/**
 * Returns the message for an event: `data` is the item of GET /api/activity/:address, plus the event index.
 */
export const toWebhookMessage = (event: WebhookEvent) => ({
  type: `campaign.${event.type}` as const,
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
function isoTime(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
