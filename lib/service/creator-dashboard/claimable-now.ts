import type { DashboardRow } from "@/db/queries/campaigns/creator-dashboard";
import { selectVestedSumsOf } from "@/db/queries/campaigns/vested-sums";
import { hasRunningSchedules } from "@/lib/contract/creator-dashboard/sums";
import { campaignProgress } from "@/lib/core/vesting/progress";
import type { Services } from "@/lib/service/services";

/** Maximum leaves that a page reads for the claimable amounts. */
const MAX_LEAVES = 10_000;

/** In base units: claimable now, and after the pauses of campaigns. */
export type ClaimableNow = { now: bigint; afterPause: bigint };

/**
 * Returns the claimable amounts by mint, over the campaigns whose unlocked amounts the sums of a creator contain. Returns
 * null if these campaigns have too many leaves to read.
 */
export async function readClaimableNow(
  { reads: db }: Pick<Services, "reads">,
  { rows, now }: { rows: readonly DashboardRow[]; now: bigint },
): Promise<Map<string, ClaimableNow> | null> {
  const campaigns = rows.flatMap(({ campaign, unlocks }) =>
    campaign.verified && unlocks && hasRunningSchedules(campaign) ? [campaign] : [],
  );
  if (campaigns.reduce((sum, { leafCount }) => sum + leafCount, 0) > MAX_LEAVES) return null;
  const vested = await selectVestedSumsOf(db, { campaignRowIds: campaigns.map(({ id }) => id), now });
  const sums = new Map<string, ClaimableNow>();
  for (const campaign of campaigns) {
    const { claimable } = campaignProgress(
      { ...campaign, paused: false },
      vested.get(campaign.id) ?? { vested: 0n, unclaimed: 0n },
      now,
    );
    const sum = sums.get(campaign.mint) ?? { now: 0n, afterPause: 0n };
    sum[campaign.paused ? "afterPause" : "now"] += claimable;
    sums.set(campaign.mint, sum);
  }
  return sums;
}
