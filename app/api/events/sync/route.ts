import { syncedView } from "@/lib/contract/operations";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { answerSync, signaturesBody } from "@/lib/service/indexer/requests";

/** POST /api/events/sync — indexes the events of the given transactions, and returns the result of each. */
export const POST = route(
  {
    summary: "Indexes transactions by signature",
    body: signaturesBody,
    limit: 20,
    response: syncedView,
    errors: ["LEDGER_UNAVAILABLE"],
  },
  ({ body, services }) => answerSync(services, body),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
