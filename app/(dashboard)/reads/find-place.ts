import { selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import { countCampaigns } from "@/db/queries/campaigns/campaign-filter";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { isAddress } from "@/lib/core/solana/addresses";
import { services } from "@/lib/service/services";

export type FoundPlace = { href: string; problem: null } | { href: null; problem: string };

/** Where to look at an address, whatever it is: a campaign, a creator, a token mint or a beneficiary. */
export async function findPlace(address: string): Promise<FoundPlace> {
  if (!isAddress(address)) {
    return { href: null, problem: "This is not a Solana address: 32 bytes in base58." };
  }
  const { db, now } = await services();
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
