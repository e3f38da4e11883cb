import { syncedView } from "@/lib/contract/operations";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { answerSync, signaturesBody } from "@/lib/service/indexer/requests";

/** POST /api/claims/sync — indexes the claims of transactions, and responds after the database commit. */
export const POST = route(
  {
    summary: "Indexes claims by signature",
    auth: "admin",
    body: signaturesBody,
    limit: 5,
    response: syncedView,
    errors: ["LEDGER_UNAVAILABLE"],
  },
  ({ body, services }) => answerSync(services, body, { claimsOnly: true }),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
