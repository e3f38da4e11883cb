import { actionContract, transactionOptions } from "@/lib/service/actions/action-contract";
import { ACTIONS, buildTransaction } from "@/lib/service/actions/actions";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/** POST /api/campaigns/:treeAddress/cancel — the unsigned cancel_campaign transaction. */
export const POST = route(
  {
    ...actionContract("NOT_CANCELLABLE", "ALREADY_CANCELLED", "FULLY_VESTED"),
    summary: "Builds the transaction that cancels a campaign; its cancel authority signs.",
    body: transactionOptions,
  },
  buildTransaction(ACTIONS.cancel),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
