import { sql } from "drizzle-orm";
import { bigint, bigserial, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import type { ReminderChannel, ReminderKind, StoppedReason } from "@/lib/core/events/reminder-kinds";
import type { Language } from "@/lib/core/i18n/languages";

/** Where a wallet has reminders of its campaigns' dates delivered. Times are unix seconds. */
export const reminderSubscriptions = pgTable(
  "reminder_subscriptions",
  {
    id: text("id").primaryKey(),
    wallet: text("wallet").notNull(),
    channel: text("channel").$type<ReminderChannel>().notNull(),
    /** URL, or email address in lower case. */
    target: text("target").notNull(),
    /** Signs webhook messages and the tokens of links; stored in plain text for that reason. */
    secret: text("secret").notNull(),
    /** Origin of the service for links in messages; null if the request did not use a known host. */
    origin: text("origin"),
    language: text("language").$type<Language>().notNull(),
    kinds: text("kinds").array().$type<ReminderKind[]>().notNull(),
    /** Seconds before a date at which a reminder is sent. */
    leads: integer("leads").array().notNull(),
    createdAt: bigint("created_at", { mode: "bigint" }).notNull(),
    /** Null until the owner of an email address has confirmed it; only later reminders are sent. */
    confirmedAt: bigint("confirmed_at", { mode: "bigint" }),
    stoppedAt: bigint("stopped_at", { mode: "bigint" }),
    stoppedReason: text("stopped_reason").$type<StoppedReason>(),
    /** Unix milliseconds of real time at which the dates are computed again. */
    nextScanMs: bigint("next_scan_ms", { mode: "number" }).notNull().default(0),
  },
  (table) => [
    index("idx_reminder_subscriptions_wallet").on(table.wallet, table.createdAt),
    index("idx_reminder_subscriptions_scan")
      .on(table.nextScanMs)
      .where(sql`confirmed_at is not null and stopped_at is null`),
    index("idx_reminder_subscriptions_unconfirmed").on(table.createdAt).where(sql`confirmed_at is null`),
    index("idx_reminder_subscriptions_stopped").on(table.stoppedAt).where(sql`stopped_at is not null`),
  ],
);

export type ReminderSubscription = typeof reminderSubscriptions.$inferSelect;

/** A reminder, or the request to confirm an email address, which takes the same way. */
export type QueuedKind = ReminderKind | "confirmation";

/**
 * Reminders to send and sent reminders. The unique key ensures that all processes together store a reminder
 * once.
 */
export const reminders = pgTable(
  "reminders",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => reminderSubscriptions.id, { onDelete: "cascade" }),
    kind: text("kind").$type<QueuedKind>().notNull(),
    leadSeconds: integer("lead_seconds").notNull(),
    /** The UTC day of the dates, counted from January 1970; 0 without a date. */
    day: integer("day").notNull(),
    /** The campaign with the condition; 0 for a reminder of dates, which covers all campaigns of a wallet. */
    campaignId: integer("campaign_id").notNull(),
    /** Unix seconds on the network's clock before which the reminder is not sent. */
    dueAt: bigint("due_at", { mode: "bigint" }).notNull(),
    sentAt: bigint("sent_at", { mode: "bigint" }),
    attempts: integer("attempts").notNull().default(0),
    /** Unix milliseconds of real time: the next attempt, or the end of a sender's lease. */
    nextAttemptMs: bigint("next_attempt_ms", { mode: "number" }).notNull().default(0),
    /** The current sender. */
    holder: text("holder"),
    lastError: text("last_error"),
  },
  (table) => [
    unique("uq_reminders_key").on(
      table.subscriptionId,
      table.kind,
      table.leadSeconds,
      table.day,
      table.campaignId,
    ),
    index("idx_reminders_unsent").on(table.nextAttemptMs, table.id).where(sql`sent_at is null`),
    index("idx_reminders_due_at").on(table.dueAt),
  ],
);

export type Reminder = typeof reminders.$inferSelect;
