import { endpointParams, replayBody } from "@/lib/contract/requests/webhooks";
import { webhookReplayView } from "@/lib/contract/webhook";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { replay } from "@/lib/service/webhooks/deliveries";

const REPLAYS_PER_MINUTE = 10;

/** POST …/replay — sends one delivery, or the events of a period, to an endpoint again. */
export const POST = route(
  {
    summary: "Resends one delivery, or up to 500 events of a period, to a webhook endpoint",
    params: endpointParams,
    body: replayBody,
    response: webhookReplayView,
    errors: ["NOT_FOUND", "CONFLICT"],
    auth: "wallet",
    limit: REPLAYS_PER_MINUTE,
  },
  ({ params, body, wallet, services }) => replay(services, { ...body, ...params, wallet }),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
