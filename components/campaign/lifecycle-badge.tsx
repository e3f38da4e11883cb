import { useTranslator } from "@/components/i18n/use-translator";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { type Message, message } from "@/lib/core/i18n/translator";
import type { LifecycleStatus } from "@/lib/core/vesting/lifecycle";
import { LIFECYCLE_LABELS } from "@/lib/core/vesting/lifecycle-labels";

type LifecycleText = { label: Message; tone: BadgeTone; sentence: Message };

/** The label and the explanation of each lifecycle state of spec part 3. */
export const LIFECYCLE: Record<LifecycleStatus, LifecycleText> = {
  active: {
    label: LIFECYCLE_LABELS.active,
    tone: "info",
    sentence: message("Tokens are locked until the first unlock. Nothing can be claimed yet."),
  },
  claimable: {
    label: LIFECYCLE_LABELS.claimable,
    tone: "good",
    sentence: message("Vested tokens can be claimed now."),
  },
  claimed: {
    label: LIFECYCLE_LABELS.claimed,
    tone: "good",
    sentence: message("All tokens of this campaign have been claimed."),
  },
  paused: {
    label: LIFECYCLE_LABELS.paused,
    tone: "warn",
    sentence: message("Claims are paused until the pause authority resumes them."),
  },
  cancelled_grace: {
    label: LIFECYCLE_LABELS.cancelled_grace,
    tone: "warn",
    sentence: message(
      "The campaign was cancelled. Tokens that had vested by then can be claimed until the grace period ends.",
    ),
  },
  cancelled_expired: {
    label: LIFECYCLE_LABELS.cancelled_expired,
    tone: "neutral",
    sentence: message(
      "The campaign was cancelled and the grace period has ended. The creator can withdraw the remaining tokens.",
    ),
  },
  instant_refunded: {
    label: LIFECYCLE_LABELS.instant_refunded,
    tone: "neutral",
    sentence: message("The campaign was refunded to its creator before it began. No action is possible."),
  },
  settled: {
    label: LIFECYCLE_LABELS.settled,
    tone: "neutral",
    sentence: message(
      "The stream was cancelled and split between recipient and creator. No further claims are possible.",
    ),
  },
};

const UNKNOWN: LifecycleText = {
  label: message("Unknown status"),
  tone: "neutral",
  sentence: message("This page is out of date. Reload it."),
};

const PAUSED_BY_CREATOR = message("Claims are paused until the creator resumes them.");

/** Returns the explanation of a pause, which names the holder of the pause authority by its role. */
export const pauseSentence = (campaign: { creator: string; pauseAuthority: string | null }): Message =>
  campaign.pauseAuthority === campaign.creator ? PAUSED_BY_CREATOR : LIFECYCLE.paused.sentence;

/** Returns the meaning of a state. A service that was updated after the page loaded may return a state that is unknown here. */
export const lifecycleText = (status: LifecycleStatus): LifecycleText => LIFECYCLE[status] ?? UNKNOWN;

export function LifecycleBadge({ status }: { status: LifecycleStatus }) {
  const t = useTranslator();
  const { label, tone } = lifecycleText(status);
  return <Badge tone={tone}>{t(label)}</Badge>;
}
