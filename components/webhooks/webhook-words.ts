import type { EventType } from "@/lib/core/views/event";
import type { DisabledReason, WebhookEndpointView } from "@/lib/core/views/webhook";

export const EVENT_WORDS: Record<EventType, string> = {
  claimed: "Claims",
  cancelled: "Cancellations",
  paused: "Pauses and unpauses",
  root_updated: "Changed allocations",
  withdrawn: "Withdrawals",
  milestone_released: "Released milestones",
  stream_cancelled: "Ended streams",
  instant_refunded: "Refunds",
};

export const DISABLED_WORDS: Record<DisabledReason, string> = {
  paused: "You switched it off. Events of meanwhile are not kept for it; send them again by their time.",
  gone: "It answered 410, gone: nothing more is sent until you switch it on.",
  failing:
    "It took an event at none of ten attempts over three days. Switched on again, it goes on with that event.",
};

/** What an endpoint hears, as a sentence's end. */
export function heardBy({ campaigns, types }: WebhookEndpointView): string {
  const all = types === null ? "All events" : types.map((type) => EVENT_WORDS[type]).join(", ");
  if (campaigns)
    return `${all} of ${campaigns.length === 1 ? "one campaign" : `${campaigns.length} campaigns`}`;
  return `${all} of`;
}

/** A failure in words, for the person who waits. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : "It did not work. Try again.";
