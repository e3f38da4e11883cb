import { confirmationInviteView } from "@/lib/contract/confirmation";
import { renewInvite } from "@/lib/service/confirmations/lists";
import { rowParams } from "@/lib/service/confirmations/schemas";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/** POST …/recipients/:row/invite — replaces the invite of a row and resets its confirmation. */
export const POST = route(
  {
    summary: "Creates a new invite for a row, which replaces the earlier invite and resets its confirmation",
    params: rowParams,
    response: confirmationInviteView,
    errors: ["NOT_FOUND", "CONFLICT"],
    auth: "wallet",
  },
  ({ params, wallet, services }) => renewInvite(services, { ...params, wallet }),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
