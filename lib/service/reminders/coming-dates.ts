import type { ReminderDay } from "@/db/queries/reminders/reminder-dates";
import type { NewReminder } from "@/db/queries/reminders/reminder-queue";
import type { ReminderSubscription } from "@/db/schema";

/** Reminders are stored this long before they are due, in seconds: longer than the pause between two scans. */
export const HORIZON_SECONDS = 600n;
/** After an outage, a reminder is still sent until this long after its date, in seconds. */
export const LATE_SECONDS = 86_400n;

/** The start and end of the dates that can have a reminder now, in unix seconds. */
export const datesFrom = (now: bigint): bigint => now - LATE_SECONDS;
export const datesUntil = (now: bigint, longestLead: number): bigint =>
  now + BigInt(longestLead) + HORIZON_SECONDS + 1n;

type Subscribed = Pick<ReminderSubscription, "id" | "wallet" | "kinds" | "leads" | "confirmedAt">;

/**
 * Returns the reminders of a subscription that are due at `now` (unix seconds) or within the horizon. A
 * reminder that was due before the confirmation is not sent. If several reminders of a date are late, only the
 * newest one is sent.
 */
export function dueReminders(
  subscription: Subscribed,
  days: readonly ReminderDay[],
  now: bigint,
): NewReminder[] {
  const { id, wallet, kinds, leads, confirmedAt } = subscription;
  if (confirmedAt === null) return [];
  return days
    .filter((day) => day.wallet === wallet && kinds.includes(day.kind) && day.at >= datesFrom(now))
    .flatMap(({ kind, day, at }) => {
      const dues = leads
        .map((leadSeconds) => ({ leadSeconds, dueAt: at - BigInt(leadSeconds) }))
        .filter(({ dueAt }) => dueAt >= confirmedAt && dueAt <= now + HORIZON_SECONDS);
      const late = dues.filter(({ dueAt }) => dueAt <= now).toSorted((a, b) => a.leadSeconds - b.leadSeconds);
      const soon = dues.filter(({ dueAt }) => dueAt > now);
      return [...late.slice(0, 1), ...soon].map((due) => ({ ...due, subscriptionId: id, kind, day }));
    });
}
