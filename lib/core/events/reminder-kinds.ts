/**
 * The kinds of reminders. The first four announce a date; the last two report a condition, once while it
 * persists. `cliff.reached` is a recipient's first unlock in a campaign, `unlock.due` each later one.
 */
export const DATE_REMINDERS = ["unlock.due", "cliff.reached", "grace.ending", "campaign.ended"] as const;
export const CONDITION_REMINDERS = ["campaign.underfunded", "drift.detected"] as const;
export const REMINDER_KINDS = [...DATE_REMINDERS, ...CONDITION_REMINDERS] as const;

export type DateReminder = (typeof DATE_REMINDERS)[number];
export type ConditionReminder = (typeof CONDITION_REMINDERS)[number];
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** The meaning of a date in a campaign. Unlocks: at once, or the start or end of linear vesting. */
export const REMINDER_DATES = [
  "unlock",
  "vesting_start",
  "vesting_end",
  "claim_until",
  "withdraw_from",
  "campaign_end",
] as const;
export type ReminderDateType = (typeof REMINDER_DATES)[number];

export const REMINDER_CHANNELS = ["webhook", "slack", "email"] as const;
export type ReminderChannel = (typeof REMINDER_CHANNELS)[number];

/** Returns the channels that a service with or without a mail server offers. */
export const reminderChannels = ({ hasMail }: { hasMail: boolean }): ReminderChannel[] =>
  REMINDER_CHANNELS.filter((channel) => channel !== "email" || hasMail);

/**
 * Why a subscription stopped: its recipient unsubscribed, a receiver responded with 410, or every attempt to
 * send a reminder failed.
 */
export const STOPPED_REASONS = ["unsubscribed", "gone", "failing"] as const;
export type StoppedReason = (typeof STOPPED_REASONS)[number];

/** Returns whether a reminder reports a condition instead of a date. */
export const isConditionReminder = (kind: ReminderKind): kind is ConditionReminder =>
  (CONDITION_REMINDERS as readonly string[]).includes(kind);
