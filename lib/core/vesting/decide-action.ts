import type { ErrorCode } from "@/lib/core/errors";
import { english, type Translator } from "@/lib/core/i18n/translator";
import { lifecycleStatus } from "@/lib/core/vesting/lifecycle";
import {
  type ActionFacts,
  type ActionRefusal,
  type CodedRefusal,
  cancelRefusal,
  cancelStreamRefusal,
  instantRefundRefusal,
  pauseRefusal,
  releaseMilestoneRefusal,
  resumeRefusal,
  updateRootRefusal,
  withdrawUnvestedRefusal,
} from "@/lib/core/vesting/refusals";

/** An action of a creator or authority on a whole campaign. */
export type CampaignAction =
  | "cancel-stream"
  | "instant-refund"
  | "withdraw-unvested"
  | "cancel"
  | "rotate"
  | "pause"
  | "resume";

/** An action that is not possible now. */
type Impossible = {
  possible: "later" | "never";
  reason: string;
  /** The API error code; null for actions without a route. */
  code: ErrorCode | null;
  /** The error of the program; null if the program would still accept the action. */
  error: ActionRefusal["error"];
};

/** Whether an action is possible now, may become possible later, or is never possible, with the reason. */
export type Decision = { possible: "now" } | Impossible;

type Moment = { now: bigint; t?: Translator };

const NOW: Decision = { possible: "now" };

/** Errors of refusals that end over time or through another action. */
const TEMPORARY = new Set<ActionRefusal["error"]>(["GracePeriodActive", "AlreadyPaused", "NotPaused"]);

type AnyRefusal = ActionRefusal & { code?: CodedRefusal["code"] };

const refused = (refusal: AnyRefusal | null, isTemporary = false): Decision =>
  refusal === null
    ? NOW
    : {
        possible: isTemporary || TEMPORARY.has(refusal.error) ? "later" : "never",
        reason: refusal.message,
        code: refusal.code ?? null,
        error: refusal.error,
      };

/** Refuses an action that the program would accept, but that has no use or violates the specification. */
const never = (reason: string, code: ErrorCode): Decision => ({
  ...{ possible: "never", reason, code, error: null },
});

/**
 * Decides whether an action on a campaign is possible at `now` (unix seconds). Controls, reviews, pages and
 * the transaction builders all call this function. A refund counts as never possible after the first cliff,
 * although a new recipient list with later dates would allow it again.
 */
export function decideAction(
  action: CampaignAction,
  facts: ActionFacts,
  { now, t = english }: Moment,
): Decision {
  switch (action) {
    case "cancel-stream":
      return refused(cancelStreamRefusal(facts, t));
    case "instant-refund":
      return refused(instantRefundRefusal(facts, now, t));
    case "withdraw-unvested":
      return decideWithdrawal(facts, { now, t });
    case "cancel":
      return facts.cancelAuthority === null ? noAuthority(t) : refused(cancelRefusal(facts, t));
    case "rotate":
      return decideRotation(facts, t);
    case "pause":
      return refused(pauseRefusal(facts, t));
    case "resume":
      return refused(resumeRefusal(facts, t));
  }
}

const noAuthority = (t: Translator): Decision => ({
  ...{ possible: "never", code: "NOT_CANCELLABLE", error: "Unauthorized" },
  reason: t("The campaign has no cancel authority, so it cannot be cancelled or changed."),
});

/**
 * Decides on a withdrawal. It becomes possible only after a cancellation, and is never possible if the
 * campaign cannot be cancelled.
 */
function decideWithdrawal(facts: ActionFacts, { now, t }: Required<Moment>): Decision {
  const refusal = withdrawUnvestedRefusal(facts, now, t);
  if (refusal?.error !== "NotCancelled") return refused(refusal, refusal?.code === "NOTHING_TO_CLAIM");
  const cancellation = decideAction("cancel", facts, { now, t });
  const { code, error } = refusal;
  return cancellation.possible === "never" ? { ...cancellation, code, error } : refused(refusal, true);
}

/** The program would also accept a new list for a single-recipient stream; specification 4.6 excludes it. */
function decideRotation(facts: ActionFacts, t: Translator): Decision {
  const refusal = updateRootRefusal(facts, t);
  if (refusal !== null) return refused(refusal);
  if (facts.cancelAuthority === null) return noAuthority(t);
  if (facts.leafCount <= 1) {
    return never(t("The recipient of a single-recipient stream cannot be changed."), "CONFLICT");
  }
  if (facts.totalClaimed >= facts.totalSupply) {
    return never(t("Everything has been claimed, so there is nothing left to allocate."), "FULLY_VESTED");
  }
  return NOW;
}

/** Decides whether releasing a milestone would enable a claim; the program accepts a release at any time. */
export function decideRelease(
  milestoneIdx: number,
  facts: ActionFacts,
  { now, t = english }: Moment,
): Decision {
  const refusal = releaseMilestoneRefusal(facts, milestoneIdx, t);
  if (refusal !== null) return refused(refusal);
  const status = lifecycleStatus(facts, now);
  const paysNobody = t("A release would no longer pay any recipient.");
  if (status === "settled" || status === "cancelled_expired") return never(paysNobody, "ALREADY_CANCELLED");
  return facts.totalClaimed >= facts.totalSupply ? never(paysNobody, "FULLY_VESTED") : NOW;
}
