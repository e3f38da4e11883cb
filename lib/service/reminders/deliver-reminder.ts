import type { Database } from "@/db/client";
import { type Indexed, selectCondition } from "@/db/queries/reminders/conditions";
import { selectDatesOfDay } from "@/db/queries/reminders/reminder-dates";
import {
  deleteReminder,
  type LeasedReminder,
  postponeReminder,
  recordSent,
} from "@/db/queries/reminders/reminder-queue";
import { stopSubscription } from "@/db/queries/reminders/subscriptions";
import { isConditionReminder } from "@/lib/core/events/reminder-kinds";
import { unlessAborted } from "@/lib/service/clock";
import type { Logger } from "@/lib/service/log";
import { countReminder } from "@/lib/service/metrics/count";
import { afterFailure } from "@/lib/service/webhooks/retry-policy";
import { announcedFrom, LATE_SECONDS } from "./coming-dates";
import type { ReminderContent } from "./message";
import { type Senders, type SendResult, sendConfirmation, sendReminder } from "./send";

export type ReminderContext = Senders & {
  db: Database;
  log: Logger;
  /** Seconds between the attempts for a reminder: there is one attempt more than there are pauses. */
  retrySeconds: readonly number[];
};

/** Maximum dates in one message; the rest is counted. */
const MAX_DATES = 20;
/** Time until a condition that the index cannot decide is checked again. */
const UNDECIDED_MS = 60_000;
/** Minimum pause after an error of the operator's mail server, and maximum after a permanent one. */
const MAIL_SERVER_MS = 300_000;
const MAX_MAIL_SERVER_MS = 21_600_000;

/**
 * Sends a leased reminder if its date or condition still exists, and records the outcome. Otherwise deletes or
 * postpones it. After an abort the outcome is unknown, and the reminder is sent again with the same ID.
 */
export async function deliverReminder(
  context: ReminderContext,
  reminder: LeasedReminder,
  { indexed, signal }: { indexed: Indexed; signal?: AbortSignal | undefined },
): Promise<void> {
  const { db } = context;
  const send = await prepare(context, reminder, indexed);
  if (send === "gone") return deleteReminder(db, reminder);
  if ("nextAttemptMs" in send) return postponeReminder(db, reminder, send);
  const result = await unlessAborted(send.run(), signal);
  if (result === null) return postponeReminder(db, reminder, { nextAttemptMs: 0 });
  if (result.error === null) {
    countReminder("sent");
    return recordSent(db, reminder, indexed.now);
  }
  return recordFailure(context, reminder, { ...result, error: result.error });
}

type Prepared = "gone" | { nextAttemptMs: number; dueAt?: bigint } | { run: () => Promise<SendResult> };

/** Reads the dates or the condition again, immediately before the reminder is sent. */
async function prepare(
  context: ReminderContext,
  reminder: LeasedReminder,
  indexed: Indexed,
): Promise<Prepared> {
  const { db, nowMs } = context;
  const { kind, subscription, day, leadSeconds } = reminder;
  if (kind === "confirmation") {
    if (subscription.confirmedAt !== null) return "gone";
    return { run: () => sendConfirmation(context, reminder) };
  }
  const run = (content: ReminderContent) => ({
    run: () => sendReminder(context, { ...reminder, kind }, content),
  });
  if (isConditionReminder(kind)) {
    const campaign = await selectCondition(db, { kind, campaignRowId: reminder.campaignId, indexed });
    if (campaign === "unknown") return { nextAttemptMs: nowMs() + UNDECIDED_MS };
    return campaign === null ? "gone" : run({ campaign });
  }
  const { wallet, confirmedAt } = subscription;
  const from = announcedFrom(confirmedAt ?? 0n, leadSeconds);
  const ofDay = { wallet, kind, day, from, of: reminder, limit: MAX_DATES };
  const { dates, total, last } = await selectDatesOfDay(db, ofDay);
  const [first] = dates;
  if (!first || last === null) return "gone";
  const dueAt = first.at - BigInt(leadSeconds);
  if (dueAt > indexed.now) return { nextAttemptMs: 0, dueAt };
  const isOutdated = reminder.attempts === 0 && indexed.now > last + LATE_SECONDS;
  if (!isOutdated) return run({ dates, total });
  context.log.warn(
    { reminder: reminder.id, lastError: reminder.lastError },
    "reminders: a reminder is dropped a day after its dates",
  );
  countReminder("dropped");
  return "gone";
}

async function recordFailure(
  context: ReminderContext,
  reminder: LeasedReminder,
  { error, ...result }: SendResult & { error: string },
): Promise<void> {
  const { db, log, nowMs } = context;
  if (!result.isReceiverError) {
    const { failure } = result;
    log.warn({ reminder: reminder.id, ...failure }, "reminders: the mail server did not accept a message");
    countReminder("mail_server");
    const pauseMs = result.isPermanent ? pauseAfter(Number(context.now() - reminder.dueAt)) : MAIL_SERVER_MS;
    return postponeReminder(db, reminder, { nextAttemptMs: nowMs() + pauseMs, error });
  }
  countReminder("refused");
  const next = afterFailure(context, reminder.attempts, result);
  if ("nextMs" in next)
    return postponeReminder(db, reminder, { nextAttemptMs: next.nextMs, error, isCounted: true });
  const { subscriptionId: id } = reminder;
  log.warn({ subscriptionId: id, reason: next.disable }, "reminders: a subscription is stopped");
  return stopSubscription(db, { id, reason: next.disable, now: context.now() });
}

/** Returns the pause in milliseconds that doubles the time since a reminder was due, within bounds. */
const pauseAfter = (waitedSeconds: number): number =>
  Math.min(Math.max(waitedSeconds * 1000, MAIL_SERVER_MS), MAX_MAIL_SERVER_MS);
