import * as z from "zod";
import { selectCampaignDetail } from "@/db/queries/campaigns/campaign-detail";
import { campaignDetail, toCampaignDetail } from "@/lib/contract/campaign";
import { creation, proof, treeParams } from "@/lib/contract/parameters";
import { notFound } from "@/lib/core/errors";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { proveCampaign } from "@/lib/service/response-proofs";

/** GET /api/campaigns/:treeAddress — all data of one campaign except its leaves. */
export const GET = route(
  {
    summary: "Returns a campaign with all data except its leaves",
    params: treeParams,
    query: z.object({ creation, proof }),
    response: campaignDetail,
    errors: ["NOT_FOUND"],
  },
  async ({ params, query: { creation, proof }, services }) => {
    if (proof) return proveCampaign(services, { creation, ...params });
    const { reads: db, now } = services;
    const detail = await selectCampaignDetail(db, { now: now(), creation, ...params });
    if (!detail) throw notFound("campaign");
    return toCampaignDetail(detail, now());
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
