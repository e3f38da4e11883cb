import type { WebhookEndpointView } from "@/lib/contract/webhook";
import type { DisabledReason, EventType } from "@/lib/core/events/event-types";
import { type Message, message, type Translator } from "@/lib/core/i18n/translator";

export const EVENT_WORDS: Record<EventType, Message> = {
  claimed: message("Claims"),
  cancelled: message("Cancellations"),
  paused: message("Pauses and unpauses"),
  root_updated: message("Changed allocations"),
  withdrawn: message("Withdrawals"),
  milestone_released: message("Released milestones"),
  stream_cancelled: message("Ended streams"),
  instant_refunded: message("Refunds"),
};

export const DISABLED_WORDS: Record<DisabledReason, Message> = {
  paused: message(
    "You switched it off. Events of meanwhile are not kept for it; send them again by their time.",
  ),
  gone: message("It answered 410, gone: nothing more is sent until you switch it on."),
  failing: message(
    "It took an event at none of ten attempts over three days. Switched on again, it goes on with that event.",
  ),
};

/** Returns the events that an endpoint receives as text. */
export const eventsOf = (t: Translator, { types }: Pick<WebhookEndpointView, "types">): string =>
  types === null ? t("All events") : types.map((type) => t(EVENT_WORDS[type])).join(", ");
