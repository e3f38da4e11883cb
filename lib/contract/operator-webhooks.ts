import { z } from "zod";
import { webhookEndpointView } from "./webhook";
import { addressText, nextCursor } from "./wire";

/** GET /api/admin/webhooks/endpoints: by id. */
export const operatorEndpointsPage = z.object({
  endpoints: z
    .array(webhookEndpointView.extend({ wallet: addressText.describe("the wallet that registered it") }))
    .describe("of all wallets, by id"),
  nextCursor,
});
