import { confirmationRowsPage } from "@/lib/contract/confirmation";
import { exportRecipients, listRecipients } from "@/lib/service/confirmations/recipients";
import { listParams, recipientsQuery } from "@/lib/service/confirmations/schemas";
import { otherMethods } from "@/lib/service/http/methods";
import { pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";

/** GET /api/confirmations/:listId/recipients — the recipients of a list with their proofs, for its creator. */
export const GET = route(
  {
    summary: "Lists the recipients of a confirmation list with what their wallets signed",
    params: listParams,
    query: recipientsQuery,
    response: confirmationRowsPage,
    errors: ["NOT_FOUND"],
    auth: "wallet",
    csv: true,
  },
  async ({ params, query, wallet, services, request, asCsv }) => {
    if (asCsv) return exportRecipients(services, { ...query, ...params, wallet, request });
    return pageReply(request, await listRecipients(services, { ...query, ...params, wallet }));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
