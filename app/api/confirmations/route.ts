import { confirmationCreatedView, confirmationListsView } from "@/lib/contract/confirmation";
import { confirmationListBody } from "@/lib/contract/requests/confirmations";
import { createConfirmationList, listConfirmationLists } from "@/lib/service/confirmations/lists";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";

/** GET /api/confirmations — the confirmation lists of the signing wallet, newest first. */
export const GET = route(
  {
    summary: "Lists the wallet's confirmation lists with the number of confirmed wallets",
    response: confirmationListsView,
    auth: "wallet",
  },
  ({ wallet, services }) => listConfirmationLists(services, wallet),
);

/** POST /api/confirmations — stores a list of recipients whose wallets are to be confirmed. */
export const POST = route(
  {
    summary: "Creates a list of recipients who confirm their wallets, and invites for those without a wallet",
    body: confirmationListBody,
    response: confirmationCreatedView,
    errors: ["FORBIDDEN"],
    status: 201,
    auth: "wallet",
    largeBody: true,
  },
  async ({ body, wallet, services, request }) =>
    reply(201, await createConfirmationList(services, request, { ...body, wallet })),
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
