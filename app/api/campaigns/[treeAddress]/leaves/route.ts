import { z } from "zod";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { selectLeaves } from "@/db/queries/campaigns/leaves";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { leavesPage, toLeavesPage } from "@/lib/contract/leaf";
import { creation, flag, limit, page, treeParams, u32Text } from "@/lib/contract/parameters";
import { notFound } from "@/lib/core/errors";
import { extend } from "@/lib/core/extend";
import { exportLeaves } from "@/lib/service/exports/campaign-lists";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";

const query = z.object({
  page,
  limit: limit(1000, 100),
  cursor,
  ...listFormat,
  creation,
  rootVersion: u32Text.optional().describe("Of which root; the current one unless said"),
  proofs: flag.default(false).describe("Whether each leaf comes with its proof"),
});

/** GET …/leaves — the leaves of a root version (default: the current one) with the payouts of each. */
export const GET = route(
  {
    summary: "The leaves of a root version, with what each has paid out, and with proofs=true their proofs",
    params: treeParams,
    query,
    response: leavesPage,
    errors: ["NOT_FOUND"],
    csv: true,
  },
  async ({ params, query: { creation, ...query }, request, services, asCsv }) => {
    const { reads: db } = services;
    const campaign = await selectCampaign(db, { ...params, creation });
    if (!campaign) throw notFound("campaign");
    if (asCsv) return exportLeaves(services, { request, campaign, ...query });
    const leaves = await selectLeaves(db, { campaignRowId: campaign.id, ...query });
    if (!leaves) throw notFound("root version");
    const place = { page: query.page, limit: query.limit, nextCursor: leaves.nextCursor };
    return pageReply(request, extend(toLeavesPage(leaves), place));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
