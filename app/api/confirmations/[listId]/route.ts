import { publicConfirmationView } from "@/lib/contract/confirmation";
import { doneView } from "@/lib/contract/field-schemas";
import { readPublicList, removeConfirmationList } from "@/lib/service/confirmations/lists";
import { listParams } from "@/lib/service/confirmations/schemas";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/** GET /api/confirmations/:listId — what recipients see of a list: neither its rows nor their number. */
export const GET = route(
  {
    summary: "Returns the name and the creator of a confirmation list, without its recipients",
    params: listParams,
    response: publicConfirmationView,
    errors: ["NOT_FOUND"],
  },
  ({ params, services }) => readPublicList(services, params.listId),
);

/** DELETE /api/confirmations/:listId — deletes a list with its confirmations. */
export const DELETE = route(
  {
    summary: "Deletes a confirmation list with its confirmations",
    params: listParams,
    response: doneView,
    errors: ["NOT_FOUND"],
    auth: "wallet",
  },
  ({ params, wallet, services }) => removeConfirmationList(services, { ...params, wallet }),
);

export const { POST, PUT, PATCH, OPTIONS } = otherMethods("GET", "DELETE");
