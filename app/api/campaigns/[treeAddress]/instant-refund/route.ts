import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { ACTION, creatorOverrides } from "@/lib/transactions/action-contract";
import { buildInstantRefundTransaction } from "@/lib/transactions/actions/instant-refund";

/** POST /api/campaigns/:treeAddress/instant-refund — the unsigned instant_refund_campaign transaction. */
export const POST = route(
  {
    ...ACTION,
    summary: "Builds the transaction that refunds a campaign that has not started; the creator signs.",
    body: creatorOverrides,
  },
  buildInstantRefundTransaction,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
