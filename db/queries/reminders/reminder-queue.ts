import { and, eq, inArray, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Reminder, type ReminderSubscription, reminderSubscriptions, reminders } from "@/db/schema";
import { DATE_REMINDERS } from "@/lib/core/events/reminder-kinds";
import { insertFromArrays } from "../array-rows";
import { lockedSubscriptions } from "./subscriptions";

export type NewReminder = Pick<Reminder, "subscriptionId" | "kind" | "leadSeconds" | "day" | "dueAt">;

/**
 * Stores reminders of dates for the active subscriptions among theirs; one that was deleted meanwhile is
 * skipped. A reminder that is already stored stays unchanged.
 */
export async function insertReminders(db: Database, rows: readonly NewReminder[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => ({ ...row, campaignId: 0 }));
  const ids = rows.map(({ subscriptionId }) => subscriptionId);
  await db.execute(sql`with active as materialized (${lockedSubscriptions(ids)})
    ${insertFromArrays(reminders, values)} where subscription_id in (select id from active)
    on conflict do nothing`);
}

/** A reminder that this process sends until its lease ends, with its subscription. */
export type LeasedReminder = Reminder & { subscription: ReminderSubscription };

/**
 * Leases unsent reminders that are due, the longest waiting first. Concurrent processes lease different ones.
 * With `isConfirmationOnly`, only the requests to confirm an email address. A process leases only as many as it
 * can send before the lease ends; emails have a limit of their own, because they wait for a connection.
 */
export async function leaseReminders(
  db: Database,
  params: {
    holder: string;
    /** Unix seconds on the network's clock, and unix milliseconds of real time. */
    now: bigint;
    nowMs: number;
    leaseMs: number;
    /** Maximum posts (webhooks and Slack) and emails. */
    limits: { posts: number; emails: number };
    isConfirmationOnly: boolean;
  },
): Promise<LeasedReminder[]> {
  const { holder, now, nowMs, leaseMs, limits, isConfirmationOnly } = params;
  const due = (isOfChannel: SQL, limit: number) => sql`array(select r.id from ${reminders} r
    join ${reminderSubscriptions} s on s.id = r.subscription_id
    where r.sent_at is null and r.next_attempt_ms <= ${nowMs}::bigint and r.due_at <= ${now}::bigint
      and s.stopped_at is null and ${isOfChannel}
      and (r.kind = 'confirmation' ${isConfirmationOnly ? sql`` : sql`or s.confirmed_at is not null`})
    order by r.next_attempt_ms, r.id limit ${limit}::integer for update of r skip locked)`;
  const [posts, emails] = [
    due(sql`s.channel <> 'email'`, limits.posts),
    due(sql`s.channel = 'email'`, limits.emails),
  ];
  const leased = await db
    .update(reminders)
    .set({ holder, nextAttemptMs: nowMs + leaseMs })
    .where(sql`${reminders.id} = any(${posts} || ${emails})`)
    .returning();
  if (leased.length === 0) return [];
  const ids = [...new Set(leased.map(({ subscriptionId }) => subscriptionId))];
  const rows = await db.select().from(reminderSubscriptions).where(inArray(reminderSubscriptions.id, ids));
  const subscriptionOf = new Map(rows.map((row) => [row.id, row]));
  return leased
    .sort((a, b) => a.id - b.id)
    .flatMap((row) => {
      const subscription = subscriptionOf.get(row.subscriptionId);
      return subscription ? [{ ...row, subscription }] : [];
    });
}

/**
 * Counts the due reminders that are not sent. `oldestSeconds` is the age of the oldest one that its receiver
 * has not refused, 0 for none: the others wait for their receivers.
 */
export async function selectReminderBacklog(
  db: Database,
  now: bigint,
): Promise<{ pending: number; oldestSeconds: number }> {
  const oldest = sql`min(${reminders.dueAt}) filter (where ${reminders.attempts} = 0)`;
  const [row] = await db
    .select({
      pending: sql`count(*)`.mapWith(Number),
      oldestSeconds: sql`coalesce(${now}::bigint - ${oldest}, 0)`.mapWith(Number),
    })
    .from(reminders)
    .innerJoin(reminderSubscriptions, eq(reminderSubscriptions.id, reminders.subscriptionId))
    .where(and(isNull(reminders.sentAt), lte(reminders.dueAt, now), isNull(reminderSubscriptions.stoppedAt)));
  return row ?? { pending: 0, oldestSeconds: 0 };
}

type Held = Pick<Reminder, "id" | "holder">;

/** A reminder whose lease another process has taken over is that process's alone. */
const isHeld = ({ id, holder }: Held) =>
  and(eq(reminders.id, id), eq(reminders.holder, holder ?? ""), isNull(reminders.sentAt));

export async function recordSent(db: Database, held: Held, sentAt: bigint): Promise<void> {
  await db
    .update(reminders)
    .set({ sentAt, holder: null, lastError: null, attempts: sql`${reminders.attempts} + 1` })
    .where(isHeld(held));
}

/** Releases a reminder until a later attempt. An attempt that the receiver did not cause is not counted. */
export async function postponeReminder(
  db: Database,
  held: Held,
  change: { nextAttemptMs: number; dueAt?: bigint; error?: string; isCounted?: boolean },
): Promise<void> {
  const { nextAttemptMs, dueAt, error, isCounted = false } = change;
  await db
    .update(reminders)
    .set({
      ...{ nextAttemptMs, holder: null },
      ...(dueAt !== undefined && { dueAt }),
      ...(error !== undefined && { lastError: error }),
      ...(isCounted && { attempts: sql`${reminders.attempts} + 1` }),
    })
    .where(isHeld(held));
}

/** Deletes a reminder whose date no longer exists. */
export async function deleteReminder(db: Database, held: Held): Promise<void> {
  await db.delete(reminders).where(isHeld(held));
}

const DAY_SECONDS = 86_400n;

/**
 * Deletes up to `limit` reminders of UTC days that ended before a time in unix seconds, and requests for
 * confirmation that were due before it. The time at which a reminder of a date is due can be long before the
 * date: while the date is ahead, the stored row is what prevents a second message. A reported condition is
 * stored as long as it persists. Returns the number of deleted rows.
 */
export async function deleteOldReminders(
  db: Database,
  { before, limit }: { before: bigint; limit: number },
): Promise<number> {
  const dateKinds = sql.param([...DATE_REMINDERS]);
  const old = db
    .select({ id: reminders.id })
    .from(reminders)
    .where(
      and(
        lt(reminders.dueAt, before),
        sql`(${reminders.kind} = 'confirmation' or (${reminders.kind} = any(${dateKinds}::text[])
          and ${reminders.day} < ${Number(before / DAY_SECONDS)}::integer))`,
      ),
    )
    .orderBy(reminders.dueAt)
    .limit(limit);
  const rows = await db.delete(reminders).where(inArray(reminders.id, old)).returning({ id: reminders.id });
  return rows.length;
}
