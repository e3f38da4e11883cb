import * as z from "zod";
import { limit } from "@/lib/contract/parameters";
import { endpointParams } from "@/lib/contract/requests/webhooks";
import { webhookDeliveriesPage } from "@/lib/contract/webhook";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";
import { listDeliveries } from "@/lib/service/webhooks/deliveries";

const query = z.object({ limit: limit(200, 50), cursor });

/** GET …/deliveries — sent and pending deliveries of an endpoint, newest first. */
export const GET = route(
  {
    summary: "Lists past and pending deliveries of a webhook endpoint, newest first",
    params: endpointParams,
    query,
    response: webhookDeliveriesPage,
    errors: ["NOT_FOUND"],
    auth: "wallet",
  },
  async ({ params, query, wallet, request, services }) =>
    pageReply(request, await listDeliveries(services, { ...params, ...query, wallet })),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
