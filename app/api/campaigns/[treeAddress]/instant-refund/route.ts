import { actionContract, creatorOverrides } from "@/lib/service/actions/action-contract";
import { ACTIONS, buildTransaction } from "@/lib/service/actions/actions";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/** POST /api/campaigns/:treeAddress/instant-refund — the unsigned instant_refund_campaign transaction. */
export const POST = route(
  {
    ...actionContract(
      "NOT_ELIGIBLE_FOR_INSTANT_REFUND",
      "NOT_CANCELLABLE",
      "ALREADY_CANCELLED",
      "FULLY_VESTED",
    ),
    summary: "Builds the transaction that refunds a campaign that has not started; the creator signs.",
    body: creatorOverrides,
  },
  buildTransaction(ACTIONS.instantRefund),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
