import { countCampaigns } from "@/db/queries/campaigns/campaign-filter";
import { selectCampaigns } from "@/db/queries/campaigns/campaigns";
import { toCampaignItem } from "@/lib/core/views/campaign";
import { services } from "@/lib/service/services";

/** Live figures for those who come for the first time. */
export async function readFigures() {
  const { db, now } = await services();
  const at = now();
  const [newest, active, claimable] = await Promise.all([
    selectCampaigns(db, { now: at, page: 1, limit: 5 }),
    countCampaigns(db, { now: at, status: "active" }),
    countCampaigns(db, { now: at, status: "claimable" }),
  ]);
  return {
    campaigns: newest.total,
    active,
    claimable,
    newest: newest.campaigns.map((campaign) => toCampaignItem(campaign, at)),
  };
}
