import type { Database } from "@/db/client";
import { deletePastConditions, type Indexed, insertConditions } from "@/db/queries/reminders/conditions";
import { selectReminderDays } from "@/db/queries/reminders/reminder-dates";
import { insertReminders } from "@/db/queries/reminders/reminder-queue";
import { advanceScans, claimScans } from "@/db/queries/reminders/subscriptions";
import type { ReminderSubscription } from "@/db/schema";
import { DATE_REMINDERS } from "@/lib/core/events/reminder-kinds";
import { datesUntil, dueReminders, getStarts } from "./coming-dates";

/** Milliseconds between two scans of a subscription. */
const SCAN_INTERVAL_MS = 300_000;
/** Milliseconds until the subscriptions of a failed scan are scanned again. */
const RETRY_SCAN_MS = 30_000;
const SUBSCRIPTIONS_AT_ONCE = 100;

type ScanContext = { db: Database; nowMs: () => number };

/**
 * Stores the due reminders of up to 100 subscriptions that were not scanned for five minutes. Returns whether
 * there may be more. Concurrent processes scan different subscriptions. After an error the same subscriptions
 * are scanned again half a minute later.
 */
export async function scanSubscriptions({ db, nowMs }: ScanContext, indexed: Indexed): Promise<boolean> {
  const claimedMs = nowMs();
  const claimedUntilMs = claimedMs + SCAN_INTERVAL_MS;
  const claimed = await claimScans(db, {
    ...{ nowMs: claimedMs, nextMs: claimedUntilMs },
    limit: SUBSCRIPTIONS_AT_ONCE,
  });
  if (claimed.length === 0) return false;
  try {
    await storeReminders(db, claimed, indexed);
  } catch (error) {
    const ids = claimed.map(({ id }) => id);
    await advanceScans(db, { ids, claimedUntilMs, nextMs: claimedMs + RETRY_SCAN_MS }).catch(() => undefined);
    throw error;
  }
  return claimed.length === SUBSCRIPTIONS_AT_ONCE;
}

/** Stores the due reminders and the new conditions of subscriptions. */
async function storeReminders(
  db: Database,
  claimed: readonly ReminderSubscription[],
  indexed: Indexed,
): Promise<void> {
  const subscriptionIds = claimed.map(({ id }) => id);
  const { now } = indexed;
  const days = await selectReminderDays(db, {
    starts: claimed.flatMap((subscription) => getStarts(subscription, now)),
    kinds: DATE_REMINDERS.filter((kind) => claimed.some(({ kinds }) => kinds.includes(kind))),
    until: datesUntil(now, Math.max(...claimed.flatMap(({ leads }) => leads), 0)),
  });
  await insertReminders(
    db,
    claimed.flatMap((subscription) => dueReminders(subscription, days, now)),
  );
  await deletePastConditions(db, subscriptionIds);
  await insertConditions(db, { subscriptionIds, indexed });
}
