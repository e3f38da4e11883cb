import type { ClaimRecord, VestingTree } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";

/** How long after a cancellation the vested part can be claimed, and the rest cannot be withdrawn. Source: spec 3. */
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

/** What the index knows of a campaign. Amounts in base units, times in unix seconds. */
export type CampaignFacts = {
  instantRefunded: boolean;
  /** A StreamCancelled event is indexed. */
  settled: boolean;
  /** What that paid to the stream's beneficiary, beside the claims. */
  settledAmount: bigint;
  /** An UnvestedWithdrawn event is indexed: the creator has taken back what was left. */
  withdrawn: boolean;
  /** What the campaign's vault held for claims when it was last read; null or absent while it was never read. */
  vaultBalance?: bigint | null;
  cancelledAt: bigint | null;
  totalClaimed: bigint;
  totalSupply: bigint;
  paused: boolean;
  minCliffTime: bigint | null;
  leafCount: number;
  cancellable: boolean;
  /** Milestone indexes that leaves of the current root use, and those that the creator has released. */
  usedMilestones: readonly number[];
  releasedMilestones: readonly number[];
  /** The earliest cliff of current leaves that vest by time; null when there is none, or no leaf is known. */
  firstTimedCliff: bigint | null;
};

type GracePeriod = { end: bigint; remaining: number; isExpired: boolean };

/**
 * The grace period of a cancelled campaign: its end, and the whole seconds that remain of it, 0 when over. Null
 * unless the campaign is cancelled and neither refunded nor settled. Source: spec 3.
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

/** When the first leaf of a campaign unlocks by time, in unix seconds: a milestone's own cliff unlocks nothing. */
export function firstUnlock(
  facts: Pick<CampaignFacts, "minCliffTime" | "firstTimedCliff" | "usedMilestones">,
): bigint | null {
  return facts.usedMilestones.length > 0 ? facts.firstTimedCliff : facts.minCliffTime;
}

/**
 * Whether somebody may be able to claim from a campaign: its first cliff has passed, or a milestone that its leaves
 * use is released. It looks at the campaign alone; what one beneficiary can claim is `Progress.claimable`.
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
 * The state of a campaign at `now` (unix seconds), first match in the order of the branches. `isClaimable` is the
 * campaign's own answer unless given: a beneficiary's view passes whether that beneficiary can claim. Source: spec 3.
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
 * Whether a campaign of native SOL is gone from the ledger: its account goes with its last lamports, at the last claim or
 * when its stream is cancelled. Nothing can be done to it then, and its claim records can never be closed.
 */
export function isTreeGone(
  facts: Pick<CampaignFacts, "settled" | "totalClaimed" | "totalSupply"> & { mint: string },
): boolean {
  return facts.mint === NATIVE_MINT && (facts.settled || facts.totalClaimed >= facts.totalSupply);
}

/**
 * Whether a campaign pays no claim any more: everything is claimed, or it was refunded, settled, or swept after its
 * cancellation. Before that, closing a claim record lets its leaves be claimed again, out of what is there for others.
 * Source: program interface, close_claim_record.
 */
export function isOver(
  facts: Pick<CampaignFacts, "instantRefunded" | "settled" | "withdrawn" | "totalClaimed" | "totalSupply">,
): boolean {
  return facts.instantRefunded || facts.settled || facts.withdrawn || facts.totalClaimed >= facts.totalSupply;
}

/** All that recipients were paid: their claims, and what the cancellation of a stream gave its beneficiary. */
export function paidOut(facts: Pick<CampaignFacts, "totalClaimed" | "settledAmount">): bigint {
  return facts.totalClaimed + facts.settledAmount;
}

/**
 * Whether the program would refund a campaign before it starts, as far as the index knows; that it holds funds is
 * only known on the ledger. Source: program interface, instant_refund_campaign.
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
 * Whether the program returns a claim record's rent at `now` (unix seconds): its beneficiary has claimed all of what they
 * began to claim, or the grace period is over; never once the tree is gone. Source: program interface, as it answers.
 */
export function isRecordClosable(of: {
  record: Pick<ClaimRecord, "claimedAmount" | "totalEntitled">;
  tree: Pick<VestingTree, "cancelledAt"> | null;
  now: bigint;
}): boolean {
  const { record, tree, now } = of;
  if (tree === null) return false;
  if (record.claimedAmount >= record.totalEntitled) return true;
  return tree.cancelledAt !== null && now >= tree.cancelledAt + GRACE_PERIOD_SECONDS;
}
