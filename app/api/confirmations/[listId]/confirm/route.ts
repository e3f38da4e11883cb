import { confirmedView } from "@/lib/contract/confirmation";
import { confirmWallet } from "@/lib/service/confirmations/recipients";
import { confirmBody, listParams } from "@/lib/service/confirmations/schemas";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/**
 * POST /api/confirmations/:listId/confirm — the signing wallet confirms that it belongs to a recipient. The
 * signed message must name domain, method, path and body, because the list stores it as a proof.
 */
export const POST = route(
  {
    summary: "Confirms the signing wallet in its row of the list, or in the row of an invite",
    params: listParams,
    body: confirmBody,
    response: confirmedView,
    errors: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
    auth: "wallet",
  },
  ({ params, body, wallet, proof, services }) =>
    confirmWallet(services, { ...params, ...body, wallet, proof }),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
