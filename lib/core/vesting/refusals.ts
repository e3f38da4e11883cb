import { english, type Translator } from "@/lib/core/i18n/translator";
import type { ErrorName } from "@/lib/core/solana/idl/idl-types";
import {
  type CampaignFacts,
  gracePeriod,
  instantRefundEligible,
  isTreeGone,
} from "@/lib/core/vesting/lifecycle";

/**
 * Decides which actions on a campaign the program would refuse, according to the index, and why. Builders,
 * pages and their texts all use this module. The module checks neither the signer nor the funding of the
 * campaign, which only the network can confirm. `leafProgress` decides about claims.
 */

/**
 * Why an action fails or has no use, with the program's error name; `error` is null if the program would
 * still accept it.
 */
export type ActionRefusal = { error: ErrorName | "AccountNotInitialized" | null; message: string };

/** A refusal of an action that has a route, with the API error code. */
export type CodedRefusal = ActionRefusal & {
  code:
    | "NOT_CANCELLABLE"
    | "ALREADY_CANCELLED"
    | "NOT_CANCELLED"
    | "GRACE_PERIOD_ACTIVE"
    | "FULLY_VESTED"
    | "NOT_SINGLE_STREAM"
    | "MILESTONE_ALREADY_RELEASED"
    | "NOT_ELIGIBLE_FOR_INSTANT_REFUND"
    | "NOTHING_TO_CLAIM";
};

/** The input of the checks: indexed facts of a campaign, its mint and its authorities. */
export type ActionFacts = CampaignFacts & {
  mint: string;
  cancelAuthority: string | null;
  pauseAuthority: string | null;
};

type Check<R extends ActionRefusal = CodedRefusal> = R | false | null;

// The program stops at its first error, so the checks run in the program's order.
function findFirstRefusal<R extends ActionRefusal>(...checks: Check<R>[]): R | null {
  return checks.find((check) => check) || null;
}

const isFullyClaimed = ({ totalClaimed, totalSupply }: ActionFacts) => totalClaimed >= totalSupply;

const notCancellable = (t: Translator, facts: ActionFacts, error: ErrorName = "NotCancellable"): Check =>
  !facts.cancellable && {
    code: "NOT_CANCELLABLE",
    error,
    message: t("The campaign was created as non-cancellable, so its funds stay with its recipients."),
  };

function alreadyCancelled(
  t: Translator,
  { cancelledAt, instantRefunded, settled }: ActionFacts,
  error: ErrorName = "AlreadyCancelled",
): Check {
  const code = "ALREADY_CANCELLED";
  if (instantRefunded) {
    return { code, error, message: t("The campaign was refunded to its creator and has ended.") };
  }
  if (settled) return { code, error, message: t("The stream was cancelled and paid out. It has ended.") };
  return (
    cancelledAt !== null && {
      code,
      error,
      message: t(
        "The campaign is already cancelled. The unvested amount can be withdrawn after its grace period.",
      ),
    }
  );
}

const fullyVested = (t: Translator, facts: ActionFacts): Check =>
  isFullyClaimed(facts) && {
    code: "FULLY_VESTED",
    error: "FullyVested",
    message: t("Everything in the campaign has been claimed, so there is nothing left to return."),
  };

const emptied = (isEmptied: boolean, message: string): Check =>
  isEmptied && { code: "FULLY_VESTED", error: "NothingToClaim", message };

// A native SOL campaign has no account left after it has paid out everything.
const closed = (t: Translator, facts: ActionFacts): Check =>
  isTreeGone(facts) && {
    code: "FULLY_VESTED",
    error: "AccountNotInitialized",
    message: t("The campaign has paid out everything and its account is closed."),
  };

/** Returns why cancel_campaign would fail, or null. Source: program interface, What each does. */
export function cancelRefusal(facts: ActionFacts, t: Translator = english): CodedRefusal | null {
  return findFirstRefusal(notCancellable(t, facts), alreadyCancelled(t, facts), fullyVested(t, facts));
}

/**
 * Returns why cancel_stream would fail, or null. The function does not check that the schedule matches the
 * root.
 */
export function cancelStreamRefusal(facts: ActionFacts, t: Translator = english): CodedRefusal | null {
  const notSingle: Check = facts.leafCount !== 1 && {
    code: "NOT_SINGLE_STREAM",
    error: "NotSingleStream",
    message: t(
      "This action requires a campaign with one recipient. Cancel a campaign with several recipients as a whole.",
    ),
  };
  return findFirstRefusal(
    notSingle,
    notCancellable(t, facts),
    alreadyCancelled(t, facts),
    fullyVested(t, facts),
  );
}

/** Returns why update_root would fail, or null. The function does not check that the root changes. */
export function updateRootRefusal(facts: ActionFacts, t: Translator = english): CodedRefusal | null {
  return findFirstRefusal(notCancellable(t, facts), alreadyCancelled(t, facts, "CampaignCancelled"));
}

/** Returns why withdraw_unvested would fail at `now` (unix seconds), or null. */
export function withdrawUnvestedRefusal(
  facts: ActionFacts,
  now: bigint,
  t: Translator = english,
): CodedRefusal | null {
  const grace = gracePeriod(facts, now);
  const notCancelled: Check = facts.cancelledAt === null && {
    code: "NOT_CANCELLED",
    error: "NotCancelled",
    message: t("The campaign is not cancelled. Cancel it and wait for the grace period of 7 days to end."),
  };
  const isRunning: Check = grace !== null &&
    !grace.isExpired && {
      code: "GRACE_PERIOD_ACTIVE",
      error: "GracePeriodActive",
      message: t("Recipients can claim until the grace period ends at {time}. Try again after that.", {
        time: isoTime(grace.end),
      }),
    };
  return findFirstRefusal(
    notCancelled,
    isRunning,
    emptied(
      facts.instantRefunded,
      t("Everything was refunded to the creator, so nothing is left to withdraw."),
    ),
    emptied(facts.settled, t("The stream was cancelled and paid out, so nothing is left to withdraw.")),
    // Tokens can reach the vault after a withdrawal and after the last claim.
    emptied(
      facts.withdrawn && !facts.vaultBalance,
      t("The unvested amount has already been withdrawn, so nothing is left."),
    ),
    closed(t, facts),
    emptied(
      isFullyClaimed(facts) && !facts.vaultBalance,
      t("Everything in the campaign has been claimed, so nothing is left."),
    ),
    facts.vaultBalance === 0n && {
      code: "NOTHING_TO_CLAIM",
      error: "NothingToClaim",
      message: t("The campaign has no balance, so there is nothing to withdraw."),
    },
  );
}

/** Returns why set_milestone_released would fail for an index that the leaves use, or null. */
export function releaseMilestoneRefusal(
  facts: ActionFacts,
  milestoneIdx: number,
  t: Translator = english,
): CodedRefusal | null {
  const released: Check = facts.releasedMilestones.includes(milestoneIdx) && {
    code: "MILESTONE_ALREADY_RELEASED",
    error: "MilestoneAlreadyReleased",
    message: t("Milestone {milestone} is already released. Its recipients can claim.", {
      milestone: `${milestoneIdx}`,
    }),
  };
  const refunded = facts.instantRefunded && alreadyCancelled(t, facts, "InstantRefundedCampaign");
  return findFirstRefusal(refunded, released, closed(t, facts));
}

/** Returns why instant_refund_campaign would fail at `now` (unix seconds), or null. */
export function instantRefundRefusal(
  facts: ActionFacts,
  now: bigint,
  t: Translator = english,
): CodedRefusal | null {
  const notEligible: Check = !instantRefundEligible(facts, now) && {
    code: "NOT_ELIGIBLE_FOR_INSTANT_REFUND",
    ...ineligibleReason(t, facts, now),
  };
  return findFirstRefusal(
    notCancellable(t, facts),
    alreadyCancelled(t, facts),
    fullyVested(t, facts),
    notEligible,
  );
}

function ineligibleReason(
  t: Translator,
  { leafCount, minCliffTime }: ActionFacts,
  now: bigint,
): { error: ErrorName; message: string } {
  if (leafCount <= 1) {
    return {
      error: "NotMultiLeafCampaign",
      message: t(
        "An instant refund requires a campaign with several recipients. Cancel the campaign instead.",
      ),
    };
  }
  if (minCliffTime === null || now >= minCliffTime) {
    return {
      error: "CampaignAlreadyStarted",
      message: t("The first cliff has passed, so vesting has begun. Cancel the campaign instead."),
    };
  }
  return {
    error: "MilestoneAlreadyReleased",
    message: t("A milestone has been released, so its recipients can claim. Cancel the campaign instead."),
  };
}

const unpausable = (t: Translator, facts: ActionFacts): Check<ActionRefusal> => {
  if (isTreeGone(facts)) return closed(t, facts);
  if (facts.pauseAuthority === null) {
    return {
      error: "NotPausable",
      message: t("The campaign has no pause authority, so it cannot be paused."),
    };
  }
  if (facts.cancelledAt !== null) {
    return {
      error: "CampaignCancelled",
      message: t("The campaign has ended, so there is nothing to pause."),
    };
  }
  return (
    isFullyClaimed(facts) && {
      error: "CampaignCompleted",
      message: t("Everything has been claimed, so there is nothing to pause."),
    }
  );
};

/** Returns why pause_campaign would fail, or null. */
export function pauseRefusal(facts: ActionFacts, t: Translator = english): ActionRefusal | null {
  const paused: Check<ActionRefusal> = facts.paused && {
    error: "AlreadyPaused",
    message: t("Claims are already paused."),
  };
  return findFirstRefusal<ActionRefusal>(unpausable(t, facts), paused);
}

/** Returns why unpause_campaign would fail, or null. */
export function resumeRefusal(facts: ActionFacts, t: Translator = english): ActionRefusal | null {
  const running: Check<ActionRefusal> = !facts.paused && {
    error: "NotPaused",
    message: t("Claims are not paused."),
  };
  return findFirstRefusal<ActionRefusal>(unpausable(t, facts), running);
}

// The program stores any i64, but Date supports a smaller range.
function isoTime(unixSeconds: bigint): string {
  const date = new Date(Number(unixSeconds) * 1000);
  return Number.isNaN(date.getTime()) ? `${unixSeconds} (unix seconds)` : date.toISOString();
}
