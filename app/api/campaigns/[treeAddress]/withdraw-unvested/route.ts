import { ACTION, creatorOverrides } from "@/lib/service/actions/action-contract";
import { buildWithdrawUnvestedTransaction } from "@/lib/service/actions/withdraw-unvested";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/** POST /api/campaigns/:treeAddress/withdraw-unvested — the unsigned withdraw_unvested transaction. */
export const POST = route(
  {
    ...ACTION,
    summary: "Builds the transaction that returns what is left after the grace period; the creator signs.",
    body: creatorOverrides,
  },
  buildWithdrawUnvestedTransaction,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
