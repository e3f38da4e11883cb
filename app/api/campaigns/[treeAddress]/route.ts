import { selectCampaignDetail } from "@/db/queries/campaign-detail";
import { notFound } from "@/lib/http/errors";
import { otherMethods } from "@/lib/http/methods";
import { treeParams } from "@/lib/http/parameters";
import { route } from "@/lib/http/route";
import { campaignDetail, toCampaignDetail } from "@/lib/views/campaign";

/** GET /api/campaigns/:treeAddress — everything about one campaign but its leaves. */
export const GET = route(
  { summary: "Everything about one campaign but its leaves", params: treeParams, response: campaignDetail },
  async ({ params, services: { db, now } }) => {
    const detail = await selectCampaignDetail(db, { ...params, now: now() });
    if (!detail) throw notFound("campaign");
    return toCampaignDetail(detail, now());
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
