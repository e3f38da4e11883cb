import * as z from "zod";
import { EVENT_TYPES, type EventType } from "@/lib/core/events/event-types";
import { eventItem, eventModelName, eventOrigin } from "./event";
import { count, signatureText } from "./field-schemas";
import { isoTime, toWebhookMessage, type WebhookEvent } from "./webhook";

export const timestamp = z.string().describe("block time on the network; ISO 8601 in UTC");
const messageOrigin = eventOrigin
  .extend({ eventIndex: count("position of the event in its transaction, from 0") })
  .meta({ id: "MessageOrigin" });

/** The message of an event, for webhooks and the stream. */
export const eventMessage = <T extends EventType>(type: T) =>
  z
    .object({
      type: z.literal(`campaign.${type}` as const).describe("event type"),
      timestamp,
      data: z
        .intersection(eventItem(type), messageOrigin)
        .describe("the item of GET /api/activity/{address}, with its position in its transaction"),
    })
    .meta({ id: `${eventModelName(type)}Message` });

const changedAt = z.string().describe("time of the change; ISO 8601 in UTC");

const eventRemovedMessage = z
  .object({
    type: z.literal("campaign.event_removed").describe("an event that was sent is no longer stored"),
    timestamp: changedAt,
    data: eventOrigin
      .extend({
        eventType: z.enum(EVENT_TYPES).describe("type of the removed event"),
        signature: signatureText.describe("transaction signature, base58"),
        eventIndex: count("position of the event in its transaction, from 0"),
      })
      .meta({ id: "RemovedEvent" })
      .describe("the removed event, by the eventId that its message had"),
  })
  .meta({ id: "EventRemovedMessage" });

const campaignChangedMessage = z
  .object({
    type: z
      .literal("campaign.changed")
      .describe("a campaign was registered, or its name, list, vault balance or checks changed"),
    timestamp: changedAt,
    data: eventOrigin.describe("the campaign, whose new state GET /api/campaigns/{treeAddress} has"),
  })
  .meta({ id: "CampaignChangedMessage" });

const streamResetMessage = z
  .object({
    type: z.literal("stream.reset").describe("changes are missing: read the current state again"),
    timestamp: changedAt,
    data: z.object({}).meta({ id: "Empty" }).describe("empty"),
  })
  .meta({ id: "StreamResetMessage" });

type EventMessage = { [T in EventType]: ReturnType<typeof eventMessage<T>> }[EventType];

/** A message of GET /api/stream. */
export const streamMessage = z
  .discriminatedUnion("type", [
    ...(EVENT_TYPES.map(eventMessage) as [EventMessage, ...EventMessage[]]),
    eventRemovedMessage,
    campaignChangedMessage,
    streamResetMessage,
  ])
  .meta({ id: "StreamMessage" });
export type StreamMessage = z.infer<typeof streamMessage>;

/** A change of the log with its campaign. */
type LoggedChange = Pick<WebhookEvent, "treeAddress" | "metadata" | "verified" | "earlierGeneration"> & {
  kind: "stored" | "removed" | "campaign";
  changedAt: bigint;
  /** Null if the event is no longer stored, and for a change of the campaign. */
  event: Pick<WebhookEvent, "type" | "slot" | "blockTime" | "reconstructed" | "data"> | null;
  eventId: { eventType: EventType; signature: string; eventIndex: number } | null;
};

/** Returns the message for a change; null for an event that was removed before the message was read. */
export function toStreamMessage(change: LoggedChange): object | null {
  const { kind, treeAddress, metadata, verified, earlierGeneration, changedAt, event, eventId } = change;
  const origin = { treeAddress, campaignName: metadata?.name ?? null, verified, earlierGeneration };
  const timestamp = isoTime(changedAt);
  if (kind === "campaign") return { type: "campaign.changed", timestamp, data: origin };
  if (kind === "removed")
    return { type: "campaign.event_removed", timestamp, data: { ...origin, ...eventId } };
  if (!event || !eventId) return null;
  const { signature, eventIndex } = eventId;
  return toWebhookMessage({
    ...{ treeAddress, metadata, verified, earlierGeneration, signature, eventIndex },
    ...event,
  });
}
