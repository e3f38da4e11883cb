import type { CampaignItem } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";

/** What a list shows of a campaign: the page has its rows as data too, so the rest stays on the server. */
export function campaignRow(campaign: CampaignItem, token: Token) {
  const { treeAddress, earlierGeneration, metadata, verified, status, creator, createdAt, leafCount } =
    campaign;
  const { totalSupply, totalClaimed, settledAmount, hasDrift } = campaign;
  return {
    treeAddress,
    earlierGeneration,
    metadata: metadata && { name: metadata.name },
    ...{
      verified,
      status,
      creator,
      createdAt,
      leafCount,
      totalSupply,
      totalClaimed,
      settledAmount,
      hasDrift,
    },
    token,
  };
}

export type CampaignRow = ReturnType<typeof campaignRow>;
