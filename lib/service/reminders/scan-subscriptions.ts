import type { Database } from "@/db/client";
import { deletePastConditions, type Indexed, insertConditions } from "@/db/queries/reminders/conditions";
import { selectReminderDays } from "@/db/queries/reminders/reminder-dates";
import { insertReminders } from "@/db/queries/reminders/reminder-queue";
import { claimScans } from "@/db/queries/reminders/subscriptions";
import { DATE_REMINDERS } from "@/lib/core/events/reminder-kinds";
import { datesFrom, datesUntil, dueReminders } from "./coming-dates";

/** Milliseconds between two scans of a subscription. */
const SCAN_INTERVAL_MS = 300_000;
const SUBSCRIPTIONS_AT_ONCE = 100;

type ScanContext = { db: Database; nowMs: () => number };

/**
 * Stores the due reminders of up to 100 subscriptions that were not scanned for five minutes. Returns whether
 * there may be more. Concurrent processes scan different subscriptions.
 */
export async function scanSubscriptions({ db, nowMs }: ScanContext, indexed: Indexed): Promise<boolean> {
  const claimedMs = nowMs();
  const claimed = await claimScans(db, {
    nowMs: claimedMs,
    nextMs: claimedMs + SCAN_INTERVAL_MS,
    limit: SUBSCRIPTIONS_AT_ONCE,
  });
  if (claimed.length === 0) return false;
  const subscriptionIds = claimed.map(({ id }) => id);
  const { now } = indexed;
  const days = await selectReminderDays(db, {
    wallets: claimed.map(({ wallet }) => wallet),
    kinds: DATE_REMINDERS.filter((kind) => claimed.some(({ kinds }) => kinds.includes(kind))),
    from: datesFrom(now),
    until: datesUntil(now, Math.max(...claimed.flatMap(({ leads }) => leads), 0)),
  });
  await insertReminders(
    db,
    claimed.flatMap((subscription) => dueReminders(subscription, days, now)),
  );
  await deletePastConditions(db, subscriptionIds);
  await insertConditions(db, { subscriptionIds, indexed });
  return claimed.length === SUBSCRIPTIONS_AT_ONCE;
}
