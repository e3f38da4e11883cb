import { doneView } from "@/lib/contract/field-schemas";
import { endpointChangeBody, endpointParams } from "@/lib/contract/requests/webhooks";
import { webhookChangedView } from "@/lib/contract/webhook";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { changeEndpoint, removeEndpoint } from "@/lib/service/webhooks/endpoints";

/**
 * PATCH /api/webhooks/:endpointId — changes URL, scope or event types of an endpoint, enables or disables it.
 */
export const PATCH = route(
  {
    summary: "Changes a webhook endpoint; after it is enabled again, failed deliveries continue",
    params: endpointParams,
    body: endpointChangeBody,
    response: webhookChangedView,
    errors: ["NOT_FOUND"],
    auth: "wallet",
  },
  ({ params, body, wallet, services }) => changeEndpoint(services, { ...body, ...params, wallet }),
);

/** DELETE /api/webhooks/:endpointId — deletes an endpoint with its deliveries. */
export const DELETE = route(
  {
    summary: "Deletes a webhook endpoint with its deliveries",
    params: endpointParams,
    response: doneView,
    errors: ["NOT_FOUND"],
    auth: "wallet",
  },
  ({ params, wallet, services }) => removeEndpoint(services, { ...params, wallet }),
);

export const { GET, HEAD, POST, PUT, OPTIONS } = otherMethods("PATCH", "DELETE");
