import * as z from "zod";
import { addressText, count, nextCursor } from "./field-schemas";
import { webhookEndpointView } from "./webhook";

/** Response of GET /api/admin/webhooks/endpoints: by id. */
export const operatorEndpointsPage = z
  .object({
    endpoints: z
      .array(
        webhookEndpointView
          .extend({ wallet: addressText.describe("wallet that registered it") })
          .meta({ id: "OperatorEndpoint" }),
      )
      .describe("endpoints of all wallets, by id"),
    nextCursor,
  })
  .meta({ id: "OperatorEndpointPage" });

/** Response of GET /api/admin/webhooks. */
export const webhookBacklogView = z
  .object({
    endpoints: count("number of endpoints of all wallets"),
    disabled: count("number of disabled endpoints"),
    failing: z
      .number()
      .int()
      .describe("number of endpoints without a successful delivery since their last failure"),
    pending: z.number().int().describe("number of events waiting for enabled endpoints"),
    oldestSeconds: z.number().int().nullable().describe("waiting time of the oldest event"),
  })
  .meta({ id: "WebhookBacklog" });
