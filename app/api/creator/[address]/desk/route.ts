import { creatorDashboardView } from "@/lib/contract/creator-dashboard/view";
import { addressParams } from "@/lib/contract/parameters";
import { readCreatorDashboard } from "@/lib/service/creator-dashboard/read-dashboard";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/** GET /api/creator/:address/desk — the earlier path of `/api/creator/:address/dashboard`. */
export const GET = route(
  {
    summary: "Earlier path of /api/creator/{address}/dashboard",
    params: addressParams,
    response: creatorDashboardView,
    deprecated: {
      since: "2026-11-26",
      sunset: "2027-06-01",
      link: "/docs/versions#api",
      successor: "/api/creator/{address}/dashboard",
    },
  },
  ({ params: { address }, services }) => readCreatorDashboard(services, address),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
