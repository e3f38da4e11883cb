import * as z from "zod";
import { REMINDER_DATES, type ReminderKind } from "@/lib/core/events/reminder-kinds";
import { addressText, baseUnits, count, mint, treeAddress } from "../field-schemas";

const time = (what: string) => count(`${what}; unix seconds`);

const name = z.string().nullable().describe("name of the campaign; null without one. The creator chose it");

const dateItem = z
  .object({
    treeAddress,
    name,
    mint,
    paused: z.boolean().describe("whether claims are paused"),
    at: time("the date"),
    type: z
      .enum(REMINDER_DATES)
      .describe(
        "unlock: the amount unlocks at once; vesting_start and vesting_end: linear vesting starts or ends; claim_until and withdraw_from: the grace period ends, for a recipient or the creator; campaign_end: the last unlock",
      ),
    amount: baseUnits("the amount that the date concerns; null if it concerns none").nullable(),
  })
  .meta({ id: "ReminderDate" });

const conditionItem = z
  .object({
    treeAddress,
    name,
    mint,
    missing: baseUnits("the amount that the campaign lacks; null for a drift").nullable(),
  })
  .meta({ id: "ReminderCondition" });

const datesData = z
  .object({
    wallet: addressText,
    leadSeconds: count("seconds before the first date at which the reminder is due"),
    dates: z.array(dateItem).describe("dates of one UTC day, soonest first; at most 20"),
    total: count("number of dates on that day"),
  })
  .meta({ id: "ReminderDates" });

const conditionData = z
  .object({ wallet: addressText, campaign: conditionItem.describe("the campaign") })
  .meta({ id: "ReminderCampaign" });

const timestamp = z.string().describe("time of the message; ISO 8601");

/** Returns the name of a kind's message: UnlockDueReminder. */
const getModel = (kind: ReminderKind) =>
  `${kind.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Reminder`;

const datesMessage = (kind: ReminderKind) =>
  z
    .object({
      type: z.literal(kind).describe("kind of the reminder"),
      timestamp,
      data: datesData.describe("the dates"),
    })
    .meta({ id: getModel(kind) });

const conditionMessage = (kind: ReminderKind) =>
  z
    .object({
      type: z.literal(kind).describe("kind of the reminder"),
      timestamp,
      data: conditionData.describe("the condition"),
    })
    .meta({ id: getModel(kind) });

/** The message of each kind of reminder, as it is sent to webhook URLs. */
export const reminderMessages: Record<ReminderKind, z.ZodType> = {
  "unlock.due": datesMessage("unlock.due"),
  "cliff.reached": datesMessage("cliff.reached"),
  "grace.ending": datesMessage("grace.ending"),
  "campaign.ended": datesMessage("campaign.ended"),
  "campaign.underfunded": conditionMessage("campaign.underfunded"),
  "drift.detected": conditionMessage("drift.detected"),
};
