import { deskView } from "@/lib/contract/desk/view";
import { addressParams } from "@/lib/contract/parameters";
import { readDesk } from "@/lib/service/desk/read-desk";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/**
 * GET /api/creator/:address/desk — the open tasks of a creator, and the sums of the creator's campaigns by
 * token.
 */
export const GET = route(
  {
    summary: "What waits for a creator, and the sums of their campaigns by token and month",
    params: addressParams,
    response: deskView,
  },
  ({ params: { address }, services }) => readDesk(services, address),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
