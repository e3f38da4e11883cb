import { z } from "zod";
import { EVENT_TYPES, type EventType } from "@/lib/core/events/event-types";
import { eventItem, eventModelName, eventOrigin } from "../event";
import { count } from "../wire";
import type { Json } from "./models";
import { toSchema } from "./operation";

const timestamp = z.string().describe("when it happened, by the ledger; ISO 8601 in UTC");
const messageOrigin = eventOrigin
  .extend({ eventIndex: count("the event's place in its transaction, from 0") })
  .meta({ id: "MessageOrigin" });

const eventMessage = (type: EventType) =>
  z
    .object({
      type: z.literal(`campaign.${type}`).describe("what happened"),
      timestamp,
      data: z
        .intersection(eventItem(type), messageOrigin)
        .describe("the item of GET /api/activity/{address}, and its place in its transaction"),
    })
    .meta({ id: `${eventModelName(type)}Message` });

const testMessage = z
  .object({
    type: z.literal("webhook.test").describe("says nothing but that messages arrive"),
    timestamp,
    data: z
      .object({ endpointId: z.string().describe("the endpoint that was tested") })
      .describe("what was tested"),
  })
  .meta({ id: "TestMessage" });

/** The description of each event type. */
const SUMMARIES: Record<EventType, string> = {
  claimed: "A recipient claimed",
  cancelled: "A campaign was cancelled, and its grace period began",
  paused: "Claims were paused or resumed",
  root_updated: "The recipients of a campaign were changed",
  withdrawn: "The creator took back what was left",
  milestone_released: "A milestone was released",
  stream_cancelled: "A stream was ended and both sides paid",
  instant_refunded: "All went back to the creator before the campaign began",
};

const headerParameter = (name: string, description: string): Json => ({
  ...{ name, in: "header", required: true, description },
  schema: { type: "string" },
});

const PARAMETERS = [
  headerParameter("webhook-id", "The message's id, the same for all its attempts"),
  headerParameter("webhook-timestamp", "When this attempt was signed; unix seconds"),
  headerParameter(
    "webhook-signature",
    "v1, and the HMAC-SHA256 of id, timestamp and body in base64; one for each secret, separated by spaces",
  ),
];

const webhook = (name: string, summary: string, message: z.ZodType): [string, Json] => [
  name,
  {
    post: {
      operationId: `webhook-${name.replaceAll(/\W|_/g, "-")}`,
      summary,
      description:
        "Sent to endpoints that were registered by POST /api/webhooks, as Standard Webhooks has it.",
      tags: ["webhooks"],
      parameters: PARAMETERS,
      requestBody: { required: true, content: { "application/json": { schema: toSchema(message) } } },
      security: [],
      responses: {
        "2XX": { description: "The message is safe, and is not sent again." },
        410: { description: "Nothing is sent to this endpoint any more." },
        default: { description: "The message is sent again later." },
      },
    },
  },
];

/** Every message that is sent to webhook endpoints, by its type. */
export const webhooks = (): Json =>
  Object.fromEntries([
    ...EVENT_TYPES.map((type) => webhook(`campaign.${type}`, SUMMARIES[type], eventMessage(type))),
    webhook("webhook.test", "A test that the owner of an endpoint asked for", testMessage),
  ]);
