import { z } from "zod";
import { EVENT_TYPES } from "@/lib/core/views/event";
import { address, i64 } from "@/lib/service/http/parameters";

const MOST_CAMPAIGNS = 100;
const MOST_URL = 2_048;

const scope = {
  campaigns: z
    .array(address)
    .min(1)
    .max(MOST_CAMPAIGNS, `must be at most ${MOST_CAMPAIGNS} trees`)
    .transform((trees) => [...new Set(trees)])
    .optional()
    .meta({ description: "Trees whose events are sent, registered or not yet" }),
  address: address.optional().meta({
    description:
      "Its own claims, the other events of campaigns it receives from, and all of those it created",
  }),
  creator: address.optional().meta({ description: "All events of the campaigns it created" }),
};

const url = z.string().max(MOST_URL, `must be at most ${MOST_URL} characters`);
const types = z
  .array(z.enum(EVENT_TYPES))
  .min(1)
  .max(2 * EVENT_TYPES.length)
  .transform((list) => [...new Set(list)]);

const scopesIn = (body: object) => Object.keys(scope).filter((name) => Reflect.get(body, name) !== undefined);

export const endpointBody = z
  .object({ url, ...scope, types: types.nullable().default(null) })
  .refine((body) => scopesIn(body).length === 1, {
    path: ["campaigns"],
    message: "give one of campaigns, address and creator",
  });

export const endpointChangeBody = z
  .object({
    url: url.optional(),
    ...scope,
    types: types.nullable().optional(),
    enabled: z.boolean().optional(),
  })
  .refine((body) => scopesIn(body).length <= 1, {
    path: ["campaigns"],
    message: "give at most one of campaigns, address and creator",
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ["url"],
    message: "give something to change: url, campaigns, address, creator, types or enabled",
  });

export const replayBody = z
  .object({
    deliveryId: z.int().min(1).optional(),
    fromBlockTime: i64.optional(),
    toBlockTime: i64.optional(),
    cursor: z.string().max(1_024).optional(),
  })
  .refine((body) => (body.deliveryId === undefined) !== (body.fromBlockTime === undefined), {
    path: ["deliveryId"],
    message: "give either deliveryId, or fromBlockTime with or without toBlockTime",
  });

/** The names of endpoints as we make them. */
export const endpointParams = z.object({
  endpointId: z.string().regex(/^ep_[A-Za-z0-9_-]{22}$/, "must be the id of an endpoint"),
});
