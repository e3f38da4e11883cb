import type { ErrorName } from "@/lib/core/solana/idl/idl-types";
import {
  type CampaignFacts,
  gracePeriod,
  instantRefundEligible,
  isTreeGone,
} from "@/lib/core/vesting/lifecycle";

/**
 * What can still be done to a campaign, by what the index knows of it, and why not: the one place that builders, pages
 * and their texts ask. Who signs is another question, and so is whether the campaign is funded, which only the ledger
 * knows. What can be claimed is `leafProgress`'s to say.
 */

/** Why an action is of no use, and the program's own name for it; null where the program would take it all the same. */
export type Refusal = { error: ErrorName | "AccountNotInitialized" | null; message: string };

/** A refusal of an action that has a route, with the code that the API answers. */
export type CodedRefusal = Refusal & {
  code:
    | "NOT_CANCELLABLE"
    | "ALREADY_CANCELLED"
    | "NOT_CANCELLED"
    | "GRACE_PERIOD_ACTIVE"
    | "FULLY_VESTED"
    | "NOT_SINGLE_STREAM"
    | "MILESTONE_ALREADY_RELEASED"
    | "NOT_ELIGIBLE_FOR_INSTANT_REFUND";
};

/** What the checks need of a campaign: indexed facts, its mint and its authorities. */
export type ActionFacts = CampaignFacts & {
  mint: string;
  cancelAuthority: string | null;
  pauseAuthority: string | null;
};

type Check<R extends Refusal = CodedRefusal> = R | false | null;

// The program stops at its first fault, so the order of the checks is the program's.
function firstOf<R extends Refusal>(...checks: Check<R>[]): R | null {
  return checks.find((check) => check) || null;
}

const isFullyClaimed = ({ totalClaimed, totalSupply }: ActionFacts) => totalClaimed >= totalSupply;

const notCancellable = (facts: ActionFacts, error: ErrorName = "NotCancellable"): Check =>
  !facts.cancellable && {
    code: "NOT_CANCELLABLE",
    error,
    message: "The campaign was created as not cancellable, so its funds stay with its recipients.",
  };

function alreadyCancelled(
  { cancelledAt, instantRefunded, settled }: ActionFacts,
  error: ErrorName = "AlreadyCancelled",
): Check {
  const code = "ALREADY_CANCELLED";
  if (instantRefunded) {
    return { code, error, message: "The campaign was refunded to its creator and is over." };
  }
  if (settled) return { code, error, message: "The stream was cancelled and paid out, and is over." };
  return (
    cancelledAt !== null && {
      code,
      error,
      message: "The campaign is cancelled already; what is unvested can be withdrawn after its grace period.",
    }
  );
}

const fullyVested = (facts: ActionFacts): Check =>
  isFullyClaimed(facts) && {
    code: "FULLY_VESTED",
    error: "FullyVested",
    message: "Everything in the campaign has been claimed, so there is nothing left to return.",
  };

const emptied = (isEmptied: boolean, message: string): Check =>
  isEmptied && { code: "FULLY_VESTED", error: "NothingToClaim", message };

// Once it has paid everything out, a campaign of native SOL no longer has an account to act on.
const closed = (facts: ActionFacts): Check =>
  isTreeGone(facts) && {
    code: "FULLY_VESTED",
    error: "AccountNotInitialized",
    message: "The campaign has paid out everything and its account is closed.",
  };

/** Why cancel_campaign would fail, or null. Source: program interface, What each does. */
export function cancelRefusal(facts: ActionFacts): CodedRefusal | null {
  return firstOf(notCancellable(facts), alreadyCancelled(facts), fullyVested(facts));
}

/** Why cancel_stream would fail, or null; that the schedule matches the root is not checked here. */
export function cancelStreamRefusal(facts: ActionFacts): CodedRefusal | null {
  const notSingle: Check = facts.leafCount !== 1 && {
    code: "NOT_SINGLE_STREAM",
    error: "NotSingleStream",
    message: "This works for a campaign of one recipient only; cancel a campaign of several as a whole.",
  };
  return firstOf(notSingle, notCancellable(facts), alreadyCancelled(facts), fullyVested(facts));
}

/** Why update_root would fail, or null; that the root is another one is not checked here. */
export function updateRootRefusal(facts: ActionFacts): CodedRefusal | null {
  return firstOf(notCancellable(facts), alreadyCancelled(facts, "CampaignCancelled"));
}

/** Why withdraw_unvested would fail at `now` (unix seconds), or null. */
export function withdrawUnvestedRefusal(facts: ActionFacts, now: bigint): CodedRefusal | null {
  const grace = gracePeriod(facts, now);
  const notCancelled: Check = facts.cancelledAt === null && {
    code: "NOT_CANCELLED",
    error: "NotCancelled",
    message: "The campaign is not cancelled; cancel it and let the grace period of 7 days pass first.",
  };
  const isRunning: Check = grace !== null &&
    !grace.isExpired && {
      code: "GRACE_PERIOD_ACTIVE",
      error: "GracePeriodActive",
      message: `The grace period ends at ${isoTime(grace.end)}; recipients may claim until then, try again after it.`,
    };
  return firstOf(
    notCancelled,
    isRunning,
    emptied(facts.instantRefunded, "Everything was refunded to the creator, so nothing is left to withdraw."),
    emptied(facts.settled, "The stream was cancelled and paid out, so nothing is left to withdraw."),
    emptied(facts.withdrawn, "What was unvested has been withdrawn already, so nothing is left."),
    closed(facts),
    emptied(isFullyClaimed(facts), "Everything in the campaign has been claimed, so nothing is left."),
  );
}

/** Why set_milestone_released would fail for an index that the leaves use, or null. */
export function releaseMilestoneRefusal(facts: ActionFacts, milestoneIdx: number): CodedRefusal | null {
  const released: Check = facts.releasedMilestones.includes(milestoneIdx) && {
    code: "MILESTONE_ALREADY_RELEASED",
    error: "MilestoneAlreadyReleased",
    message: `Milestone ${milestoneIdx} is released already; its recipients can claim it.`,
  };
  const refunded = facts.instantRefunded && alreadyCancelled(facts, "InstantRefundedCampaign");
  return firstOf(refunded, released, closed(facts));
}

/** Why instant_refund_campaign would fail at `now` (unix seconds), or null. */
export function instantRefundRefusal(facts: ActionFacts, now: bigint): CodedRefusal | null {
  const { error, why } = whyNotEligible(facts, now);
  const notEligible: Check = !instantRefundEligible(facts, now) && {
    code: "NOT_ELIGIBLE_FOR_INSTANT_REFUND",
    error,
    message: `${why} Cancel the campaign instead.`,
  };
  return firstOf(notCancellable(facts), alreadyCancelled(facts), fullyVested(facts), notEligible);
}

function whyNotEligible(
  { leafCount, minCliffTime }: ActionFacts,
  now: bigint,
): { error: ErrorName; why: string } {
  if (leafCount <= 1) {
    return {
      error: "NotMultiLeafCampaign",
      why: "An instant refund is for campaigns of several recipients.",
    };
  }
  if (minCliffTime === null || now >= minCliffTime) {
    return { error: "CampaignAlreadyStarted", why: "The first cliff has passed, so vesting has begun." };
  }
  return { error: "MilestoneAlreadyReleased", why: "A milestone is released, so its recipients may claim." };
}

const unpausable = (facts: ActionFacts): Check<Refusal> => {
  if (isTreeGone(facts)) return closed(facts);
  if (facts.pauseAuthority === null) {
    return {
      error: "NotPausable",
      message: "The campaign has no pause authority, so nobody can pause it.",
    };
  }
  if (facts.cancelledAt !== null) {
    return { error: "CampaignCancelled", message: "The campaign has ended, so there is nothing to pause." };
  }
  return (
    isFullyClaimed(facts) && {
      error: "CampaignCompleted",
      message: "Everything has been claimed, so there is nothing to pause.",
    }
  );
};

/** Why pause_campaign would fail, or null. */
export function pauseRefusal(facts: ActionFacts): Refusal | null {
  const paused: Check<Refusal> = facts.paused && {
    error: "AlreadyPaused",
    message: "Claims are paused already.",
  };
  return firstOf<Refusal>(unpausable(facts), paused);
}

/** Why unpause_campaign would fail, or null. */
export function resumeRefusal(facts: ActionFacts): Refusal | null {
  const running: Check<Refusal> = !facts.paused && { error: "NotPaused", message: "Claims are not paused." };
  return firstOf<Refusal>(unpausable(facts), running);
}

// Any i64 may be stored, and Date ends long before.
function isoTime(unixSeconds: bigint): string {
  const date = new Date(Number(unixSeconds) * 1000);
  return Number.isNaN(date.getTime()) ? `${unixSeconds} (unix seconds)` : date.toISOString();
}
