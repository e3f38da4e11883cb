import { minBigInt } from "@/lib/core/bigint";
import { extend } from "@/lib/core/extend";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { type CampaignFacts, canReleaseUnlock, gracePeriod, paidOut } from "@/lib/core/vesting/lifecycle";
import { payable } from "@/lib/core/vesting/payable";
import { nextUnlockTime, type VestingTerms, vestedAmount } from "@/lib/core/vesting/schedule";

/** Vesting progress of a leaf, campaign or mint. Amounts are in base units. */
export type Progress = {
  totalEntitled: bigint;
  vestedSoFar: bigint;
  claimedSoFar: bigint;
  /** Vested and unclaimed amount that is claimable now if the vault holds enough. */
  claimable: bigint;
  /**
   * Amount that the program would pay now from the vault balance at the last read, also after the grace
   * period; null while that balance is unknown.
   */
  payable: bigint | null;
  /**
   * Amount that the program deducts because an earlier campaign at the address paid it to the same
   * beneficiary.
   */
  paidEarlier: bigint;
  /**
   * Amount that can be paid later but not now: not vested yet, or claims are paused. After a cancellation, only
   * milestones that the creator can still release count. 0 once the campaign has ended.
   */
  stillToCome: bigint;
  /** After the grace period: vested amount that the program still pays until the creator withdraws it. */
  payableUntilSwept: bigint;
  /** Vested part of the entitlement in percent, with two decimals, rounded down. */
  progressPercent: number;
  /** Unix seconds of the next unlock by time; null if there is none. */
  nextUnlock: bigint | null;
};

/** One leaf of a beneficiary, with the amount claimed from that leaf alone. */
export type LeafPosition = VestingTerms & {
  claimed: bigint;
  milestoneReleased: boolean;
  /** The beneficiary has claimed this milestone, through any leaf: the program pays each milestone once. */
  milestoneClaimed: boolean;
  /** Amount in the claim record from an earlier generation of the address. */
  paidEarlier?: bigint;
};

/** The campaign facts that affect the progress of its leaves. */
export type ProgressFacts = Pick<
  CampaignFacts,
  | "cancelledAt"
  | "paused"
  | "instantRefunded"
  | "settled"
  | "settledAmount"
  | "withdrawn"
  | "totalClaimed"
  | "totalSupply"
  | "vaultBalance"
>;

/** Returns a part of a whole in percent with two decimals, rounded down; 0 if the whole is 0. */
export function calculatePercent(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100;
}

/**
 * Returns the vested amount of a leaf. A milestone vests fully at its release, regardless of time, and not
 * before.
 */
function getVestedAmount(
  leaf: VestingTerms & { milestoneReleased: boolean },
  moment: { now: bigint; cancelledAt: bigint | null },
): bigint {
  if (leaf.releaseType === ReleaseType.Milestone) return leaf.milestoneReleased ? leaf.amount : 0n;
  return vestedAmount(leaf, moment);
}

/**
 * Returns whether the program would pay any claim. The campaign must hold funds for recipients and must not
 * be paused; a cancellation lifts a pause.
 */
function canPay(facts: ProgressFacts): boolean {
  const isPaused = facts.paused && facts.cancelledAt === null;
  return !facts.instantRefunded && !facts.settled && !facts.withdrawn && !isPaused;
}

/**
 * Returns the amount that the program would pay for a leaf now if the vault holds enough. Source: program
 * interface, claim.
 */
function getDueAmount(leaf: LeafPosition, facts: ProgressFacts, vested: bigint): bigint {
  if (!canPay(facts)) return 0n;
  const { paidEarlier = 0n, releaseType } = leaf;
  const recorded = leaf.claimed + paidEarlier;
  const isMilestone = releaseType === ReleaseType.Milestone;
  const isExhausted = isMilestone ? leaf.milestoneClaimed || paidEarlier > 0n : vested <= recorded;
  if (isExhausted) return 0n;
  const due = isMilestone ? vested : vested - recorded;
  // The program pays a claim in full or not at all.
  return facts.totalClaimed + due > facts.totalSupply ? 0n : due;
}

/**
 * Returns the part of the earlier payments that can still be deducted from this leaf: at most its unclaimed
 * amount.
 */
function deductible({ amount, claimed, paidEarlier = 0n }: LeafPosition): bigint {
  const left = amount > claimed ? amount - claimed : 0n;
  return paidEarlier < left ? paidEarlier : left;
}

/**
 * Returns the progress of one leaf at `now` (unix seconds). Source: program interface, Vested amount and
 * claim.
 */
export function leafProgress(leaf: LeafPosition, facts: ProgressFacts, now: bigint): Progress {
  const { cancelledAt } = facts;
  const totalEntitled = leaf.amount;
  const isOver = facts.instantRefunded || facts.settled;
  const claimedSoFar = leaf.claimed + (facts.settled ? facts.settledAmount : 0n);
  // A refund or settlement is final: the paid amount is all that has ever vested.
  const vestedSoFar = isOver ? claimedSoFar : getVestedAmount(leaf, { now, cancelledAt });
  const due = getDueAmount(leaf, facts, vestedSoFar);
  const isGraceOver = gracePeriod(facts, now)?.isExpired === true;
  const claimable = isGraceOver ? 0n : due;
  const paidEarlier = isOver ? 0n : deductible(leaf);
  const left = totalEntitled - claimedSoFar - claimable - paidEarlier;
  const isWaiting = leaf.releaseType === ReleaseType.Milestone && !leaf.milestoneReleased;
  // Nothing vests by time after a cancellation, and no claim is paid beyond the supply.
  const canVest = cancelledAt === null ? !isOver : isWaiting && canReleaseUnlock(facts, now);
  const hasEnded = !canVest || facts.totalClaimed >= facts.totalSupply;
  return {
    totalEntitled,
    vestedSoFar,
    claimedSoFar,
    claimable,
    payable: payable(due, facts),
    paidEarlier,
    stillToCome: hasEnded || left < 0n ? 0n : left,
    payableUntilSwept: isGraceOver ? due : 0n,
    progressPercent: calculatePercent(vestedSoFar, totalEntitled),
    nextUnlock: hasEnded && cancelledAt === null ? null : nextUnlockTime(leaf, { now, cancelledAt }),
  };
}

function earliest(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return minBigInt(a, b);
}

/**
 * Returns the sum over leaves or campaigns, with the earliest next unlock; all zero for an empty list.
 * `payable` is null if any part has null.
 */
export function sumProgress(parts: readonly Progress[]): Progress {
  const sum = {
    totalEntitled: 0n,
    vestedSoFar: 0n,
    claimedSoFar: 0n,
    claimable: 0n,
    paidEarlier: 0n,
    stillToCome: 0n,
    payableUntilSwept: 0n,
  };
  let nextUnlock: bigint | null = null;
  let paid: bigint | null = 0n;
  for (const part of parts) {
    paid = paid === null || part.payable === null ? null : paid + part.payable;
    sum.totalEntitled += part.totalEntitled;
    sum.vestedSoFar += part.vestedSoFar;
    sum.claimedSoFar += part.claimedSoFar;
    sum.claimable += part.claimable;
    sum.paidEarlier += part.paidEarlier;
    sum.stillToCome += part.stillToCome;
    sum.payableUntilSwept += part.payableUntilSwept;
    nextUnlock = earliest(nextUnlock, part.nextUnlock);
  }
  const progressPercent = calculatePercent(sum.vestedSoFar, sum.totalEntitled);
  return extend(sum, { payable: paid, progressPercent, nextUnlock });
}

/** Progress of a whole campaign; amounts in base units. */
export type CampaignProgress = {
  vested: bigint;
  /** Total that recipients were paid, including the settlement of a stream. */
  paid: bigint;
  /** Amount that all its recipients together can claim now. */
  claimable: bigint;
  payableUntilSwept: bigint;
};

/**
 * Returns the progress of a campaign at `now` from the sums over its leaves: vested, and vested but
 * unclaimed.
 */
export function campaignProgress(
  facts: ProgressFacts,
  { vested, unclaimed }: { vested: bigint; unclaimed: bigint },
  now: bigint,
): CampaignProgress {
  const { totalSupply, totalClaimed } = facts;
  const paid = paidOut(facts);
  const left = totalSupply > totalClaimed ? totalSupply - totalClaimed : 0n;
  const payable = canPay(facts) ? (unclaimed < left ? unclaimed : left) : 0n;
  const isGraceOver = gracePeriod(facts, now)?.isExpired === true;
  return {
    vested: facts.instantRefunded || facts.settled ? paid : vested,
    paid,
    claimable: isGraceOver ? 0n : payable,
    payableUntilSwept: isGraceOver ? payable : 0n,
  };
}
