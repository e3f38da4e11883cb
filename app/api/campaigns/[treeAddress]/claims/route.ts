import { z } from "zod";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { selectClaims } from "@/db/queries/events/claims";
import { claimsPage, toClaimView } from "@/lib/core/views/event";
import { notFound } from "@/lib/service/http/errors";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { address, limit, treeParams, u64 } from "@/lib/service/http/parameters";
import { route } from "@/lib/service/http/route";

const query = z.object({
  beneficiary: address.optional(),
  fromSlot: u64.optional(),
  limit: limit(100, 50),
  cursor,
});

/** GET …/claims — a campaign's claims, newest slot first. */
export const GET = route(
  { summary: "A campaign's claims, newest slot first", params: treeParams, query, response: claimsPage },
  async ({ params, query, request, services: { db } }) => {
    const campaign = await selectCampaign(db, params);
    if (!campaign) throw notFound("campaign");
    const { claims, total, nextCursor } = await selectClaims(db, { ...query, campaignRowId: campaign.id });
    return pageReply(request, {
      claims: claims.map(toClaimView),
      total,
      nextCursor,
    });
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
