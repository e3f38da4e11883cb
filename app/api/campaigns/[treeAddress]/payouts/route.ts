import * as z from "zod";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { selectPayouts } from "@/db/queries/campaigns/payouts";
import { payoutsPage, toPayoutView } from "@/lib/contract/leaf";
import { creation, limit, treeParams } from "@/lib/contract/parameters";
import { notFound } from "@/lib/core/errors";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";

const query = z.object({ limit: limit(1000, 1000), cursor, creation });

/** GET …/payouts — the payouts of each beneficiary by leaf index, over all roots of the campaign. */
export const GET = route(
  {
    summary: "Lists the amounts paid to each beneficiary by leaf index or milestone, over all roots",
    params: treeParams,
    query,
    response: payoutsPage,
    errors: ["NOT_FOUND"],
  },
  async ({ params, query: { creation, ...query }, request, services: { reads: db } }) => {
    const campaign = await selectCampaign(db, { ...params, creation });
    if (!campaign) throw notFound("campaign");
    const found = await selectPayouts(db, { ...query, campaignRowId: campaign.id });
    return pageReply(request, {
      payouts: found.payouts.map(toPayoutView),
      merkleRoot: campaign.merkleRoot,
      totalClaimed: campaign.totalClaimed.toString(),
      nextCursor: found.nextCursor,
    });
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
