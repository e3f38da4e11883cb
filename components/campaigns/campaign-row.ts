import type { CampaignItem, NextUnlock } from "@/lib/contract/campaign";
import type { Token } from "@/lib/contract/names";

/**
 * Returns the fields of a campaign that the list shows. The rows are serialized into the page, so other
 * fields stay on the server.
 */
export function campaignRow(campaign: CampaignItem, token: Token, nextUnlock: NextUnlock = null) {
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
    ...{ token, nextUnlock },
  };
}

export type CampaignRow = ReturnType<typeof campaignRow>;
