import type { DatesFrom, ReminderDay } from "@/db/queries/reminders/reminder-dates";
import type { NewReminder } from "@/db/queries/reminders/reminder-queue";
import type { ReminderSubscription } from "@/db/schema";

/** Reminders are stored this long before they are due, in seconds: longer than the pause between two scans. */
export const HORIZON_SECONDS = 600n;
/** After an outage, a reminder is still sent until this long after its date, in seconds. */
export const LATE_SECONDS = 86_400n;

/** The end of the dates that can have a reminder now, in unix seconds. */
export const datesUntil = (now: bigint, longestLead: number): bigint =>
  now + BigInt(longestLead) + HORIZON_SECONDS + 1n;

type Subscribed = Pick<ReminderSubscription, "id" | "wallet" | "kinds" | "leads" | "confirmedAt">;

/**
 * Returns the time from which dates have a reminder `leadSeconds` before them, in unix seconds. For an earlier
 * date it was due before the confirmation, and is not sent. The other dates of that day have one.
 */
export const announcedFrom = (confirmedAt: bigint, leadSeconds: number): bigint =>
  confirmedAt + BigInt(leadSeconds);

/** Returns the same time for a reminder that can be stored at `now`. */
function storedFrom(confirmedAt: bigint, leadSeconds: number, now: bigint): bigint {
  const [announced, late] = [announcedFrom(confirmedAt, leadSeconds), now - LATE_SECONDS];
  return announced > late ? announced : late;
}

/** Returns the start of the dates of each lead time of a subscription. */
export const getStarts = ({ wallet, leads, confirmedAt }: Subscribed, now: bigint): DatesFrom[] =>
  confirmedAt === null ? [] : leads.map((lead) => ({ wallet, from: storedFrom(confirmedAt, lead, now) }));

/**
 * Returns the reminders of a subscription that are due at `now` (unix seconds) or within the horizon. `days`
 * are those of `getStarts`. If several reminders of a day are late, only the newest one is sent.
 */
export function dueReminders(
  { id, wallet, kinds, leads, confirmedAt }: Subscribed,
  days: readonly ReminderDay[],
  now: bigint,
): NewReminder[] {
  if (confirmedAt === null) return [];
  const own = days.filter((day) => day.wallet === wallet && kinds.includes(day.kind));
  const dues = leads.flatMap((leadSeconds) => {
    const start = storedFrom(confirmedAt, leadSeconds, now);
    return own
      .filter(({ from }) => from === start)
      .map(({ kind, day, at }) => ({ kind, day, leadSeconds, dueAt: at - BigInt(leadSeconds) }));
  });
  const soon = dues.filter(({ dueAt }) => dueAt > now && dueAt <= now + HORIZON_SECONDS);
  const late = dues
    .filter(({ dueAt }) => dueAt <= now)
    .toSorted((a, b) => b.leadSeconds - a.leadSeconds)
    .map((due) => [`${due.kind} ${due.day}`, due] as const);
  return [...new Map(late).values(), ...soon].map((due) => ({ ...due, subscriptionId: id }));
}
