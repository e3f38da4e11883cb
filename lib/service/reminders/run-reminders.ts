import { randomUUID } from "node:crypto";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import type { Indexed } from "@/db/queries/reminders/conditions";
import { deleteOldReminders, leaseReminders } from "@/db/queries/reminders/reminder-queue";
import { deleteExpiredSubscriptions } from "@/db/queries/reminders/subscriptions";
import { type BackgroundLoop, startBackgroundLoop } from "@/lib/service/background-loop";
import { systemClock, waitUpTo } from "@/lib/service/clock";
import { tokenReader } from "@/lib/service/exports/tokens";
import type { Services } from "@/lib/service/services";
import { createWebhookSender } from "@/lib/service/webhooks/post";
import { deliverReminder, type ReminderContext } from "./deliver-reminder";
import { MAX_CONNECTIONS, type Mailer, openMailer } from "./mail";
import { scanSubscriptions } from "./scan-subscriptions";

const POLL_INTERVAL_MS = 1_000;
/** Pause while the database is unavailable. */
const RETRY_AFTER_ERROR_MS = 5_000;
/** Exceeds the duration of an attempt (SEND_MS); the reminders of a killed process wait this long. */
const LEASE_MS = 60_000;
/** Concurrent posts per process. */
const MAX_POSTS = 32;
/** Nothing is sent while the index was last confirmed more than this many seconds ago. */
const MAX_INDEX_AGE = 300n;

const SWEEP_MS = 60_000;
/** Retention of reminders in seconds: 30 days. */
const STORED_SECONDS = 30n * 86_400n;
const UNCONFIRMED_SECONDS = 86_400n;
const STOPPED_SECONDS = 90n * 86_400n;
const DELETED_AT_ONCE = 1_000;

type RunOptions = { signal?: AbortSignal; deadlineMs?: number; leaseMs?: number };

/**
 * Stores and sends due reminders until none are left, `deadlineMs` passes, or the signal is aborted. Any number
 * of processes can do this concurrently: each one leases its own reminders, and those of a killed process
 * become due again when its lease expires.
 */
export async function sendDueReminders(
  context: ReminderContext,
  { signal, deadlineMs = Number.POSITIVE_INFINITY, leaseMs = LEASE_MS }: RunOptions = {},
): Promise<void> {
  const { db, nowMs } = context;
  const holder = randomUUID();
  const inFlight: InFlight = { posts: new Set(), emails: new Set() };
  const works = () => [...inFlight.posts, ...inFlight.emails];
  const isOver = () => signal?.aborted === true || nowMs() >= deadlineMs;
  let isScanned = false;
  try {
    while (!isOver()) {
      const { slot, timestamp } = await selectIndexedTo(db);
      const now = context.now();
      const indexed = { slot, now };
      const isStale = now - timestamp > MAX_INDEX_AGE;
      if (!isStale && !isScanned) isScanned = !(await scanSubscriptions(context, indexed));
      const lease = { holder, now, nowMs: nowMs(), leaseMs, isConfirmationOnly: isStale };
      await startSending(context, inFlight, { lease, indexed, signal });
      if (works().length > 0) await waitUpTo(POLL_INTERVAL_MS, ...works());
      else if (isStale || isScanned) return;
    }
  } finally {
    await Promise.all(works());
  }
}

type InFlight = { posts: Set<Promise<void>>; emails: Set<Promise<void>> };

type Sending = {
  lease: Omit<Parameters<typeof leaseReminders>[1], "limits">;
  indexed: Indexed;
  signal: AbortSignal | undefined;
};

/** Leases due reminders up to the limits of a process, and starts to send them. */
async function startSending(
  context: ReminderContext,
  inFlight: InFlight,
  { lease, indexed, signal }: Sending,
): Promise<void> {
  const limits = {
    posts: MAX_POSTS - inFlight.posts.size,
    emails: MAX_CONNECTIONS - inFlight.emails.size,
  };
  if (limits.posts + limits.emails === 0) return;
  for (const reminder of await leaseReminders(context.db, { ...lease, limits })) {
    const ofChannel = reminder.subscription.channel === "email" ? inFlight.emails : inFlight.posts;
    const work = deliverReminder(context, reminder, { indexed, signal })
      .catch((error: unknown) => context.log.warn({ error }, "reminders: a reminder could not be sent"))
      .finally(() => ofChannel.delete(work));
    ofChannel.add(work);
  }
}

/** Deletes a bounded number of old reminders, and expired subscriptions. Returns whether there may be more. */
export async function sweepReminders({ db, now }: Pick<ReminderContext, "db" | "now">): Promise<boolean> {
  const limit = DELETED_AT_ONCE;
  const deleted = [
    await deleteExpiredSubscriptions(db, {
      createdBefore: now() - UNCONFIRMED_SECONDS,
      stoppedBefore: now() - STOPPED_SECONDS,
      limit,
    }),
    await deleteOldReminders(db, { before: now() - STORED_SECONDS, limit }),
  ];
  return deleted.some((count) => count >= limit);
}

type Used = Pick<Services, "db" | "log" | "env" | "fetchPublic" | "now">;

const reminderContext = (
  { db, log, env, fetchPublic, now }: Used,
  mailer: Mailer | null,
): ReminderContext => ({
  ...{ db, log, now, mailer },
  // Leases and signatures use real time, whatever time a local ledger has.
  nowMs: systemClock.nowMs,
  post: createWebhookSender({ env, fetchPublic, nowMs: systemClock.nowMs }),
  readTokens: (mints) => tokenReader()(mints),
  retrySeconds: env.WEBHOOK_RETRY_SECONDS,
});

/** Sends reminders while the process runs, concurrently with the other processes of the service. */
export function startReminders(
  services: Used,
  { leaseMs, pollIntervalMs = POLL_INTERVAL_MS }: { leaseMs?: number; pollIntervalMs?: number } = {},
): BackgroundLoop {
  const { log, env } = services;
  const mail = openMailer(env);
  let sweptMs = 0;
  const work = async (signal: AbortSignal) => {
    const context = reminderContext(services, await mail);
    await sendDueReminders(context, { signal, leaseMs });
    if (context.nowMs() - sweptMs < SWEEP_MS || signal.aborted) return;
    if (!(await sweepReminders(context))) sweptMs = context.nowMs();
  };
  const loop = startBackgroundLoop(work, {
    ...{ pauseMs: pollIntervalMs, pauseAfterErrorMs: RETRY_AFTER_ERROR_MS },
    onError: (error) => log.warn({ error }, "reminders: reminders could not be read"),
  });
  return {
    async close() {
      await loop.close();
      (await mail)?.close();
    },
  };
}

/** Sends due reminders within a time limit in milliseconds, for a scheduler without a permanent process. */
export async function sendScheduledReminders(services: Used, timeLimitMs: number): Promise<void> {
  const mailer = await openMailer(services.env);
  const context = reminderContext(services, mailer);
  try {
    await sendDueReminders(context, { deadlineMs: context.nowMs() + timeLimitMs });
    await sweepReminders(context);
  } catch (error) {
    context.log.warn({ error }, "reminders: reminders could not be read");
  } finally {
    mailer?.close();
  }
}
