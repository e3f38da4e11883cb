import * as z from "zod";
import { REMINDER_CHANNELS, REMINDER_KINDS } from "@/lib/core/events/reminder-kinds";
import { findReceiverUrlError, type ReceiverRules } from "./receiver-url";

const MAX_TARGET_CHARACTERS = 2_048;
const MAX_EMAIL_CHARACTERS = 254;
const MAX_LEADS = 5;
const MAX_LEAD_SECONDS = 90 * 86_400;
const DAY_SECONDS = 86_400;

const email = z.email();

export const reminderBody = z
  .object({
    channel: z.enum(REMINDER_CHANNELS).describe("how reminders are delivered"),
    target: z
      .string()
      .trim()
      .min(1)
      .max(MAX_TARGET_CHARACTERS, `must be at most ${MAX_TARGET_CHARACTERS} characters`)
      .describe("https URL of a webhook or of a Slack incoming webhook, or an email address"),
    kinds: z
      .array(z.enum(REMINDER_KINDS))
      .min(1)
      .max(2 * REMINDER_KINDS.length)
      .transform((kinds) => [...new Set(kinds)])
      .default([...REMINDER_KINDS])
      .meta({ description: "kinds of reminders; all by default" }),
    leads: z
      .array(z.int().min(0).max(MAX_LEAD_SECONDS, `must be at most ${MAX_LEAD_SECONDS} seconds`))
      .min(1)
      .max(MAX_LEADS, `must be at most ${MAX_LEADS} lead times`)
      .transform((leads) => [...new Set(leads)].sort((a, b) => b - a))
      .default([DAY_SECONDS])
      .meta({ description: "seconds before a date at which a reminder is sent; one day by default" }),
    language: z.enum(["en", "de"]).default("en").describe("language of messages in email and Slack"),
  })
  .refine(({ channel, target }) => channel !== "email" || isEmail(target), {
    path: ["target"],
    message: "must be an email address",
  })
  .meta({ id: "ReminderSubscriptionRequest" });

const isEmail = (text: string) => text.length <= MAX_EMAIL_CHARACTERS && email.safeParse(text).success;

/** Returns the schema of a new subscription that also checks the URL, for forms. */
export const reminderRequest = (rules: ReceiverRules) =>
  reminderBody.refine(
    ({ channel, target }) => channel === "email" || findReceiverUrlError(target, rules) === null,
    { path: ["target"] },
  );
