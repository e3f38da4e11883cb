import { withQuery } from "@/components/ui/page/page-query";
import type { CampaignIdentity } from "@/lib/contract/names";

type Query = Record<string, string | number | undefined>;

/** Returns the address of a campaign's page, which keeps the generation where the address was created again. */
export const campaignHref = (
  { treeAddress, earlierGeneration }: CampaignIdentity,
  query: Query = {},
): string => withQuery(`/campaigns/${treeAddress}`, { ...query, creation: earlierGeneration ?? undefined });

/** Returns the address of a page below a campaign's page, such as `proof/3`. */
export const campaignPartHref = (
  { treeAddress, earlierGeneration }: CampaignIdentity,
  part: string,
  query: Query = {},
): string =>
  withQuery(`/campaigns/${treeAddress}/${part}`, { ...query, creation: earlierGeneration ?? undefined });
