import { z } from "zod";
import { selectCampaignDetail } from "@/db/queries/campaigns/campaign-detail";
import { campaignDetail, toCampaignDetail } from "@/lib/contract/campaign";
import { creation, treeParams } from "@/lib/contract/parameters";
import { notFound } from "@/lib/core/errors";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/** GET /api/campaigns/:treeAddress — all data of one campaign except its leaves. */
export const GET = route(
  {
    summary: "Returns a campaign with all data except its leaves",
    params: treeParams,
    query: z.object({ creation }),
    response: campaignDetail,
    errors: ["NOT_FOUND"],
  },
  async ({ params, query, services: { reads: db, now } }) => {
    const detail = await selectCampaignDetail(db, { now: now(), ...params, ...query });
    if (!detail) throw notFound("campaign");
    return toCampaignDetail(detail, now());
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
