import { z } from "zod";
import { webhookEndpointView } from "./webhook";
import { addressText, count, nextCursor } from "./wire";

/** Response of GET /api/admin/webhooks/endpoints: by id. */
export const operatorEndpointsPage = z
  .object({
    endpoints: z
      .array(
        webhookEndpointView
          .extend({ wallet: addressText.describe("the wallet that registered it") })
          .meta({ id: "OperatorEndpoint" }),
      )
      .describe("of all wallets, by id"),
    nextCursor,
  })
  .meta({ id: "OperatorEndpointPage" });

/** Response of GET /api/admin/webhooks. */
export const webhookBacklogView = z
  .object({
    endpoints: count("endpoints of all wallets"),
    disabled: count("endpoints to which nothing is sent"),
    failing: z.number().int().describe("endpoints that took nothing since their last failure"),
    pending: z.number().int().describe("events to be sent to endpoints that are not disabled"),
    oldestSeconds: z.number().int().nullable().describe("how long the oldest of them has waited"),
  })
  .meta({ id: "WebhookBacklog" });
