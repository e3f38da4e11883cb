import { createHash } from "node:crypto";
import type { LeasedReminder } from "@/db/queries/reminders/reminder-queue";
import type { ReminderSubscription } from "@/db/schema";
import type { Token } from "@/lib/contract/names";
import type { ReminderKind } from "@/lib/core/events/reminder-kinds";
import { signedHeaders } from "@/lib/service/webhooks/message";
import type { WebhookSender } from "@/lib/service/webhooks/post";
import { linkToken } from "./link-tokens";
import type { Mailer, MailResult } from "./mail";
import {
  confirmationText,
  type ReminderContent,
  type ReminderText,
  reminderText,
  toReminderMessage,
} from "./message";
import { loadTranslator } from "./translations";

/** The ways on which reminders leave the service. */
export type Senders = {
  post: WebhookSender;
  /** Null without a mail server. */
  mailer: Mailer | null;
  /** Reads the tokens of mints for amounts in texts. */
  readTokens: (mints: readonly string[]) => Promise<{ of(mint: string): Token }>;
  /** Unix seconds of the network, and unix milliseconds of real time. */
  now: () => bigint;
  nowMs: () => number;
};

/**
 * The result of an attempt. `isReceiverError` is false for an error of the operator's mail server, after which
 * the attempt is not counted.
 */
export type SendResult = Pick<MailResult, "isPermanent" | "failure"> & {
  error: string | null;
  status: number | null;
  retryAfterMs: number | null;
  isReceiverError: boolean;
};

/** Returns the ID of a message, the same for all attempts, so that a receiver can deduplicate. */
const reminderMessageId = ({ id, subscriptionId }: Pick<LeasedReminder, "id" | "subscriptionId">): string =>
  `msg_${createHash("sha256")
    .update(JSON.stringify([subscriptionId, "reminder", id]))
    .digest("base64url")
    .slice(0, 27)}`;

/** Sends the request to confirm an email address. */
export async function sendConfirmation(senders: Senders, reminder: LeasedReminder): Promise<SendResult> {
  const { subscription } = reminder;
  const t = await loadTranslator(subscription.language);
  const link = `${subscription.origin}/reminders#confirm=${linkToken(subscription, "confirm")}`;
  return sendMail(senders, reminder, confirmationText({ wallet: subscription.wallet, link }, t));
}

/** Sends a reminder on the channel of its subscription. */
export async function sendReminder(
  senders: Senders,
  reminder: LeasedReminder & { kind: ReminderKind },
  content: ReminderContent,
): Promise<SendResult> {
  const { subscription, kind, leadSeconds } = reminder;
  const { channel, wallet, target } = subscription;
  const input = { kind, wallet, leadSeconds, content };
  if (channel === "webhook") {
    const body = JSON.stringify(toReminderMessage(input, senders.now()));
    const secrets = { secret: subscription.secret, previousSecret: null, previousUntil: null };
    const id = reminderMessageId(reminder);
    return post(senders, target, signedHeaders(secrets, { id, body, nowMs: senders.nowMs() }), body);
  }
  const mints = "campaign" in content ? [content.campaign.mint] : content.dates.map(({ mint }) => mint);
  const [t, tokens] = await Promise.all([loadTranslator(subscription.language), senders.readTokens(mints)]);
  const text = reminderText(input, { t, getToken: tokens.of });
  const lines = [...text.lines, ...linkLines(subscription, content)];
  if (channel === "slack") {
    const body = JSON.stringify({
      text: slackText([text.subject, ...lines].join("\n")),
      unfurl_links: false,
    });
    return post(senders, target, { "content-type": "application/json" }, body);
  }
  const unsubscribe = `${subscription.origin}/reminders#unsubscribe=${linkToken(subscription, "unsubscribe")}`;
  return sendMail(senders, reminder, {
    subject: text.subject,
    lines: [...lines, "", t("Unsubscribe:"), unsubscribe],
  });
}

const linkLines = ({ origin, wallet }: ReminderSubscription, content: ReminderContent): string[] => {
  if (origin === null) return [];
  if ("campaign" in content) return [`${origin}/campaigns/${content.campaign.treeAddress}`];
  return [`${origin}/portfolio?address=${wallet}`];
};

/** Escapes the control characters of Slack messages. Source: Slack, "Formatting text for app surfaces". */
const slackText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

async function post(
  { post: send }: Senders,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<SendResult> {
  return { ...(await send({ url, headers, body })), isReceiverError: true };
}

async function sendMail(
  { mailer }: Senders,
  reminder: LeasedReminder,
  { subject, lines }: ReminderText,
): Promise<SendResult> {
  const { subscription } = reminder;
  const unanswered = { status: null, retryAfterMs: null };
  if (!mailer) return { ...unanswered, error: "The service has no mail server.", isReceiverError: false };
  const token = linkToken(subscription, "unsubscribe");
  const { isRecipientRefused, ...result } = await mailer.send({
    to: subscription.target,
    subject,
    text: `${lines.join("\n")}\n`,
    id: reminderMessageId(reminder),
    headers: {
      "List-Unsubscribe": `<${subscription.origin}/api/reminders/unsubscribe?token=${token}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
    },
  });
  return { ...unanswered, ...result, isReceiverError: isRecipientRefused };
}
