import type { CampaignFilters } from "@/components/campaigns/filters";
import { selectCampaigns } from "@/db/queries/campaigns/campaigns";
import { isAddress } from "@/lib/core/solana/addresses";
import { type CampaignItem, toCampaignItem } from "@/lib/core/views/campaign";
import { services } from "@/lib/service/services";

const LIMIT = 20;

export type CampaignListing = {
  campaigns: CampaignItem[];
  total: number;
  limit: number;
  /** Why the filters cannot match anything. */
  problem: string | null;
};

/** A page of campaigns. A creator or mint that is no address matches nothing, and the listing says so. */
export async function readCampaigns({
  creator,
  mint,
  status,
  page,
}: CampaignFilters): Promise<CampaignListing> {
  if ([creator, mint].some((address) => address !== undefined && !isAddress(address))) {
    const problem = "Creator and token mint are Solana addresses: 32 bytes in base58.";
    return { campaigns: [], total: 0, limit: LIMIT, problem };
  }
  const { db, now } = await services();
  const found = await selectCampaigns(db, { creator, mint, status, page, limit: LIMIT, now: now() });
  const campaigns = found.campaigns.map((campaign) => toCampaignItem(campaign, now()));
  return { campaigns, total: found.total, limit: LIMIT, problem: null };
}
