import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { hasRootVersion } from "@/db/queries/campaigns/current-version";
import type { Campaign } from "@/db/schema";
import type { Token } from "@/lib/contract/names";
import { notFound } from "@/lib/core/errors";
import { campaignControls, registeredClaimControl } from "@/lib/core/vesting/controls";
import { firstUnlock } from "@/lib/core/vesting/lifecycle";
import { readTokens } from "@/lib/service/pages/tokens";
import type { Services } from "@/lib/service/services";
import { NOT_COVERED, utcTime } from "./claim-refusals";

export type ClaimOffer = {
  campaign: Campaign;
  token: Token;
  /** The reason why claims are not possible now; null if they are. */
  closed: string | null;
};

/**
 * Returns the offer of a claim link from the indexed state. Throws NOT_FOUND if the tree is not registered.
 */
export async function readClaimOffer(
  { reads, now }: Services,
  { treeAddress }: { treeAddress: string },
): Promise<ClaimOffer> {
  const campaign = await selectCampaign(reads, { treeAddress });
  if (!campaign) throw notFound("campaign");
  const tokens = await readTokens([campaign.mint]);
  const { id: campaignRowId, merkleRoot } = campaign;
  const isRegistered = await hasRootVersion(reads, { campaignRowId, merkleRoot });
  const claim = registeredClaimControl(campaignControls(campaign, now()).claim, isRegistered);
  const isEmpty = claim.enabled && campaign.vaultBalance === 0n;
  const first = firstUnlock(campaign);
  const begins = first !== null && first > now() ? ` The first unlock is at ${utcTime(first)}.` : "";
  const reason = claim.enabled ? null : claim.showsCountdown ? `${claim.reason}${begins}` : claim.reason;
  const closed = isEmpty ? NOT_COVERED : reason;
  return { campaign, token: tokens.of(campaign.mint), closed };
}
