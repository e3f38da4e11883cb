import * as z from "zod";
import { REMINDER_CHANNELS, REMINDER_KINDS } from "@/lib/core/events/reminder-kinds";
import { validationError } from "@/lib/core/validation";

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

export const reminderParams = z.object({
  subscriptionId: z
    .string()
    .regex(/^rs_[A-Za-z0-9_-]{22}$/, "must be the id of a subscription")
    .describe("The subscription ID from its creation"),
});

/** A token of a link in an email: the id of the subscription, and a signature. */
const token = z
  .string()
  .regex(/^rs_[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/, "must be the token of a link in an email");

export const tokenBody = z
  .object({ token: token.describe("the token of the link in the email") })
  .meta({ id: "ReminderToken" });

export const tokenQuery = z.object({
  token: token.optional().describe("The token, for mail programs that send a form (RFC 8058)"),
});

/** Returns the token of the body or the query. Throws VALIDATION_ERROR without one. */
export function tokenOf(query: { token?: string | undefined }, body: { token: string } | undefined): string {
  const given = body?.token ?? query.token;
  if (given === undefined) throw validationError([{ path: "token", message: "must be given" }]);
  return given;
}
