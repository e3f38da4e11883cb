import { createHash, randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import type { WebhookEndpoint } from "@/db/schema";

/**
 * Creates a secret: `whsec_` and 32 random bytes in base64. Source: Standard Webhooks, "Signature scheme".
 */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/**
 * Returns the webhook-id of an event for an endpoint. It is the same in every attempt, so that a receiver can
 * deduplicate.
 */
export const getMessageId = (
  endpointId: string,
  event: { signature: string; eventIndex: number },
): string => {
  const named = JSON.stringify([endpointId, event.signature, event.eventIndex]);
  return `msg_${createHash("sha256").update(named).digest("base64url").slice(0, 27)}`;
};

type Secrets = Pick<WebhookEndpoint, "secret" | "previousSecret" | "previousUntil">;

/**
 * Returns the headers of a message, signed with the endpoint's secret, and with the previous one while that
 * is still valid. Source: Standard Webhooks, "Webhook headers".
 */
export function signedHeaders(
  { secret, previousSecret, previousUntil }: Secrets,
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Record<string, string> {
  const time = new Date(nowMs);
  const seconds = Math.floor(nowMs / 1000);
  const isBoth = previousSecret !== null && previousUntil !== null && previousUntil > BigInt(seconds);
  const secrets = isBoth ? [secret, previousSecret] : [secret];
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": secrets.map((item) => new Webhook(item).sign(id, time, body)).join(" "),
  };
}
