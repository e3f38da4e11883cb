import { z } from "zod";
import { EVENT_TYPES, type FeedEvent, toActivityItem } from "./event";
import { addressText, nextCursor, signatureText } from "./wire";

/** Why nothing is sent to an endpoint: its owner said so, it answered 410, or it took an event at none of all attempts. */
const DISABLED_REASONS = ["paused", "gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

const time = z.number().int().describe("unix seconds");

/** An endpoint, without its secret. */
const webhookEndpointView = z.object({
  id: z.string(),
  url: z.string(),
  campaigns: z.array(addressText).nullable().describe("the trees whose events it hears"),
  address: addressText.nullable().describe("the creator or recipient whose events it hears"),
  creator: addressText.nullable().describe("the creator whose campaigns' events it hears"),
  types: z.array(z.enum(EVENT_TYPES)).nullable().describe("null for all"),
  enabled: z.boolean(),
  disabledReason: z.enum(DISABLED_REASONS).nullable(),
  disabledAt: time.nullable(),
  failingSince: time.nullable().describe("since when nothing was taken; null while all is"),
  previousSecretUntil: time.nullable().describe("until when the secret before signs too"),
  pending: z.number().int().describe("events that are to be sent, 1000 standing for as many or more"),
  createdAt: time,
});
export type WebhookEndpointView = z.infer<typeof webhookEndpointView>;

/** GET /api/webhooks: the wallet's endpoints, oldest first. */
export const webhooksView = z.object({ endpoints: z.array(webhookEndpointView) });

/** POST /api/webhooks and …/secret: the only answers with a secret. */
export const webhookSecretView = z.object({
  endpoint: webhookEndpointView,
  secret: z.string().describe("whsec_ and 32 bytes in base64; it is told this once"),
});

/** PATCH /api/webhooks/:endpointId. */
export const webhookChangedView = z.object({ endpoint: webhookEndpointView });

/** DELETE /api/webhooks/:endpointId. */
export const webhookDeletedView = z.object({ ok: z.literal(true) });

/** POST …/test. */
export const webhookTestView = z.object({
  delivered: z.boolean(),
  messageId: z.string(),
  status: z.number().int().nullable().describe("HTTP status; null when nothing answered"),
  error: z.string().nullable(),
});
export type WebhookTestView = z.infer<typeof webhookTestView>;

/** POST …/replay. */
export const webhookReplayView = z.object({
  queued: z.number().int().describe("events that are sent again, or for the first time"),
  nextCursor,
});

const webhookDeliveryView = z.object({
  id: z.number().int(),
  messageId: z.string().describe("the webhook-id of all its attempts"),
  type: z.enum(EVENT_TYPES),
  treeAddress: addressText,
  signature: signatureText,
  eventIndex: z.number().int(),
  state: z.enum(["pending", "delivered"]),
  attempts: z.number().int(),
  storedAt: time,
  deliveredAt: time.nullable(),
  lastAttemptAt: time.nullable(),
  nextAttemptAt: time.nullable(),
  lastStatus: z.number().int().nullable(),
  lastError: z.string().nullable(),
});
export type WebhookDeliveryView = z.infer<typeof webhookDeliveryView>;

/** GET …/deliveries: newest first. */
export const webhookDeliveriesPage = z.object({
  deliveries: z.array(webhookDeliveryView),
  nextCursor,
});
export type WebhookDeliveriesPage = z.infer<typeof webhookDeliveriesPage>;

/** GET /api/admin/webhooks. */
export const webhookBacklogView = z.object({
  endpoints: z.number().int(),
  disabled: z.number().int(),
  failing: z.number().int().describe("endpoints that took nothing since their last failure"),
  pending: z.number().int().describe("events to be sent to endpoints that are not disabled"),
  oldestSeconds: z.number().int().nullable().describe("how long the oldest of them has waited"),
});

/** An event that is to be sent. */
export type WebhookEvent = FeedEvent & {
  treeAddress: string;
  metadata: { name?: string } | null;
  eventIndex: number;
};

/** What is sent of an event: `data` is the item of GET /api/activity/:address, with its place in its transaction. */
export const toWebhookMessage = (event: WebhookEvent) => ({
  type: `campaign.${event.type}` as const,
  timestamp: isoTime(event.blockTime),
  data: { ...toActivityItem(event), eventIndex: event.eventIndex },
});

/** The message that says nothing but that messages arrive. */
export const testMessage = (endpointId: string, nowSeconds: bigint) => ({
  type: "webhook.test" as const,
  timestamp: isoTime(nowSeconds),
  data: { endpointId },
});

/** Block times are what a ledger says: one that no date can hold is the beginning of time. */
function isoTime(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
