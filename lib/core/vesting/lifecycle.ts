import type { ClaimRecord, VestingTree } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";

/**
 * Grace period after a cancellation: recipients can claim the vested part, and the creator cannot withdraw
 * the rest. Source: spec 3.
 */
export const GRACE_PERIOD_SECONDS = 604800n;

export const LIFECYCLE_STATUSES = [
  "active",
  "paused",
  "claimable",
  "claimed",
  "cancelled_grace",
  "cancelled_expired",
  "instant_refunded",
  "settled",
] as const;
export type LifecycleStatus = (typeof LIFECYCLE_STATUSES)[number];

/** The indexed facts of a campaign. Amounts are in base units, times in unix seconds. */
export type CampaignFacts = {
  instantRefunded: boolean;
  /** A StreamCancelled event is indexed. */
  settled: boolean;
  /** The amount that the stream's cancellation paid to its beneficiary, in addition to the claims. */
  settledAmount: bigint;
  /** An UnvestedWithdrawn event is indexed: the creator has withdrawn the rest. */
  withdrawn: boolean;
  /** Balance of the campaign's vault for claims at the last read; null or absent before the first read. */
  vaultBalance?: bigint | null;
  cancelledAt: bigint | null;
  totalClaimed: bigint;
  totalSupply: bigint;
  paused: boolean;
  minCliffTime: bigint | null;
  leafCount: number;
  cancellable: boolean;
  /** Milestone indexes that leaves of the current root use, and the indexes that the creator has released. */
  usedMilestones: readonly number[];
  releasedMilestones: readonly number[];
  /**
   * Earliest cliff of the current leaves that vest by time; null if there is none, or if no leaf is known.
   */
  firstTimedCliff: bigint | null;
};

type GracePeriod = { end: bigint; remaining: number; isExpired: boolean };

/**
 * Returns the grace period of a cancelled campaign: its end and the remaining whole seconds, 0 when it is
 * over. Returns null unless the campaign is cancelled and neither refunded nor settled. Source: spec 3.
 */
export function gracePeriod(
  facts: Pick<CampaignFacts, "cancelledAt" | "instantRefunded" | "settled">,
  now: bigint,
): GracePeriod | null {
  if (facts.cancelledAt === null || facts.instantRefunded || facts.settled) return null;
  const end = facts.cancelledAt + GRACE_PERIOD_SECONDS;
  const isExpired = now >= end;
  return { end, remaining: isExpired ? 0 : Number(end - now), isExpired };
}

/**
 * Returns whether a release at `now` (unix seconds) still makes a milestone claimable: before the campaign ends, and
 * within the grace period of a cancellation. Source: program interface, set_milestone_released.
 */
export function canReleaseUnlock(
  facts: Pick<CampaignFacts, "cancelledAt" | "instantRefunded" | "settled" | "withdrawn">,
  now: bigint,
): boolean {
  if (facts.instantRefunded || facts.settled || facts.withdrawn) return false;
  return gracePeriod(facts, now)?.isExpired !== true;
}

/**
 * Returns when the first leaf of a campaign unlocks by time, in unix seconds. The cliff of a milestone leaf
 * unlocks nothing.
 */
export function firstUnlock(
  facts: Pick<CampaignFacts, "minCliffTime" | "firstTimedCliff" | "usedMilestones">,
): bigint | null {
  return facts.usedMilestones.length > 0 ? facts.firstTimedCliff : facts.minCliffTime;
}

/**
 * Returns whether a claim from a campaign may be possible: its first cliff has passed, or a milestone that
 * its leaves use is released. The check covers only the campaign; `Progress.claimable` is the amount that one
 * beneficiary can claim.
 */
export function isCampaignClaimable(
  facts: Pick<CampaignFacts, "minCliffTime" | "firstTimedCliff" | "usedMilestones" | "releasedMilestones">,
  now: bigint,
): boolean {
  const from = firstUnlock(facts);
  if (from !== null && now >= from) return true;
  return facts.usedMilestones.some((index) => facts.releasedMilestones.includes(index));
}

/**
 * Returns the state of a campaign at `now` (unix seconds); the first matching branch applies. `isClaimable`
 * defaults to the check of the whole campaign. A beneficiary's view passes whether that beneficiary can
 * claim. Source: spec 3.
 */
export function lifecycleStatus(
  facts: CampaignFacts,
  now: bigint,
  isClaimable: boolean = isCampaignClaimable(facts, now),
): LifecycleStatus {
  if (facts.instantRefunded) return "instant_refunded";
  if (facts.settled) return "settled";
  const grace = gracePeriod(facts, now);
  if (grace !== null) return grace.isExpired ? "cancelled_expired" : "cancelled_grace";
  if (facts.totalSupply > 0n && facts.totalClaimed >= facts.totalSupply) return "claimed";
  if (facts.paused) return "paused";
  return isClaimable ? "claimable" : "active";
}

/**
 * Returns whether the account of a native SOL campaign no longer exists on the network. The account closes
 * with its last lamports, at the last claim or when its stream is cancelled. Afterwards no action on the
 * campaign is possible, and its claim records can never be closed.
 */
export function isTreeGone(
  facts: Pick<CampaignFacts, "settled" | "totalClaimed" | "totalSupply"> & { mint: string },
): boolean {
  return facts.mint === NATIVE_MINT && (facts.settled || facts.totalClaimed >= facts.totalSupply);
}

/**
 * Returns whether a campaign never pays a claim again: everything is claimed, or it was refunded, settled, or
 * withdrawn after its cancellation. Before that, closing a claim record lets its leaves be claimed again,
 * from the funds of other recipients. Source: program interface, close_claim_record.
 */
export function isOver(
  facts: Pick<CampaignFacts, "instantRefunded" | "settled" | "withdrawn" | "totalClaimed" | "totalSupply">,
): boolean {
  return facts.instantRefunded || facts.settled || facts.withdrawn || facts.totalClaimed >= facts.totalSupply;
}

/**
 * Returns the total that recipients were paid: their claims, and the amount that a stream's cancellation paid
 * its beneficiary.
 */
export function paidOut(facts: Pick<CampaignFacts, "totalClaimed" | "settledAmount">): bigint {
  return facts.totalClaimed + facts.settledAmount;
}

/**
 * Returns whether the program would refund a campaign before it starts, according to the index. The index
 * cannot confirm that the campaign holds funds; only the network can. Source: program interface,
 * instant_refund_campaign.
 */
export function instantRefundEligible(facts: CampaignFacts, now: bigint): boolean {
  const isOpen = facts.cancelledAt === null && !facts.instantRefunded && !facts.settled;
  const isUnstarted = facts.minCliffTime !== null && now < facts.minCliffTime;
  return (
    facts.cancellable &&
    isOpen &&
    isUnstarted &&
    facts.leafCount > 1 &&
    facts.releasedMilestones.length === 0 &&
    facts.totalClaimed < facts.totalSupply
  );
}

/**
 * Returns whether the program returns the rent of a claim record at `now` (unix seconds). The beneficiary
 * must have claimed the full recorded entitlement, or the grace period must be over. The result is always
 * false once the tree account is closed. Source: program interface, as observed.
 */
export function isRecordClosable(input: {
  record: Pick<ClaimRecord, "claimedAmount" | "totalEntitled">;
  tree: Pick<VestingTree, "cancelledAt"> | null;
  now: bigint;
}): boolean {
  const { record, tree, now } = input;
  if (tree === null) return false;
  if (record.claimedAmount >= record.totalEntitled) return true;
  return tree.cancelledAt !== null && now >= tree.cancelledAt + GRACE_PERIOD_SECONDS;
}
