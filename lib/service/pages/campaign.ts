import { cache } from "react";
import { selectCampaignDetail } from "@/db/queries/campaigns/campaign-detail";
import { isAddress } from "@/lib/core/solana/addresses";
import { type CampaignDetail, toCampaignDetail } from "@/lib/core/views/campaign";
import { services } from "@/lib/service/services";

/** A campaign with its row id and what the index knows of it, once a request; null when the tree is not registered. */
export const readCampaignRow = cache(async (treeAddress: string) => {
  if (!isAddress(treeAddress)) return null;
  const { reads: db, now } = await services();
  const detail = await selectCampaignDetail(db, { treeAddress, now: now() });
  return (
    detail && {
      rowId: detail.campaign.id,
      facts: detail.campaign,
      newestVersion: detail.rootVersions[0],
      campaign: toCampaignDetail(detail, now()),
    }
  );
});

/** A campaign as the API shows it. */
export async function readCampaign(treeAddress: string): Promise<CampaignDetail | null> {
  return (await readCampaignRow(treeAddress))?.campaign ?? null;
}
