import { endpointParams } from "@/lib/contract/requests/webhooks";
import { webhookTestView } from "@/lib/contract/webhook";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { sendTest } from "@/lib/service/webhooks/deliveries";

const TESTS_PER_MINUTE = 6;

/**
 * POST …/test — sends a message of type webhook.test to an endpoint immediately, and returns its response.
 */
export const POST = route(
  {
    summary: "Sends a test message to a webhook endpoint, and returns its response",
    params: endpointParams,
    response: webhookTestView,
    errors: ["NOT_FOUND"],
    auth: "wallet",
    limit: TESTS_PER_MINUTE,
  },
  ({ params, wallet, services }) => sendTest(services, { ...params, wallet }),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
