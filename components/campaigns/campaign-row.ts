import { formatDistance } from "@/components/format/time";
import type { CampaignItem } from "@/lib/core/views/campaign";
import type { Token } from "@/lib/core/views/names";

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

/** What a list of campaigns says that is not the same a day later: how long ago each was created. */
export const agesOf = (rows: readonly Pick<CampaignRow, "createdAt">[], now: bigint): string[] =>
  rows.map(({ createdAt }) => formatDistance(BigInt(createdAt), now));
