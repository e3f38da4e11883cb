import { selectCampaigns } from "@/db/queries/campaigns";
import { services } from "@/lib/services";
import { toCampaignItem } from "@/lib/views/campaign";

/** Live figures for those who come for the first time. */
export async function readFigures() {
  const { db, now } = await services();
  const first = { now: now(), page: 1, limit: 5 };
  const [all, active, claimable] = await Promise.all([
    selectCampaigns(db, first),
    selectCampaigns(db, { ...first, limit: 1, status: "active" }),
    selectCampaigns(db, { ...first, limit: 1, status: "claimable" }),
  ]);
  return {
    campaigns: all.total,
    active: active.total,
    claimable: claimable.total,
    newest: all.campaigns.map((campaign) => toCampaignItem(campaign, now())),
  };
}
