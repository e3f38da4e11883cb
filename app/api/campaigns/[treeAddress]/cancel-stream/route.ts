import { actionContract, streamOverrides } from "@/lib/service/actions/action-contract";
import { ACTIONS, buildTransaction } from "@/lib/service/actions/actions";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/** POST /api/campaigns/:treeAddress/cancel-stream — the unsigned cancel_stream transaction. */
export const POST = route(
  {
    ...actionContract(
      "NOT_SINGLE_STREAM",
      "NOT_CANCELLABLE",
      "ALREADY_CANCELLED",
      "FULLY_VESTED",
      "CONFLICT",
    ),
    summary:
      "Builds the transaction that cancels a one-leaf campaign and pays both parties; the creator signs.",
    body: streamOverrides,
  },
  buildTransaction(ACTIONS.cancelStream),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
