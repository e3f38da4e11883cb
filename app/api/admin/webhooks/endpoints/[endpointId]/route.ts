import { doneView } from "@/lib/contract/field-schemas";
import { endpointParams } from "@/lib/contract/requests/webhooks";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { removeAnyEndpoint } from "@/lib/service/webhooks/endpoints";

/** DELETE /api/admin/webhooks/endpoints/:endpointId — deletes an endpoint of any wallet with its deliveries. */
export const DELETE = route(
  {
    summary: "Deletes a webhook endpoint of any wallet with its deliveries",
    auth: "admin",
    params: endpointParams,
    response: doneView,
    errors: ["NOT_FOUND"],
  },
  ({ params, services }) => removeAnyEndpoint(services, params),
);

export const { GET, HEAD, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
