import type { CampaignDetail } from "@/lib/views/campaign";

/** What a state allows for claiming. Source: spec part 3, UI behaviour. */
export type ClaimControl = { enabled: true } | { enabled: false; reason: string; showsCountdown: boolean };

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
  graceBanner: boolean;
  refundBanner: boolean;
};

type Facts = Pick<
  CampaignDetail,
  | "status"
  | "cancellable"
  | "cancelledAt"
  | "instantRefunded"
  | "settled"
  | "leafCount"
  | "pauseAuthority"
  | "cancelAuthority"
  | "instantRefundEligible"
  | "milestones"
  | "gracePeriod"
>;

/**
 * The controls of a campaign, by its state and by what the program would refuse anyway. Who may use them is another
 * question: they are shown to everyone, and work for the wallet that may sign.
 */
export function campaignControls(campaign: Facts): CampaignControls {
  const { status, instantRefunded, settled, cancelledAt } = campaign;
  const isRunning = status === "active" || status === "claimable";
  const isOpen = isRunning || status === "paused";
  const isCancellable = isOpen && campaign.cancellable && campaign.cancelAuthority !== null;
  const isOver = instantRefunded || settled || status === "cancelled_expired";
  return {
    claim: claimControl(status),
    pause: isRunning && campaign.pauseAuthority !== null,
    resume: status === "paused" && campaign.pauseAuthority !== null,
    withdrawUnvested: status === "cancelled_expired",
    cancel: isCancellable,
    cancelStream: isCancellable && campaign.leafCount === 1,
    instantRefund: isOpen && campaign.instantRefundEligible,
    rotate: isCancellable && campaign.leafCount > 1,
    releases: isOver ? [] : campaign.milestones.filter(({ released }) => !released).map(({ index }) => index),
    graceBanner:
      cancelledAt !== null && !instantRefunded && !settled && campaign.gracePeriod?.isExpired === false,
    refundBanner: instantRefunded,
  };
}

/** Whether a state lets recipients claim, or why it does not. */
export function claimControl(status: Facts["status"]): ClaimControl {
  const closed = (reason: string): ClaimControl => ({ enabled: false, reason, showsCountdown: false });
  switch (status) {
    case "claimable":
    case "cancelled_grace":
      return { enabled: true };
    case "active":
      return { enabled: false, reason: "Nothing has vested yet.", showsCountdown: true };
    case "paused":
      return closed("Claims are paused.");
    case "claimed":
      return closed("Everything has been claimed.");
    case "cancelled_expired":
      return closed("The grace period after the cancellation is over.");
    case "instant_refunded":
      return closed("The campaign was refunded.");
    case "settled":
      return closed("The stream is settled; there are no further claims.");
  }
}
