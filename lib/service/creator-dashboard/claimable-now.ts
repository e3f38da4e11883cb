import type { DashboardRow } from "@/db/queries/campaigns/creator-dashboard";
import { selectVestedSumsOf } from "@/db/queries/campaigns/vested-sums";
import {
  type ClaimableNow,
  hasRunningSchedules,
  NOTHING_CLAIMABLE,
} from "@/lib/contract/creator-dashboard/sums";
import { type CampaignFacts, gracePeriod } from "@/lib/core/vesting/lifecycle";
import { campaignProgress } from "@/lib/core/vesting/progress";
import type { Services } from "@/lib/service/services";

/** Maximum leaves that a page reads for the claimable amounts. */
const MAX_LEAVES = 10_000;

/**
 * Returns the claimable amounts by mint, over the campaigns whose unlocked amounts the sums of a creator contain and
 * the campaigns in a grace period. Returns null if these campaigns have too many leaves to read.
 */
export async function readClaimableNow(
  { reads: db }: Pick<Services, "reads">,
  { rows, now }: { rows: readonly DashboardRow[]; now: bigint },
): Promise<Map<string, ClaimableNow> | null> {
  const isInGrace = (campaign: CampaignFacts) => gracePeriod(campaign, now)?.isExpired === false;
  const campaigns = rows.flatMap(({ campaign, unlocks }) => {
    const isPaying = hasRunningSchedules(campaign) ? unlocks !== null : isInGrace(campaign);
    return campaign.verified && isPaying ? [campaign] : [];
  });
  if (campaigns.reduce((sum, { leafCount }) => sum + leafCount, 0) > MAX_LEAVES) return null;
  const vested = await selectVestedSumsOf(db, { campaignRowIds: campaigns.map(({ id }) => id), now });
  const sums = new Map<string, ClaimableNow>();
  for (const campaign of campaigns) {
    const { claimable } = campaignProgress(
      { ...campaign, paused: false },
      vested.get(campaign.id) ?? { vested: 0n, unclaimed: 0n },
      now,
    );
    const sum = sums.get(campaign.mint) ?? { ...NOTHING_CLAIMABLE };
    // A cancellation lifts a pause.
    sum[isInGrace(campaign) ? "inGrace" : campaign.paused ? "afterPause" : "running"] += claimable;
    sums.set(campaign.mint, sum);
  }
  return sums;
}
