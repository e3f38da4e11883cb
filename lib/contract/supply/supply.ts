import { type CampaignFacts, paidOut } from "@/lib/core/vesting/lifecycle";
import type { CampaignUnlocks } from "@/lib/core/vesting/unlock-months";
import { dashboardSums } from "../creator-dashboard/sums";

/** A verified campaign with the sums over its leaves. */
export type SupplyCampaign = {
  campaign: CampaignFacts & { mint: string };
  /** Null while the unlocks of its leaves are not computed. */
  unlocks: CampaignUnlocks | null;
  /** Vested over all leaves, claimed or not. */
  vested: bigint;
  /** Vested but unclaimed, over all leaves; 0 while the leaves of the current root are not registered. */
  unclaimed: bigint;
};

/**
 * The allocations of a mint's campaigns, in base units. Each base unit of a campaign's total counts exactly
 * once: `allocated` = `claimed` + `unclaimed` + `locked` + `returning` + `returned`.
 */
export type Supply = {
  mint: string;
  campaigns: number;
  allocated: bigint;
  /** Paid to recipients, stream settlements included. */
  claimed: bigint;
  /** Vested and not claimed: recipients can claim it, except while claims are paused. */
  unclaimed: bigint;
  /**
   * Not vested: by time, by milestones, the part that no leaf allocates, and the part that an earlier campaign at the
   * address paid.
   */
  locked: bigint;
  /** The unvested rest of cancelled campaigns, which the creator withdraws after the grace period. */
  returning: bigint;
  /** The rest of refunded, settled and withdrawn campaigns. */
  returned: bigint;
  /**
   * The part of `unclaimed`, `locked` and `returning` that the vaults lacked at their last read. A vault that was
   * never read counts as empty.
   */
  missing: bigint;
  /** The amount that is neither paid nor payable now: `locked` and `returning` without the part that the vaults lack. */
  lockedInVaults: bigint;
  /** Unlocks of active campaigns by month from the requested one on, ascending, and after the last month. */
  months: readonly { month: number; amount: bigint }[];
  later: bigint;
  /** Unlocks of active campaigns by milestones that are not released. */
  waiting: bigint;
};

/** Returns the supply of a mint at `now` (unix seconds), which is in `month` (months since January 1970). */
export function toSupply(
  mint: string,
  rows: readonly SupplyCampaign[],
  { now, month }: { now: bigint; month: number },
): Supply {
  const sum = {
    ...{ allocated: 0n, claimed: 0n, unclaimed: 0n, locked: 0n, returning: 0n, returned: 0n },
    ...{ missing: 0n, lockedInVaults: 0n },
  };
  for (const { campaign, unclaimed } of rows) {
    const paid = paidOut(campaign);
    const left = campaign.totalSupply > paid ? campaign.totalSupply - paid : 0n;
    sum.claimed += paid;
    sum.allocated += paid + left;
    if (campaign.instantRefunded || campaign.settled || campaign.withdrawn) {
      sum.returned += left;
      continue;
    }
    const vested = unclaimed < left ? unclaimed : left;
    const unvested = left - vested;
    sum.unclaimed += vested;
    if (campaign.cancelledAt === null) sum.locked += unvested;
    else sum.returning += unvested;
    const balance = campaign.vaultBalance ?? 0n;
    const missing = balance < left ? left - balance : 0n;
    sum.missing += missing;
    // A vault pays vested amounts first, and never those of another campaign.
    if (missing < unvested) sum.lockedInVaults += unvested - missing;
  }
  const [unlocks] = dashboardSums(rows, { month, now });
  const { months = [], later = 0n, waiting = 0n } = unlocks ?? {};
  return { mint, campaigns: rows.length, ...sum, months, later, waiting };
}
