import * as z from "zod";
import { selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { addressParams, limit, page, unverified } from "@/lib/contract/parameters";
import { beneficiaryCampaigns } from "@/lib/contract/portfolio/beneficiary";
import { toBeneficiaryCampaign } from "@/lib/contract/portfolio/rows";
import { exportPortfolio } from "@/lib/service/exports/address-lists";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";

const query = z.object({
  page,
  limit: limit(100, 20),
  cursor,
  ...listFormat,
  unverified,
});

/** GET /api/beneficiary/:address/campaigns — the campaigns whose current root has a leaf for an address. */
export const GET = route(
  {
    summary: "Lists the campaigns with leaves for an address under the current root",
    params: addressParams,
    query,
    response: beneficiaryCampaigns,
    csv: true,
  },
  async ({ params: { address }, query: { unverified, ...query }, request, services, asCsv }) => {
    if (asCsv) return exportPortfolio(services, { request, address, unverified });
    const isVerifiedOnly = unverified === "exclude";
    const { reads: db, now } = services;
    const { campaigns, total, nextCursor } = await selectBeneficiaryCampaigns(db, {
      address,
      isVerifiedOnly,
      ...query,
    });
    return pageReply(request, {
      address,
      campaigns: campaigns.map((row) => toBeneficiaryCampaign(row, now())),
      total,
      nextCursor,
    });
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
