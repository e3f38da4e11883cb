import { ReleaseType } from "@/lib/vesting/leaf";
import type { CampaignFacts } from "@/lib/vesting/lifecycle";
import { nextUnlockTime, type VestingTerms, vestedAmount } from "@/lib/vesting/schedule";

/** How far a beneficiary's leaf, campaign or mint has vested. Amounts in base units. */
export type Progress = {
  totalEntitled: bigint;
  vestedSoFar: bigint;
  claimedSoFar: bigint;
  /** What the program would pay now. */
  claimable: bigint;
  /** Vested part of the entitlement, two decimals, rounded down. */
  progressPercent: number;
  /** Unix seconds at which more unlocks by time; null when nothing more does. */
  nextUnlock: bigint | null;
};

/** One leaf of a beneficiary with what was claimed of that leaf alone. */
export type LeafPosition = VestingTerms & { claimed: bigint; milestoneReleased: boolean };

/** What of a campaign bears on its leaves' progress. */
export type ProgressFacts = Pick<CampaignFacts, "cancelledAt" | "paused" | "instantRefunded" | "settled"> & {
  /** What the beneficiary received when the stream was cancelled; 0 while it is not settled. */
  settledAmount?: bigint;
  /** The grace period after a cancellation is over, and claims with it. */
  isGraceOver?: boolean;
};

/** A part of a whole in percent with two decimals, rounded down; 0 when the whole is 0. */
export function percentOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100;
}

function vestedOf(leaf: LeafPosition, facts: ProgressFacts, now: bigint): bigint {
  // A released milestone is due whole, whatever the time.
  if (leaf.releaseType === ReleaseType.Milestone && leaf.milestoneReleased) return leaf.amount;
  return vestedAmount(leaf, { now, cancelledAt: facts.cancelledAt });
}

function isPayable(leaf: LeafPosition, facts: ProgressFacts): boolean {
  // A cancellation lifts the pause: the program lets beneficiaries take what had vested.
  const isPaused = facts.paused && facts.cancelledAt === null;
  const isReleased = leaf.releaseType !== ReleaseType.Milestone || leaf.milestoneReleased;
  return isReleased && !isPaused && facts.isGraceOver !== true;
}

/** The progress of one leaf at `now` (unix seconds). Source: program interface, Vested amount and claim. */
export function leafProgress(leaf: LeafPosition, facts: ProgressFacts, now: bigint): Progress {
  const totalEntitled = leaf.amount;
  // A refund or settlement is final: what was paid out is all that will ever have vested.
  if (facts.instantRefunded || facts.settled) {
    const paid = leaf.claimed + (facts.settled ? (facts.settledAmount ?? 0n) : 0n);
    return {
      totalEntitled,
      vestedSoFar: paid,
      claimedSoFar: paid,
      claimable: 0n,
      progressPercent: percentOf(paid, totalEntitled),
      nextUnlock: null,
    };
  }
  const vestedSoFar = vestedOf(leaf, facts, now);
  const isDue = isPayable(leaf, facts) && vestedSoFar > leaf.claimed;
  return {
    totalEntitled,
    vestedSoFar,
    claimedSoFar: leaf.claimed,
    claimable: isDue ? vestedSoFar - leaf.claimed : 0n,
    progressPercent: percentOf(vestedSoFar, totalEntitled),
    nextUnlock: nextUnlockTime(leaf, { now, cancelledAt: facts.cancelledAt }),
  };
}

function earliest(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** The sum over leaves or campaigns, with the earliest next unlock; all zero for none. */
export function sumProgress(parts: readonly Progress[]): Progress {
  const sum = { totalEntitled: 0n, vestedSoFar: 0n, claimedSoFar: 0n, claimable: 0n };
  let nextUnlock: bigint | null = null;
  for (const part of parts) {
    sum.totalEntitled += part.totalEntitled;
    sum.vestedSoFar += part.vestedSoFar;
    sum.claimedSoFar += part.claimedSoFar;
    sum.claimable += part.claimable;
    nextUnlock = earliest(nextUnlock, part.nextUnlock);
  }
  return { ...sum, progressPercent: percentOf(sum.vestedSoFar, sum.totalEntitled), nextUnlock };
}
