import { actionContract, creatorOverrides } from "@/lib/service/actions/action-contract";
import { ACTIONS, buildTransaction } from "@/lib/service/actions/actions";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/** POST /api/campaigns/:treeAddress/withdraw-unvested — the unsigned withdraw_unvested transaction. */
export const POST = route(
  {
    ...actionContract("NOT_CANCELLED", "GRACE_PERIOD_ACTIVE", "FULLY_VESTED", "NOTHING_TO_CLAIM"),
    summary:
      "Builds the transaction that returns the remaining balance after the grace period; the creator signs.",
    body: creatorOverrides,
  },
  buildTransaction(ACTIONS.withdrawUnvested),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
