import { endpointBody } from "@/lib/contract/requests/webhooks";
import { webhookSecretView, webhooksView } from "@/lib/contract/webhook";
import { consumeNetworkShare } from "@/lib/service/http/limits/rate-limit";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { createEndpoint, listEndpoints } from "@/lib/service/webhooks/endpoints";

/** GET /api/webhooks — the webhook endpoints of the signing wallet, without their secrets. */
export const GET = route(
  {
    summary: "Lists the wallet's webhook endpoints, without their secrets",
    response: webhooksView,
    auth: "wallet",
  },
  ({ wallet, services }) => listEndpoints(services, wallet),
);

/** POST /api/webhooks — registers a webhook endpoint of the signing wallet, and returns its secret once. */
export const POST = route(
  {
    summary: "Registers a webhook endpoint for the events of campaigns, of an address or of a creator",
    body: endpointBody,
    response: webhookSecretView,
    errors: ["FORBIDDEN"],
    status: 201,
    auth: "wallet",
  },
  async ({ body, wallet, services, request }) => {
    const limit = Math.max(10, services.env.WEBHOOK_ENDPOINTS / 20);
    const consumeShare = () => consumeNetworkShare(services, request, { name: "webhook endpoints", limit });
    return reply(201, await createEndpoint(services, { ...body, wallet, consumeShare }));
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
