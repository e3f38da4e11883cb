import { endpointParams } from "@/lib/contract/requests/webhooks";
import { webhookSecretView } from "@/lib/contract/webhook";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { rotateSecret } from "@/lib/service/webhooks/endpoints";

/**
 * POST …/secret — rotates the secret of an endpoint and returns it once; the previous secret also signs for a
 * day.
 */
export const POST = route(
  {
    summary: "Rotates the secret of a webhook endpoint; the previous secret also signs for 24 hours",
    params: endpointParams,
    response: webhookSecretView,
    errors: ["NOT_FOUND"],
    auth: "wallet",
  },
  ({ params, wallet, services }) => rotateSecret(services, { ...params, wallet }),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
