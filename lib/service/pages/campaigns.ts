import { selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import { type CampaignFilter, countCampaigns } from "@/db/queries/campaigns/campaign-filter";
import { selectCampaign, selectCampaigns } from "@/db/queries/campaigns/campaigns";
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
}: Pick<CampaignFilter, "creator" | "mint" | "status"> & { page: number }): Promise<CampaignListing> {
  if ([creator, mint].some((address) => address !== undefined && !isAddress(address))) {
    const problem = "Creator and token mint are Solana addresses: 32 bytes in base58.";
    return { campaigns: [], total: 0, limit: LIMIT, problem };
  }
  const { reads: db, now } = await services();
  const found = await selectCampaigns(db, { creator, mint, status, page, limit: LIMIT, now: now() });
  const campaigns = found.campaigns.map((campaign) => toCampaignItem(campaign, now()));
  return { campaigns, total: found.total, limit: LIMIT, problem: null };
}

/** Live figures for those who come for the first time. */
export async function readFigures() {
  const { reads: db, now } = await services();
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

export type FoundPlace = { href: string; problem: null } | { href: null; problem: string };

/** Where to look at an address, whatever it is: a campaign, a creator, a token mint or a beneficiary. */
export async function findPlace(address: string): Promise<FoundPlace> {
  if (!isAddress(address)) {
    return { href: null, problem: "This is not a Solana address: 32 bytes in base58." };
  }
  const { reads: db, now } = await services();
  if (await selectCampaign(db, { treeAddress: address })) return at(`/campaigns/${address}`);
  for (const role of ["creator", "mint"] as const) {
    const total = await countCampaigns(db, { now: now(), [role]: address });
    if (total > 0) return at(`/campaigns?${role}=${address}`);
  }
  const { total } = await selectBeneficiaryCampaigns(db, { address, page: 1, limit: 1 });
  if (total > 0) return at(`/portfolio?address=${address}`);
  return {
    href: null,
    problem: "Nothing here knows this address: no campaign, creator, token or beneficiary.",
  };
}

const at = (href: string): FoundPlace => ({ href, problem: null });
