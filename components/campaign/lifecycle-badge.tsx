import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { LifecycleStatus } from "@/lib/core/vesting/lifecycle";

type Meaning = { label: string; tone: BadgeTone; sentence: string };

/** How each state of spec part 3 is named and explained to people. */
export const LIFECYCLE: Record<LifecycleStatus, Meaning> = {
  active: { label: "Vesting", tone: "info", sentence: "Tokens are vesting; nothing can be claimed yet." },
  claimable: { label: "Claimable", tone: "good", sentence: "Vested tokens can be claimed now." },
  claimed: {
    label: "Completed",
    tone: "neutral",
    sentence: "Every token of this campaign has been claimed.",
  },
  paused: {
    label: "Paused",
    tone: "warn",
    sentence: "Claims are paused until the pause authority resumes them.",
  },
  cancelled_grace: {
    label: "Cancelled, in grace",
    tone: "warn",
    sentence:
      "The campaign was cancelled. What had vested by then can still be claimed until the grace period ends.",
  },
  cancelled_expired: {
    label: "Cancelled, ended",
    tone: "danger",
    sentence:
      "The campaign was cancelled and the grace period is over. The creator can take back what is left.",
  },
  instant_refunded: {
    label: "Refunded",
    tone: "danger",
    sentence: "The campaign was refunded to its creator before it began. No action is possible.",
  },
  settled: {
    label: "Settled",
    tone: "neutral",
    sentence:
      "The stream was cancelled and split between beneficiary and creator. There are no further claims.",
  },
};

export function LifecycleBadge({ status }: { status: LifecycleStatus }) {
  const { label, tone } = LIFECYCLE[status];
  return <Badge tone={tone}>{label}</Badge>;
}
