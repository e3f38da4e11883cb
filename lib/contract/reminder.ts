import * as z from "zod";
import { REMINDER_CHANNELS, REMINDER_KINDS, STOPPED_REASONS } from "@/lib/core/events/reminder-kinds";
import { count } from "./field-schemas";

/** A subscription to reminders, without its secret. */
const reminderSubscriptionView = z
  .object({
    id: z.string().describe("ID in paths"),
    channel: z.enum(REMINDER_CHANNELS).describe("kind of the target"),
    target: z.string().describe("URL or email address"),
    kinds: z.array(z.enum(REMINDER_KINDS)).describe("its reminders"),
    leads: z.array(z.int()).describe("lead times in seconds, longest first"),
    language: z.enum(["en", "de"]).describe("language of texts"),
    state: z
      .enum(["active", "unconfirmed", "stopped"])
      .describe("unconfirmed until an email address is confirmed"),
    stoppedReason: z.enum(STOPPED_REASONS).nullable().describe("null unless stopped"),
    createdAt: count("unix seconds"),
    lastSentAt: count("newest reminder; unix seconds").nullable(),
    error: z.string().nullable().describe("why a reminder is not delivered yet, as a sentence"),
  })
  .meta({ id: "ReminderSubscription" });
export type ReminderSubscriptionView = z.infer<typeof reminderSubscriptionView>;

/** Response of GET /api/reminders: the wallet's subscriptions, oldest first. */
export const remindersView = z
  .object({
    subscriptions: z.array(reminderSubscriptionView).describe("oldest first"),
    channels: z.array(z.enum(REMINDER_CHANNELS)).describe("channels of this service"),
  })
  .meta({ id: "ReminderSubscriptionList" });

/** Response of POST /api/reminders. */
export const reminderCreatedView = z
  .object({
    subscription: reminderSubscriptionView.describe("current state"),
    secret: z.string().nullable().describe("whsec_…, only of a webhook; returned once"),
  })
  .meta({ id: "ReminderSubscriptionSecret" });
