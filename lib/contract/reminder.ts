import { z } from "zod";
import { REMINDER_CHANNELS, REMINDER_KINDS, STOPPED_REASONS } from "@/lib/core/events/reminder-kinds";
import { count } from "./wire";

const time = (what: string) => count(`${what}; unix seconds`);

/** A subscription to reminders, without its secret. */
export const reminderSubscriptionView = z
  .object({
    id: z.string().describe("ID of the subscription in paths"),
    channel: z.enum(REMINDER_CHANNELS).describe("how reminders are delivered"),
    target: z.string().describe("URL or email address that receives reminders"),
    kinds: z.array(z.enum(REMINDER_KINDS)).describe("kinds of reminders"),
    leads: z.array(count("seconds before a date")).describe("lead times, longest first"),
    language: z.enum(["en", "de"]).describe("language of messages in email and Slack"),
    state: z
      .enum(["active", "unconfirmed", "stopped"])
      .describe("unconfirmed until the owner of the email address confirms it"),
    stoppedReason: z
      .enum(STOPPED_REASONS)
      .nullable()
      .describe("unsubscribed by the recipient, gone after a 410 response, or failing; null unless stopped"),
    createdAt: time("creation time"),
    confirmedAt: time("time of confirmation; null before it").nullable(),
    lastSentAt: time("time of the newest reminder; null before the first").nullable(),
    error: z
      .string()
      .nullable()
      .describe("why a reminder could not be delivered yet, as a sentence; null if there is none"),
  })
  .meta({ id: "ReminderSubscription" });
export type ReminderSubscriptionView = z.infer<typeof reminderSubscriptionView>;

/** Response of GET /api/reminders: the wallet's subscriptions, oldest first. */
export const remindersView = z
  .object({
    subscriptions: z.array(reminderSubscriptionView).describe("oldest first"),
    channels: z.array(z.enum(REMINDER_CHANNELS)).describe("channels that this service offers"),
  })
  .meta({ id: "ReminderSubscriptionList" });

/** Response of POST /api/reminders. */
export const reminderCreatedView = z
  .object({
    subscription: reminderSubscriptionView.describe("current state"),
    secret: z
      .string()
      .nullable()
      .describe("whsec_ and 32 bytes in base64 for a webhook; returned only once. null for other channels"),
  })
  .meta({ id: "ReminderSubscriptionSecret" });
