import * as z from "zod";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { selectLeaves } from "@/db/queries/campaigns/leaves";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { leavesPage, toLeavesPage } from "@/lib/contract/leaf";
import { creation, flag, labels, limit, page, treeParams, u32Text } from "@/lib/contract/parameters";
import { notFound } from "@/lib/core/errors";
import { extend } from "@/lib/core/extend";
import { exportLeaves, onlyInCsv } from "@/lib/service/exports/campaign-lists";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";
import { readCreatorLabels } from "@/lib/service/labels/creator-labels";

const query = z.object({
  page,
  limit: limit(1000, 100),
  cursor,
  ...listFormat,
  creation,
  rootVersion: u32Text.optional().describe("Version of the root; the current one by default"),
  proofs: flag.default(false).describe("Whether each leaf includes its proof"),
  labels: labels.describe("CSV only: adds the creator's private labels; requires a signature of the creator"),
});

/** GET …/leaves — the leaves of a root version (default: the current one) with the payouts of each. */
export const GET = route(
  {
    summary:
      "Lists the leaves of a root version with the amount paid for each, and with their proofs if proofs=true",
    params: treeParams,
    query,
    response: leavesPage,
    errors: ["NOT_FOUND"],
    csv: true,
    signedWith: "labels",
  },
  async ({ params, query: { creation, labels: hasLabels, ...query }, request, services, asCsv, wallet }) => {
    if (hasLabels && !asCsv) throw onlyInCsv("labels");
    const { reads: db } = services;
    const campaign = await selectCampaign(db, { ...params, creation });
    if (!campaign) throw notFound("campaign");
    const labels = await readCreatorLabels(services, { ...params, creation, wallet });
    if (asCsv) return exportLeaves(services, { request, campaign, labels, ...query });
    const leaves = await selectLeaves(db, { campaignRowId: campaign.id, ...query });
    if (!leaves) throw notFound("root version", "version");
    const position = { page: query.page, limit: query.limit, nextCursor: leaves.nextCursor };
    return pageReply(request, extend(toLeavesPage(leaves), position));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
