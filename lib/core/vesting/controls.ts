import { english, message, type Translator } from "@/lib/core/i18n/translator";
import { type CampaignAction, decideAction, decideRelease } from "@/lib/core/vesting/decide-action";
import { type LifecycleStatus, lifecycleStatus } from "@/lib/core/vesting/lifecycle";
import type { ActionFacts } from "@/lib/core/vesting/refusals";

/** Whether a campaign state allows claims. Source: spec part 3, UI behavior. */
export type ClaimControl = { enabled: true } | { enabled: false; reason: string; showsCountdown: boolean };

/** Reason why claims are unavailable while the leaves of the campaign's root are not registered here. */
export const LIST_NOT_REGISTERED = message(
  "The recipient list was updated on chain and has not been registered here yet. Claims are unavailable until then.",
);

/**
 * Returns the claim control of a campaign whose root may have no registered leaves. The first cliff of such a
 * root is unknown, so "Nothing has vested yet." would be a guess.
 */
export function registeredClaimControl(
  claim: ClaimControl,
  isRootRegistered: boolean,
  t: Translator = english,
): ClaimControl {
  const isOpen = claim.enabled || claim.showsCountdown;
  return isRootRegistered || !isOpen
    ? claim
    : { enabled: false, reason: t(LIST_NOT_REGISTERED), showsCountdown: false };
}

export type CampaignControls = {
  claim: ClaimControl;
  pause: boolean;
  resume: boolean;
  withdrawUnvested: boolean;
  cancel: boolean;
  cancelStream: boolean;
  instantRefund: boolean;
  rotate: boolean;
  /** Milestones that can still be released. */
  releases: readonly number[];
  refundBanner: boolean;
};

/**
 * Returns the controls of a campaign at `now` (unix seconds), as `decideAction` decides them. The page shows
 * them to everyone, but they work only for the wallet that may sign.
 */
export function campaignControls(facts: ActionFacts, now: bigint, t: Translator = english): CampaignControls {
  const can = (action: CampaignAction) => decideAction(action, facts, { now, t }).possible === "now";
  return {
    claim: claimControl(lifecycleStatus(facts, now), t),
    pause: can("pause"),
    resume: can("resume"),
    withdrawUnvested: can("withdraw-unvested"),
    cancel: can("cancel"),
    cancelStream: can("cancel-stream"),
    instantRefund: can("instant-refund"),
    rotate: can("rotate"),
    releases: facts.usedMilestones.filter(
      (index) => decideRelease(index, facts, { now, t }).possible === "now",
    ),
    refundBanner: facts.instantRefunded,
  };
}

/** Returns whether recipients can claim in a state, or the reason why they cannot. */
export function claimControl(status: LifecycleStatus, t: Translator = english): ClaimControl {
  const closed = (reason: string): ClaimControl => ({ enabled: false, reason, showsCountdown: false });
  switch (status) {
    case "claimable":
    case "cancelled_grace":
      return { enabled: true };
    case "active":
      return { enabled: false, reason: t("Nothing has vested yet."), showsCountdown: true };
    case "paused":
      return closed(t("Claims are paused. Vesting continues."));
    case "claimed":
      return closed(t("Everything has been claimed."));
    case "cancelled_expired":
      return closed(t("The grace period after the cancellation has ended."));
    case "instant_refunded":
      return closed(t("The campaign was refunded."));
    case "settled":
      return closed(t("The stream is settled. No further claims are possible."));
  }
}
