import { type CampaignFacts, gracePeriod, paidOut } from "@/lib/core/vesting/lifecycle";
import { type CampaignUnlocks, unreleasedAmount } from "@/lib/core/vesting/unlock-months";

export type DashboardCampaign = {
  campaign: CampaignFacts & { mint: string };
  /** Null while the sums of its leaves are not computed. */
  unlocks: CampaignUnlocks | null;
  /**
   * Vested so far over all leaves, released milestones included, so that months count from now on. By default, the
   * current month counts whole.
   */
  vested?: bigint;
};

/**
 * Sums of a creator's campaigns in one token. Each amount of a campaign that runs counts exactly once: as
 * unlocked, this month's, locked or waiting. For cancelled, refunded and settled campaigns, the sums contain the
 * claimed amount and the rest that remains for the creator. Amounts are in base units.
 */
export type TokenSums = {
  mint: string;
  campaigns: number;
  /** Of campaigns that run: vested before this month or so far, and released milestones, claimed or not. */
  unlocked: bigint;
  /** Vests by time in this calendar month, or in the rest of it. */
  thisMonth: bigint;
  /** Vests by time after this month. */
  locked: bigint;
  /** Vests once a milestone is released. */
  waiting: bigint;
  claimed: bigint;
  /** The rest of cancelled campaigns after the grace period, and within it; assumes that they were funded. */
  toWithdraw: bigint;
  inGrace: bigint;
  /** Unlocks in each month from this one on, ascending, and after the last requested month. */
  months: { month: number; amount: bigint }[];
  later: bigint;
};

/** In base units: claimable now from campaigns that run and in grace periods, and claimable after the pauses of campaigns. */
export type ClaimableNow = { running: bigint; inGrace: bigint; afterPause: bigint };

export const NOTHING_CLAIMABLE: ClaimableNow = { running: 0n, inGrace: 0n, afterPause: 0n };

/**
 * Returns whether the schedules of a campaign run, or have run to their end. A cancellation stops the clock of
 * every schedule, and a refund or settlement ends them. A pause does not, and neither does the last claim, which
 * follows the last unlock.
 */
export const hasRunningSchedules = ({ cancelledAt, instantRefunded, settled }: CampaignFacts) =>
  cancelledAt === null && !instantRefunded && !settled;

/**
 * Returns the sums by token, the token with the most campaigns first; `month` is the month of `now` (unix
 * seconds).
 */
export function dashboardSums(
  rows: readonly DashboardCampaign[],
  { month, now }: { month: number; now: bigint },
): TokenSums[] {
  const sums = new Map<string, TokenSums & { byMonth: Map<number, bigint> }>();
  for (const { campaign, unlocks, vested } of rows) {
    const sum = sums.get(campaign.mint) ?? { ...createEmptySums(campaign.mint), byMonth: new Map() };
    sums.set(campaign.mint, sum);
    sum.campaigns++;
    sum.claimed += paidOut(campaign);
    if (hasRunningSchedules(campaign)) {
      if (unlocks) addUnlocks(sum, { unlocks, vested, month, released: campaign.releasedMilestones });
      continue;
    }
    const left = remainingAmount(campaign);
    if (gracePeriod(campaign, now)?.isExpired) sum.toWithdraw += left;
    else sum.inGrace += left;
  }
  return [...sums.values()]
    .map(({ byMonth, ...sum }) => ({
      ...sum,
      months: [...byMonth].sort(([a], [b]) => a - b).map(([at, amount]) => ({ month: at, amount })),
    }))
    .sort((a, b) => b.campaigns - a.campaigns);
}

/**
 * Returns the rest that a cancelled campaign holds if it was funded; 0 after a withdrawal, refund or
 * settlement.
 */
export function remainingAmount(
  campaign: Pick<
    CampaignFacts,
    "cancelledAt" | "instantRefunded" | "settled" | "withdrawn" | "totalSupply" | "totalClaimed"
  >,
): bigint {
  const { cancelledAt, instantRefunded, settled, withdrawn, totalSupply, totalClaimed } = campaign;
  if (cancelledAt === null || instantRefunded || settled || withdrawn) return 0n;
  return totalSupply > totalClaimed ? totalSupply - totalClaimed : 0n;
}

const createEmptySums = (mint: string): TokenSums => ({
  ...{ mint, campaigns: 0, unlocked: 0n, thisMonth: 0n, locked: 0n, waiting: 0n, claimed: 0n },
  ...{ toWithdraw: 0n, inGrace: 0n, months: [], later: 0n },
});

type Adding = {
  unlocks: CampaignUnlocks;
  vested: bigint | undefined;
  month: number;
  released: readonly number[];
};

function addUnlocks(
  sum: TokenSums & { byMonth: Map<number, bigint> },
  { unlocks, vested, month, released }: Adding,
): void {
  const { before, months, later, milestones } = unlocks;
  const waiting = unreleasedAmount(milestones, released);
  // The program pays a released milestone at once, whatever its date.
  const releasedAmount = unreleasedAmount(milestones, []) - waiting;
  sum.unlocked += before + releasedAmount;
  sum.waiting += waiting;
  for (const { month: at, amount } of months) {
    const past = at === month && vested !== undefined ? clamp(vested - releasedAmount - before, amount) : 0n;
    const ahead = amount - past;
    sum.unlocked += past;
    if (at === month) sum.thisMonth += ahead;
    else sum.locked += ahead;
    if (ahead > 0n) sum.byMonth.set(at, (sum.byMonth.get(at) ?? 0n) + ahead);
  }
  sum.locked += later;
  sum.later += later;
}

const clamp = (amount: bigint, max: bigint) => (amount < 0n ? 0n : amount > max ? max : amount);
