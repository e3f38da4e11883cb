import { creatorDashboardView } from "@/lib/contract/creator-dashboard/view";
import { addressParams } from "@/lib/contract/parameters";
import { readCreatorDashboard } from "@/lib/service/creator-dashboard/read-dashboard";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/**
 * GET /api/creator/:address/dashboard — the open tasks of a creator, and the totals of the creator's campaigns
 * by token.
 */
export const GET = route(
  {
    summary: "Returns the open actions of a creator, and the totals of their campaigns by token and month",
    params: addressParams,
    response: creatorDashboardView,
  },
  ({ params: { address }, services }) => readCreatorDashboard(services, address),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
