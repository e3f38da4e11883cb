import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { ACTION, noOverrides } from "@/lib/transactions/action-contract";
import { buildCancelTransaction } from "@/lib/transactions/actions/cancel";

/** POST /api/campaigns/:treeAddress/cancel — the unsigned cancel_campaign transaction. */
export const POST = route(
  {
    ...ACTION,
    summary: "Builds the transaction that cancels a campaign; its cancel authority signs.",
    body: noOverrides,
  },
  buildCancelTransaction,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
