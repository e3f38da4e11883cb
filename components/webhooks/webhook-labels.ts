import type { WebhookEndpointView } from "@/lib/contract/webhook";
import type { DisabledReason, EventType } from "@/lib/core/events/event-types";
import { type Message, message, type Translator } from "@/lib/core/i18n/translator";

export const EVENT_LABELS: Record<EventType, Message> = {
  claimed: message("Claims"),
  cancelled: message("Cancellations"),
  paused: message("Pauses and resumes"),
  root_updated: message("Allocation changes"),
  withdrawn: message("Withdrawals"),
  milestone_released: message("Milestone releases"),
  stream_cancelled: message("Stream cancellations"),
  instant_refunded: message("Refunds"),
};

export const DISABLED_LABELS: Record<DisabledReason, Message> = {
  paused: message(
    "You turned off this webhook. Events are not saved for it while it is off. Resend them later by their time.",
  ),
  gone: message("Your server responded with 410 (Gone). No events are sent until you turn on the webhook."),
  failing: message(
    "Your server did not accept an event in ten attempts over three days. Turn on the webhook to resume delivery with that event.",
  ),
};

/** Returns the events that an endpoint receives as text. */
export const getEvents = (t: Translator, { types }: Pick<WebhookEndpointView, "types">): string =>
  types === null ? t("All events") : types.map((type) => t(EVENT_LABELS[type])).join(", ");
