import { operatorEndpointsPage } from "@/lib/contract/operator-webhooks";
import { allEndpointsQuery } from "@/lib/contract/requests/webhooks";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { listAllEndpoints } from "@/lib/service/webhooks/endpoints";

/** GET /api/admin/webhooks/endpoints — the webhook endpoints of all wallets, without their secrets. */
export const GET = route(
  {
    summary: "Lists the webhook endpoints of all wallets, without their secrets",
    auth: "admin",
    query: allEndpointsQuery,
    response: operatorEndpointsPage,
  },
  ({ query, services }) => listAllEndpoints(services, query),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
