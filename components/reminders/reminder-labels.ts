import type { ReminderChannel, ReminderKind, StoppedReason } from "@/lib/core/events/reminder-kinds";
import { type Message, message, type Translator } from "@/lib/core/i18n/translator";

/** The kinds of reminders by their reader, in the order of the form. */
export const KIND_GROUPS: readonly { title: Message; kinds: readonly ReminderKind[] }[] = [
  {
    title: message("For recipients"),
    kinds: ["cliff.reached", "unlock.due", "grace.ending"],
  },
  {
    title: message("For creators"),
    kinds: ["campaign.ended", "campaign.underfunded", "drift.detected"],
  },
];

export const KIND_LABELS: Record<ReminderKind, Message> = {
  "cliff.reached": message("First unlock of a campaign"),
  "unlock.due": message("Later unlocks"),
  "grace.ending": message("End of a grace period"),
  "campaign.ended": message("Last unlock of a campaign"),
  "campaign.underfunded": message("Missing funds"),
  "drift.detected": message("Differences from the network"),
};

export const CHANNEL_LABELS: Record<ReminderChannel, Message> = {
  email: message("Email"),
  webhook: message("Webhook"),
  slack: message("Slack incoming webhook"),
};

export const STOPPED_LABELS: Record<StoppedReason, Message> = {
  unsubscribed: message("The recipient unsubscribed. No reminders are sent."),
  gone: message("The server responded with 410 (Gone). No reminders are sent."),
  failing: message("All attempts to deliver a reminder failed. No reminders are sent."),
};

const [HOUR, DAY] = [3_600, 86_400];

/** The lead times of the form, in seconds. */
export const LEADS: readonly number[] = [0, HOUR, DAY, 7 * DAY, 30 * DAY];

/** Returns a lead time as text; it is rounded down to whole minutes. */
export function leadText(seconds: number, t: Translator): string {
  if (seconds === 0) return t("At the event");
  if (seconds % DAY === 0)
    return t("{count, plural, one {# day before} other {# days before}}", { count: seconds / DAY });
  if (seconds % HOUR === 0)
    return t("{count, plural, one {# hour before} other {# hours before}}", { count: seconds / HOUR });
  const count = Math.floor(seconds / 60);
  return t("{count, plural, one {# minute before} other {# minutes before}}", { count });
}
