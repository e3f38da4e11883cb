import type { ConditionCampaign } from "@/db/queries/reminders/conditions";
import type { ReminderDate } from "@/db/queries/reminders/reminder-dates";
import { isPlainName, neutralUnit } from "@/lib/contract/calendar/unlock-calendar";
import { tokenText } from "@/lib/contract/csv/columns";
import { campaignName, type Token } from "@/lib/contract/names";
import { isoTime } from "@/lib/contract/webhook";
import type { ReminderKind } from "@/lib/core/events/reminder-kinds";
import type { Translator } from "@/lib/core/i18n/translator";

/** The content of a reminder: dates of one UTC day with their total number, or the campaign of a condition. */
export type ReminderContent =
  | { dates: readonly ReminderDate[]; total: number }
  | { campaign: ConditionCampaign };

type Of = { kind: ReminderKind; wallet: string; leadSeconds: number; content: ReminderContent };

/** Returns the message that is sent to a webhook URL; `reminderMessages` is its schema. */
export function toReminderMessage({ kind, wallet, leadSeconds, content }: Of, now: bigint) {
  const envelope = { type: kind, timestamp: isoTime(now) };
  if ("campaign" in content) {
    const { missing, ...campaign } = content.campaign;
    return { ...envelope, data: { wallet, campaign: { ...campaign, missing: missing?.toString() ?? null } } };
  }
  const dates = content.dates.map(({ at, amount, ...date }) => ({
    ...{ ...date, at: Number(at) },
    amount: amount?.toString() ?? null,
  }));
  return { ...envelope, data: { wallet, leadSeconds, dates, total: content.total } };
}

export type ReminderText = { subject: string; lines: string[] };

type TextContext = { t: Translator; getToken: (mint: string) => Token };

/**
 * Returns the text of a reminder for people. It contains no text from third parties that a program could turn
 * into a link.
 */
export function reminderText({ kind, wallet, content }: Of, { t, getToken }: TextContext): ReminderText {
  const footer = t("This is a reminder for the wallet {wallet}.", { wallet });
  const getAmount = (amount: bigint | null, mint: string) => {
    const token = getToken(mint);
    return `${tokenText(amount ?? 0n, token) ?? amount} ${neutralUnit(token)}`;
  };
  if ("campaign" in content) {
    const { mint, missing } = content.campaign;
    const campaign = getName(content.campaign, t);
    const amount = getAmount(missing, mint);
    const line =
      kind === "campaign.underfunded"
        ? t("{campaign} lacks {amount}. If you do not fund it, the last claimants may not be paid in full.", {
            campaign,
            amount,
          })
        : t("The index of {campaign} differs from the network. The campaign’s page lists the differences.", {
            campaign,
          });
    const subject =
      kind === "campaign.underfunded"
        ? t("A campaign lacks funds")
        : t("A campaign differs from the network");
    return { subject, lines: [line, "", footer] };
  }
  const { dates, total } = content;
  const lines = dates.map((date) => `- ${dateLine(date, { t, amount: getAmount(date.amount, date.mint) })}`);
  const more = total - dates.length;
  return {
    subject: dateSubject(kind, dayText(dates[0]?.at ?? 0n, t), t),
    lines: [
      ...lines,
      ...(more > 0 ? [t("{count} more dates on this day are not listed.", { count: t.count(more) })] : []),
      ...(dates.some(({ paused }) => paused)
        ? [t("Claims of a paused campaign are possible again when its creator resumes it.")]
        : []),
      "",
      footer,
    ],
  };
}

const getName = ({ treeAddress, name }: { treeAddress: string; name: string | null }, t: Translator) =>
  campaignName({ treeAddress, metadata: name !== null && isPlainName(name) ? { name } : null }, t);

const dayText = (at: bigint, { locale }: Translator): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(Number(at) * 1000);

function dateSubject(kind: ReminderKind, day: string, t: Translator): string {
  if (kind === "cliff.reached") return t("Your first tokens unlock on {day}", { day });
  if (kind === "grace.ending") return t("A grace period ends on {day}", { day });
  if (kind === "campaign.ended") return t("A campaign ends on {day}", { day });
  return t("Tokens unlock on {day}", { day });
}

function dateLine(date: ReminderDate, { t, amount }: { t: Translator; amount: string }): string {
  const campaign = getName(date, t);
  const time = new Date(Number(date.at) * 1000).toISOString().slice(11, 16);
  switch (date.type) {
    case "unlock":
      return t("{time} UTC: {amount} of {campaign} unlock.", { time, amount, campaign });
    case "vesting_start":
      return t("{time} UTC: {amount} of {campaign} begin to vest.", { time, amount, campaign });
    case "vesting_end":
      return t("{time} UTC: {amount} of {campaign} have fully vested.", { time, amount, campaign });
    case "claim_until":
      return t(
        "{time} UTC: the grace period of {campaign} ends. Claim {amount} before then, because the creator can withdraw the rest afterwards.",
        { time, amount, campaign },
      );
    case "withdraw_from":
      return t("{time} UTC: the grace period of {campaign} ends. You can then withdraw the rest.", {
        time,
        campaign,
      });
    case "campaign_end":
      return t("{time} UTC: the last tokens of {campaign} unlock.", { time, campaign });
  }
}

/** Returns the request to confirm an email address, with the link that does so. */
export function confirmationText(
  { wallet, link }: { wallet: string; link: string },
  t: Translator,
): ReminderText {
  return {
    subject: t("Confirm your reminders"),
    lines: [
      t("The wallet {wallet} requested reminders of token unlocks for this email address.", { wallet }),
      "",
      t("Open this page and confirm the request within 24 hours:"),
      link,
      "",
      t("If you did not request this, ignore this message. You will not receive reminders."),
    ],
  };
}
