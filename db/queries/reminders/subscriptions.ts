import { and, asc, count, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { type ReminderSubscription, reminderSubscriptions, reminders } from "@/db/schema";
import type { StoppedReason } from "@/lib/core/events/reminder-kinds";
import { lockUntilCommit } from "../advisory-locks";

/**
 * A subscription with the time of its newest sent reminder in unix seconds, and the error of a reminder that
 * is to be sent again. Both are null if there is none.
 */
export type ListedSubscription = ReminderSubscription & { lastSentAt: bigint | null; error: string | null };

const ofSubscription = sql`from ${reminders} r where r.subscription_id = ${reminderSubscriptions}.id`;

/** Selects all subscriptions of a wallet, oldest first; their number is limited. */
export async function selectSubscriptions(db: Database, wallet: string): Promise<ListedSubscription[]> {
  const rows = await db
    .select({
      subscription: reminderSubscriptions,
      lastSentAt: sql<
        string | null
      >`(select max(r.sent_at)::text ${ofSubscription} and r.kind <> 'confirmation')`,
      error: sql<string | null>`(select r.last_error ${ofSubscription} and r.sent_at is null
        and r.last_error is not null order by r.id desc limit 1)`,
    })
    .from(reminderSubscriptions)
    .where(eq(reminderSubscriptions.wallet, wallet))
    .orderBy(asc(reminderSubscriptions.createdAt), asc(reminderSubscriptions.id));
  return rows.map(({ subscription, lastSentAt, error }) => ({
    ...subscription,
    lastSentAt: lastSentAt === null ? null : BigInt(lastSentAt),
    error,
  }));
}

/** Selects a subscription of any wallet, or null. */
export async function selectSubscription(db: Database, id: string): Promise<ReminderSubscription | null> {
  const [row] = await db.select().from(reminderSubscriptions).where(eq(reminderSubscriptions.id, id));
  return row ?? null;
}

export type NewSubscription = Omit<ReminderSubscription, "stoppedAt" | "stoppedReason" | "nextScanMs">;

/**
 * Stores a subscription, unless its wallet has `perWallet` subscriptions or there are `all` in total. An
 * unconfirmed one is stored with the request to confirm it. Calls `consumeQuota` only within these limits; if
 * it throws, nothing is stored.
 */
export function insertSubscription(
  db: Database,
  subscription: NewSubscription,
  max: { perWallet: number; all: number },
  consumeQuota?: () => Promise<void>,
): Promise<"stored" | "wallet full" | "full"> {
  const { id, wallet, confirmedAt, createdAt } = subscription;
  return inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, "reminderLimits");
    if ((await countWhere(tx, eq(reminderSubscriptions.wallet, wallet))) >= max.perWallet)
      return "wallet full";
    if ((await countWhere(tx, isNull(reminderSubscriptions.stoppedAt))) >= max.all) return "full";
    await consumeQuota?.();
    await tx.insert(reminderSubscriptions).values(subscription);
    if (confirmedAt === null) {
      const request = { subscriptionId: id, kind: "confirmation" as const, dueAt: createdAt };
      await tx.insert(reminders).values({ ...request, leadSeconds: 0, day: 0, campaignId: 0 });
    }
    return "stored";
  });
}

async function countWhere(tx: Database, condition: SQL): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(reminderSubscriptions).where(condition);
  return row?.count ?? 0;
}

/** Deletes a subscription with its reminders. Returns false if the wallet does not own that id. */
export async function deleteSubscription(
  db: Database,
  { id, wallet }: Pick<ReminderSubscription, "id" | "wallet">,
): Promise<boolean> {
  const rows = await inTransaction(db, (tx) =>
    tx
      .delete(reminderSubscriptions)
      .where(and(eq(reminderSubscriptions.id, id), eq(reminderSubscriptions.wallet, wallet)))
      .returning({ id: reminderSubscriptions.id }),
  );
  return rows.length > 0;
}

/** Confirms a subscription; an earlier confirmation stays, and a stopped subscription stays stopped. */
export async function confirmSubscription(
  db: Database,
  { id, now }: { id: string; now: bigint },
): Promise<void> {
  await db
    .update(reminderSubscriptions)
    .set({ confirmedAt: now, nextScanMs: 0 })
    .where(
      and(
        eq(reminderSubscriptions.id, id),
        isNull(reminderSubscriptions.confirmedAt),
        isNull(reminderSubscriptions.stoppedAt),
      ),
    );
}

/** Stops a subscription for good and deletes its unsent reminders. The first reason stays. */
export async function stopSubscription(
  db: Database,
  { id, reason, now }: { id: string; reason: StoppedReason; now: bigint },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx
      .update(reminderSubscriptions)
      .set({ stoppedAt: now, stoppedReason: reason })
      .where(and(eq(reminderSubscriptions.id, id), isNull(reminderSubscriptions.stoppedAt)));
    await tx.delete(reminders).where(and(eq(reminders.subscriptionId, id), isNull(reminders.sentAt)));
  });
}

/**
 * Claims up to `limit` active subscriptions whose dates are to be computed, and schedules the next time.
 * Concurrent processes claim different ones. Times are unix milliseconds.
 */
export async function claimScans(
  db: Database,
  { nowMs, nextMs, limit }: { nowMs: number; nextMs: number; limit: number },
): Promise<ReminderSubscription[]> {
  const due = sql`select id from ${reminderSubscriptions} where confirmed_at is not null and stopped_at is null
    and next_scan_ms <= ${nowMs}::bigint order by next_scan_ms limit ${limit}::integer for update skip locked`;
  return db
    .update(reminderSubscriptions)
    .set({ nextScanMs: nextMs })
    .where(sql`${reminderSubscriptions.id} = any(array(${due}))`)
    .returning();
}

/**
 * Schedules the next scan of subscriptions earlier, after a scan that failed. One that another process has
 * claimed since keeps its time. Times are unix milliseconds.
 */
export async function advanceScans(
  db: Database,
  { ids, claimedUntilMs, nextMs }: { ids: readonly string[]; claimedUntilMs: number; nextMs: number },
): Promise<void> {
  await db
    .update(reminderSubscriptions)
    .set({ nextScanMs: nextMs })
    .where(
      and(inArray(reminderSubscriptions.id, [...ids]), eq(reminderSubscriptions.nextScanMs, claimedUntilMs)),
    );
}

/**
 * Returns SQL for the active subscriptions among some, with columns id, wallet and kinds. They cannot be
 * deleted or stopped before the end of the transaction.
 */
export const lockedSubscriptions = (ids: readonly string[]): SQL =>
  sql`select id, wallet, kinds from ${reminderSubscriptions}
    where id = any(${sql.param([...new Set(ids)])}::text[]) and stopped_at is null order by id for share`;

/** Deletes up to `limit` subscriptions that were never confirmed, and stopped ones. Times are unix seconds. */
export async function deleteExpiredSubscriptions(
  db: Database,
  { createdBefore, stoppedBefore, limit }: { createdBefore: bigint; stoppedBefore: bigint; limit: number },
): Promise<number> {
  const { id, confirmedAt, createdAt, stoppedAt } = reminderSubscriptions;
  const expired = (condition: SQL | undefined) =>
    db.select({ id }).from(reminderSubscriptions).where(condition).limit(limit);
  const rows = await inTransaction(db, (tx) =>
    tx
      .delete(reminderSubscriptions)
      .where(
        sql`${inArray(id, expired(and(isNull(confirmedAt), lt(createdAt, createdBefore))))}
          or ${inArray(id, expired(lt(stoppedAt, stoppedBefore)))}`,
      )
      .returning({ id }),
  );
  return rows.length;
}
