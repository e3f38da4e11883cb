import * as z from "zod";
import { EVENT_TYPES, type EventType } from "@/lib/core/events/event-types";
import { REMINDER_KINDS, type ReminderKind } from "@/lib/core/events/reminder-kinds";
import { eventMessage, timestamp } from "../stream";
import type { Json } from "./models";
import { toSchema } from "./operation";
import { reminderMessages } from "./reminder-messages";

const testMessage = z
  .object({
    type: z.literal("webhook.test").describe("test message that only confirms delivery"),
    timestamp,
    data: z
      .object({ endpointId: z.string().describe("the tested endpoint") })
      .describe("description of the test"),
  })
  .meta({ id: "TestMessage" });

/** The description of each event type. */
const SUMMARIES: Record<EventType, string> = {
  claimed: "A recipient claimed",
  cancelled: "A campaign was cancelled, and its grace period began",
  paused: "Claims were paused or resumed",
  root_updated: "The recipients of a campaign changed",
  withdrawn: "The creator withdrew the remaining balance",
  milestone_released: "A milestone was released",
  stream_cancelled: "A stream was cancelled, and both parties were paid",
  instant_refunded: "Everything was refunded to the creator before vesting began",
};

const REMINDER_SUMMARIES: Record<ReminderKind, string> = {
  "unlock.due": "Tokens of the wallet unlock on a day",
  "cliff.reached": "The first tokens of the wallet in a campaign unlock on a day",
  "grace.ending": "The grace period of a cancelled campaign ends on a day",
  "campaign.ended": "The last tokens of a campaign unlock on a day",
  "campaign.underfunded": "The vault of a campaign holds less than the campaign owes",
  "drift.detected": "The index of a campaign differs from the network",
};

const headerParameter = (name: string, description: string): Json => ({
  ...{ name, in: "header", required: true, description },
  schema: { type: "string" },
});

const PARAMETERS = [
  headerParameter("webhook-id", "ID of the message, the same for all attempts"),
  headerParameter("webhook-timestamp", "Signing time of this attempt; unix seconds"),
  headerParameter(
    "webhook-signature",
    "v1 and the HMAC-SHA256 of id, timestamp and body in base64; one for each secret, separated by spaces",
  ),
];

type Described = { summary: string; subscribedWith: string; tag: string };

const webhook = (
  name: string,
  { summary, subscribedWith, tag }: Described,
  message: z.ZodType,
): [string, Json] => [
  name,
  {
    post: {
      operationId: `webhook-${name.replaceAll(/\W|_/g, "-")}`,
      summary,
      description: `Sent to ${subscribedWith}, according to Standard Webhooks.`,
      tags: [tag],
      parameters: PARAMETERS,
      requestBody: { required: true, content: { "application/json": { schema: toSchema(message) } } },
      security: [],
      responses: {
        "2XX": { description: "The message was received and is not sent again." },
        410: { description: "The endpoint is disabled and receives no more messages." },
        default: { description: "The delivery is retried later." },
      },
    },
  },
];

const ofEndpoint = (summary: string): Described => ({
  ...{ summary, tag: "webhooks", subscribedWith: "endpoints registered with POST /api/webhooks" },
});
const ofReminder = (summary: string): Described => ({
  ...{ summary, tag: "reminders", subscribedWith: "webhooks subscribed with POST /api/reminders" },
});

/** Every message that is sent to webhook endpoints and as a reminder, by its type. */
export const webhooks = (): Json =>
  Object.fromEntries([
    ...EVENT_TYPES.map((type) =>
      webhook(`campaign.${type}`, ofEndpoint(SUMMARIES[type]), eventMessage(type)),
    ),
    webhook("webhook.test", ofEndpoint("A test requested by the owner of an endpoint"), testMessage),
    ...REMINDER_KINDS.map((kind) =>
      webhook(kind, ofReminder(REMINDER_SUMMARIES[kind]), reminderMessages[kind]),
    ),
  ]);
