import { type CampaignFacts, gracePeriod, paidOut } from "@/lib/core/vesting/lifecycle";
import type { CampaignUnlocks } from "@/lib/core/vesting/unlock-months";

export type DeskCampaign = {
  campaign: CampaignFacts & { mint: string };
  /** Null while its leaves are not summed up. */
  unlocks: CampaignUnlocks | null;
};

/**
 * A creator's campaigns in one token. What runs is exactly one of unlocked, this month's, locked and waiting; of what has
 * ended there is what was claimed, and what is left for the creator. Amounts in base units.
 */
export type TokenSums = {
  mint: string;
  campaigns: number;
  /** Of campaigns that run: vested before this month began, and milestones that are released, claimed or not. */
  unlocked: bigint;
  /** What vests by time in this calendar month, from its first second to its last. */
  thisMonth: bigint;
  /** What vests by time after this month. */
  locked: bigint;
  /** What vests once a milestone is released. */
  waiting: bigint;
  claimed: bigint;
  /** What is left of cancelled campaigns whose grace period is over, and of those in which it runs; if they were funded. */
  toWithdraw: bigint;
  inGrace: bigint;
  /** What vests in each month from this one on, ascending, and after the last month asked for. */
  months: { month: number; amount: bigint }[];
  later: bigint;
};

/**
 * A cancellation stops the clock of every schedule, a refund or settlement ends them: nothing more unlocks. A pause does not,
 * and neither does the last claim, which comes after.
 */
const runs = ({ cancelledAt, instantRefunded, settled }: CampaignFacts) =>
  cancelledAt === null && !instantRefunded && !settled;

/** Sums by token, those first of which most campaigns are; `month` is the one that `now` (unix seconds) is in. */
export function deskSums(
  rows: readonly DeskCampaign[],
  { month, now }: { month: number; now: bigint },
): TokenSums[] {
  const sums = new Map<string, TokenSums & { byMonth: Map<number, bigint> }>();
  for (const { campaign, unlocks } of rows) {
    const sum = sums.get(campaign.mint) ?? { ...nothingOf(campaign.mint), byMonth: new Map() };
    sums.set(campaign.mint, sum);
    sum.campaigns++;
    sum.claimed += paidOut(campaign);
    if (runs(campaign)) {
      if (unlocks) addUnlocks(sum, { unlocks, month, released: campaign.releasedMilestones });
      continue;
    }
    const left = leftOf(campaign);
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

/** What a cancelled campaign still holds if it was funded; nothing of one that was swept, refunded or settled. */
export function leftOf(
  campaign: Pick<
    CampaignFacts,
    "cancelledAt" | "instantRefunded" | "settled" | "withdrawn" | "totalSupply" | "totalClaimed"
  >,
): bigint {
  const { cancelledAt, instantRefunded, settled, withdrawn, totalSupply, totalClaimed } = campaign;
  if (cancelledAt === null || instantRefunded || settled || withdrawn) return 0n;
  return totalSupply > totalClaimed ? totalSupply - totalClaimed : 0n;
}

const nothingOf = (mint: string): TokenSums => ({
  ...{ mint, campaigns: 0, unlocked: 0n, thisMonth: 0n, locked: 0n, waiting: 0n, claimed: 0n },
  ...{ toWithdraw: 0n, inGrace: 0n, months: [], later: 0n },
});

type Adding = { unlocks: CampaignUnlocks; month: number; released: readonly number[] };

function addUnlocks(
  sum: TokenSums & { byMonth: Map<number, bigint> },
  { unlocks, month, released }: Adding,
): void {
  const { before, months, later, milestones } = unlocks;
  sum.unlocked += before;
  for (const { month: at, amount } of months) {
    sum.byMonth.set(at, (sum.byMonth.get(at) ?? 0n) + amount);
    if (at === month) sum.thisMonth += amount;
    else sum.locked += amount;
  }
  sum.locked += later;
  sum.later += later;
  for (const { index, amount } of milestones) {
    if (released.includes(index)) sum.unlocked += amount;
    else sum.waiting += amount;
  }
}
