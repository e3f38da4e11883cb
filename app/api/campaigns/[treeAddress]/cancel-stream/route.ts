import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { ACTION, streamOverrides } from "@/lib/transactions/action-contract";
import { buildCancelStreamTransaction } from "@/lib/transactions/actions/cancel-stream";

/** POST /api/campaigns/:treeAddress/cancel-stream — the unsigned cancel_stream transaction. */
export const POST = route(
  {
    ...ACTION,
    summary:
      "Builds the transaction that cancels a one-leaf campaign and pays both sides; the creator signs.",
    body: streamOverrides,
  },
  buildCancelStreamTransaction,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
