import { type CampaignFacts, gracePeriod, instantRefundEligible } from "@/lib/vesting/lifecycle";
import { isNativeMint } from "./campaign-accounts";

/** Why an action is not built: the code that the API answers, and a sentence for the person who asked. */
export type Refusal = {
  code:
    | "NOT_CANCELLABLE"
    | "ALREADY_CANCELLED"
    | "NOT_CANCELLED"
    | "GRACE_PERIOD_ACTIVE"
    | "FULLY_VESTED"
    | "NOT_SINGLE_STREAM"
    | "MILESTONE_ALREADY_RELEASED"
    | "NOT_ELIGIBLE_FOR_INSTANT_REFUND";
  message: string;
};

/** What the checks need of a campaign: indexed facts and its mint. */
export type ActionFacts = CampaignFacts & { mint: string };

type Check = Refusal | false | null;

// The program stops at its first fault, so the order of the checks is the program's.
const firstOf = (...checks: Check[]): Refusal | null => checks.find((check) => check) || null;

const isFullyClaimed = ({ totalClaimed, totalSupply }: ActionFacts) => totalClaimed >= totalSupply;

const notCancellable = (facts: ActionFacts): Check =>
  !facts.cancellable && {
    code: "NOT_CANCELLABLE",
    message: "The campaign was created as not cancellable, so its funds stay with its recipients.",
  };

function alreadyCancelled({ cancelledAt, instantRefunded, settled }: ActionFacts): Check {
  if (instantRefunded) {
    return { code: "ALREADY_CANCELLED", message: "The campaign was refunded to its creator and is over." };
  }
  if (settled) {
    return { code: "ALREADY_CANCELLED", message: "The stream was cancelled and paid out, and is over." };
  }
  return (
    cancelledAt !== null && {
      code: "ALREADY_CANCELLED",
      message: "The campaign is cancelled already; what is unvested can be withdrawn after its grace period.",
    }
  );
}

const fullyVested = (facts: ActionFacts): Check =>
  isFullyClaimed(facts) && {
    code: "FULLY_VESTED",
    message: "Everything in the campaign has been claimed, so there is nothing left to return.",
  };

const emptied = (isEmptied: boolean, message: string): Check =>
  isEmptied && { code: "FULLY_VESTED", message };

// Once it has paid everything out, a campaign of native SOL no longer has an account to act on.
const closed = (facts: ActionFacts): Check =>
  emptied(
    isNativeMint(facts.mint) && (facts.settled || isFullyClaimed(facts)),
    "The campaign has paid out everything and its account is closed.",
  );

/** Why cancel_campaign would fail, or null. Source: program interface, What each does. */
export function cancelRefusal(facts: ActionFacts): Refusal | null {
  return firstOf(notCancellable(facts), alreadyCancelled(facts), fullyVested(facts));
}

/** Why cancel_stream would fail, or null; that the schedule matches the root is not checked here. */
export function cancelStreamRefusal(facts: ActionFacts): Refusal | null {
  const notSingle: Check = facts.leafCount !== 1 && {
    code: "NOT_SINGLE_STREAM",
    message: "This works for a campaign of one recipient only; cancel a campaign of several as a whole.",
  };
  return firstOf(notSingle, notCancellable(facts), alreadyCancelled(facts), fullyVested(facts));
}

/** Why withdraw_unvested would fail at `now` (unix seconds), or null. `isWithdrawn`: it has succeeded before. */
export function withdrawUnvestedRefusal(
  facts: ActionFacts & { isWithdrawn: boolean },
  now: bigint,
): Refusal | null {
  const grace = gracePeriod(facts, now);
  const notCancelled: Check = facts.cancelledAt === null && {
    code: "NOT_CANCELLED",
    message: "The campaign is not cancelled; cancel it and let the grace period of 7 days pass first.",
  };
  const isRunning: Check = grace !== null &&
    !grace.isExpired && {
      code: "GRACE_PERIOD_ACTIVE",
      message: `The grace period ends at ${isoTime(grace.end)}; recipients may claim until then, try again after it.`,
    };
  return firstOf(
    notCancelled,
    isRunning,
    emptied(facts.instantRefunded, "Everything was refunded to the creator, so nothing is left to withdraw."),
    emptied(facts.settled, "The stream was cancelled and paid out, so nothing is left to withdraw."),
    emptied(facts.isWithdrawn, "What was unvested has been withdrawn already, so nothing is left."),
    closed(facts),
  );
}

/** Why set_milestone_released would fail for an index that the leaves use, or null. */
export function releaseMilestoneRefusal(facts: ActionFacts, milestoneIdx: number): Refusal | null {
  const released: Check = facts.releasedMilestones.includes(milestoneIdx) && {
    code: "MILESTONE_ALREADY_RELEASED",
    message: `Milestone ${milestoneIdx} is released already; its recipients can claim it.`,
  };
  return firstOf(facts.instantRefunded && alreadyCancelled(facts), released, closed(facts));
}

/** Why instant_refund_campaign would fail at `now` (unix seconds), or null. */
export function instantRefundRefusal(facts: ActionFacts, now: bigint): Refusal | null {
  const notEligible: Check = !instantRefundEligible(facts, now) && {
    code: "NOT_ELIGIBLE_FOR_INSTANT_REFUND",
    message: `${whyNotEligible(facts)} Cancel the campaign instead.`,
  };
  return firstOf(notCancellable(facts), alreadyCancelled(facts), fullyVested(facts), notEligible);
}

function whyNotEligible({ leafCount, releasedMilestones }: ActionFacts): string {
  if (leafCount <= 1) return "An instant refund is for campaigns of several recipients.";
  if (releasedMilestones.length > 0) return "A milestone is released, so its recipients may claim.";
  return "The first cliff has passed, so vesting has begun.";
}

// Any i64 may be stored, and Date ends long before.
function isoTime(unixSeconds: bigint): string {
  const date = new Date(Number(unixSeconds) * 1000);
  return Number.isNaN(date.getTime()) ? `${unixSeconds} (unix seconds)` : date.toISOString();
}
