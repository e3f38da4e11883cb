import { type Message, message } from "@/lib/core/i18n/translator";
import type { EventType } from "./event-types";

/** Display name of each kind of event, on pages and in exports. */
export const EVENT_LABELS: Readonly<Record<EventType | "resumed", Message>> = {
  claimed: message("Claimed"),
  cancelled: message("Cancelled"),
  paused: message("Paused"),
  // The program uses one event for pausing and resuming.
  resumed: message("Resumed"),
  root_updated: message("Allocations changed"),
  withdrawn: message("Withdrawn"),
  milestone_released: message("Milestone released"),
  stream_cancelled: message("Stream cancelled"),
  instant_refunded: message("Refunded"),
};
