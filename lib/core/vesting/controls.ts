import { type CampaignFacts, type LifecycleStatus, lifecycleStatus } from "@/lib/core/vesting/lifecycle";
import {
  type ActionFacts,
  cancelRefusal,
  cancelStreamRefusal,
  instantRefundRefusal,
  pauseRefusal,
  releaseMilestoneRefusal,
  resumeRefusal,
  updateRootRefusal,
  withdrawUnvestedRefusal,
} from "@/lib/core/vesting/refusals";
import { english, message, type Words } from "@/lib/core/words/words";

/** What a state allows for claiming. Source: spec part 3, UI behaviour. */
export type ClaimControl = { enabled: true } | { enabled: false; reason: string; showsCountdown: boolean };

/** Why nobody can claim while the campaign's root has no leaves here. */
export const LIST_NOT_REGISTERED = message(
  "The recipient list was updated on chain and has not been registered here yet. Claims are unavailable until then.",
);

/**
 * Returns the claim control of a campaign whose root may have no leaves here. The first cliff of such a root is unknown, so
 * "Nothing has vested yet." would be a guess.
 */
export function registeredClaimControl(
  claim: ClaimControl,
  isRootRegistered: boolean,
  t: Words = english,
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
 * The controls of a campaign at `now` (unix seconds): what the program would take, but for what pays nobody any more and
 * for the rotation of a stream, which spec 4.6 leaves out. Who may use them is another question: they are shown to
 * everyone, and work for the wallet that may sign.
 */
export function campaignControls(facts: ActionFacts, now: bigint, t: Words = english): CampaignControls {
  const status = lifecycleStatus(facts, now);
  const hasCanceller = facts.cancelAuthority !== null;
  const isCompleted = facts.totalClaimed >= facts.totalSupply;
  return {
    claim: claimControl(t, status),
    pause: pauseRefusal(facts) === null,
    resume: resumeRefusal(facts) === null,
    withdrawUnvested: withdrawUnvestedRefusal(facts, now) === null,
    cancel: hasCanceller && cancelRefusal(facts) === null,
    cancelStream: cancelStreamRefusal(facts) === null,
    instantRefund: instantRefundRefusal(facts, now) === null,
    rotate: hasCanceller && facts.leafCount > 1 && !isCompleted && updateRootRefusal(facts) === null,
    releases: paysReleases(facts, status)
      ? facts.usedMilestones.filter((index) => releaseMilestoneRefusal(facts, index) === null)
      : [],
    refundBanner: facts.instantRefunded,
  };
}

/** Whether a release would still let somebody claim: the program takes one at any time, but pays nothing for it. */
function paysReleases(facts: CampaignFacts, status: LifecycleStatus): boolean {
  return status !== "settled" && status !== "cancelled_expired" && facts.totalClaimed < facts.totalSupply;
}

/** Whether a state lets recipients claim, or why it does not. */
function claimControl(t: Words, status: LifecycleStatus): ClaimControl {
  const closed = (reason: string): ClaimControl => ({ enabled: false, reason, showsCountdown: false });
  switch (status) {
    case "claimable":
    case "cancelled_grace":
      return { enabled: true };
    case "active":
      return { enabled: false, reason: t("Nothing has vested yet."), showsCountdown: true };
    case "paused":
      return closed(t("Claims are paused."));
    case "claimed":
      return closed(t("Everything has been claimed."));
    case "cancelled_expired":
      return closed(t("The grace period after the cancellation is over."));
    case "instant_refunded":
      return closed(t("The campaign was refunded."));
    case "settled":
      return closed(t("The stream is settled; there are no further claims."));
  }
}
