import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { ACTION, creatorOverrides } from "@/lib/transactions/action-contract";
import { buildWithdrawUnvestedTransaction } from "@/lib/transactions/actions/withdraw-unvested";

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
