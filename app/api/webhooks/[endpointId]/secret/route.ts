import { webhookSecretView } from "@/lib/contract/webhook";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { rotateSecret } from "@/lib/service/webhooks/endpoints";
import { endpointParams } from "@/lib/service/webhooks/schemas";

/** POST …/secret — gives an endpoint another secret and tells it once; the one before signs too for a day. */
export const POST = route(
  {
    summary: "Gives a webhook endpoint another secret; the one before signs too for 24 hours",
    params: endpointParams,
    response: webhookSecretView,
    errors: ["NOT_FOUND"],
    auth: "wallet",
  },
  ({ params, wallet, services }) => rotateSecret(services, { ...params, wallet }),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
