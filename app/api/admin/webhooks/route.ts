import { webhookBacklogView } from "@/lib/contract/operator-webhooks";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { webhookBacklog } from "@/lib/service/webhooks/deliveries";

/** GET /api/admin/webhooks — the number and age of pending events, and the state of the endpoints. */
export const GET = route(
  {
    summary: "Returns the state of webhooks: endpoints and waiting events",
    auth: "admin",
    response: webhookBacklogView,
  },
  ({ services }) => webhookBacklog(services),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
