import * as z from "zod";
import { address, i64 } from "@/lib/contract/parameters";
import { EVENT_TYPES } from "@/lib/core/events/event-types";
import { findReceiverUrlError, type ReceiverRules } from "./receiver-url";

const MAX_CAMPAIGNS = 100;
const MAX_URL_CHARACTERS = 2_048;

const scope = {
  campaigns: z
    .array(address)
    .min(1)
    .max(MAX_CAMPAIGNS, `must be at most ${MAX_CAMPAIGNS} trees`)
    .transform((trees) => [...new Set(trees)])
    .optional()
    .meta({ description: "Trees whose events are sent, whether registered or not" }),
  address: address.optional().meta({
    description:
      "Claims of this address, the other events of campaigns it receives from, and all events of campaigns it created",
  }),
  creator: address.optional().meta({ description: "All events of the campaigns it created" }),
};

const url = z
  .string()
  .max(MAX_URL_CHARACTERS, `must be at most ${MAX_URL_CHARACTERS} characters`)
  .describe("https URL that receives events");
const types = z
  .array(z.enum(EVENT_TYPES))
  .min(1)
  .max(2 * EVENT_TYPES.length)
  .transform((list) => [...new Set(list)])
  .meta({ description: "event types to send; null for all" });

const scopesIn = (body: object) => Object.keys(scope).filter((name) => Reflect.get(body, name) !== undefined);

export const endpointBody = z
  .object({ url, ...scope, types: types.nullable().default(null) })
  .refine((body) => scopesIn(body).length === 1, {
    path: ["campaigns"],
    message: "must contain exactly one of campaigns, address and creator",
  })
  .meta({ id: "WebhookEndpointRequest" });

/** Returns the schema of a new endpoint that also checks the URL, for forms. */
export const endpointRequest = (rules: ReceiverRules) =>
  endpointBody.refine(({ url }) => findReceiverUrlError(url, rules) === null, { path: ["url"] });

export const endpointChangeBody = z
  .object({
    url: url.optional(),
    ...scope,
    types: types.nullable().optional(),
    enabled: z.boolean().optional().describe("whether the endpoint is enabled"),
  })
  .refine((body) => scopesIn(body).length <= 1, {
    path: ["campaigns"],
    message: "must contain at most one of campaigns, address and creator",
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ["url"],
    message: "must contain at least one of url, campaigns, address, creator, types and enabled",
  })
  .meta({ id: "WebhookEndpointChange" });

export const replayBody = z
  .object({
    deliveryId: z.int().min(1).optional().describe("number of one delivery"),
    fromBlockTime: i64.optional().describe("instead of deliveryId: events from this time on; unix seconds"),
    toBlockTime: i64.optional().describe("events up to this time; unix seconds"),
    cursor: z.string().max(1_024).optional().describe("the nextCursor of the previous response"),
  })
  .refine((body) => (body.deliveryId === undefined) !== (body.fromBlockTime === undefined), {
    path: ["deliveryId"],
    message: "must contain either deliveryId, or fromBlockTime with an optional toBlockTime",
  })
  .meta({ id: "ReplayRequest" });

/** The format of generated endpoint ids. */
const endpointId = z.string().regex(/^ep_[A-Za-z0-9_-]{22}$/, "must be the id of an endpoint");

export const allEndpointsQuery = z.object({
  cursor: endpointId.optional().describe("The nextCursor of the previous response"),
});

export const endpointParams = z.object({
  endpointId: endpointId.describe("The endpoint ID from its registration"),
});
