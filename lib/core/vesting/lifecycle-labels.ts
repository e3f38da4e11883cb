import { type Message, message } from "@/lib/core/i18n/translator";
import type { LifecycleStatus } from "./lifecycle";

/** Display name of each lifecycle state, on pages and in exports. */
export const LIFECYCLE_LABELS: Readonly<Record<LifecycleStatus, Message>> = {
  active: message("Locked"),
  claimable: message("Claimable"),
  claimed: message("Completed"),
  paused: message("Paused"),
  cancelled_grace: message("Cancelled, in grace"),
  cancelled_expired: message("Cancelled, ended"),
  instant_refunded: message("Refunded"),
  settled: message("Settled"),
};
