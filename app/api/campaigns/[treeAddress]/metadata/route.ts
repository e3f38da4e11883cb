import * as z from "zod";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { selectCorrections } from "@/db/queries/campaigns/corrections";
import { correctedView, metadataHistory, toCorrectionView } from "@/lib/contract/campaign";
import { creation, limit, treeParams } from "@/lib/contract/parameters";
import { correctionBody } from "@/lib/contract/requests/metadata";
import { notFound } from "@/lib/core/errors";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";
import { correctCampaign } from "@/lib/service/registration/correct-campaign";

const query = z.object({ limit: limit(100, 20), cursor, creation });

/** GET …/metadata — the metadata of a campaign from its creator, and its corrections, newest first. */
export const GET = route(
  {
    summary: "Returns a campaign's metadata and its corrections, newest first",
    params: treeParams,
    query,
    response: metadataHistory,
    errors: ["NOT_FOUND"],
  },
  async ({ params, query: { creation, ...query }, request, services: { reads: db } }) => {
    const campaign = await selectCampaign(db, { ...params, creation });
    if (!campaign) throw notFound("campaign");
    const { corrections, ...page } = await selectCorrections(db, { ...query, campaignRowId: campaign.id });
    const { metadata } = campaign;
    return pageReply(request, {
      ...{ ...params, metadata, corrections: corrections.map(toCorrectionView) },
      ...page,
    });
  },
);

/** PATCH …/metadata — corrects a campaign's name, description or logo; its creator signs. */
export const PATCH = route(
  {
    summary: "Changes a campaign's name, description or logo; the creator signs",
    params: treeParams,
    body: correctionBody,
    response: correctedView,
    errors: ["NOT_FOUND", "FORBIDDEN"],
    auth: "wallet",
  },
  ({ params, body, wallet, services }) => correctCampaign(services, { ...params, wallet, change: body }),
);

export const { POST, PUT, DELETE, OPTIONS } = otherMethods("GET", "PATCH");
