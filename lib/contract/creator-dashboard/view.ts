import * as z from "zod";
import { monthText } from "@/lib/core/vesting/unlock-months";
import { metadataView } from "../campaign";
import { addressText, baseUnits, count, mint, textOrNull, treeAddress, unixSeconds } from "../field-schemas";
import type { TokenSums } from "./sums";
import { CREATOR_TASK_KINDS, type CreatorTask } from "./tasks";

const monthView = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .describe("calendar month in UTC");

const unlocksOfMonth = z
  .object({ month: monthView, amount: baseUnits("amount that unlocks in the month") })
  .meta({ id: "MonthlyUnlock" });
export const months = z
  .array(unlocksOfMonth)
  .describe(
    "starting with the current month, whole for a creator and from now on for a mint; without months that have no unlocks",
  );
export const later = baseUnits("amount that unlocks after the last listed month");
export const waiting = baseUnits("amount that unlocks when milestones are released");
const address = addressText.describe("the requested creator, base58");

const tokenSumsView = z
  .object({
    mint,
    campaigns: count("number of the creator's campaigns of this mint"),
    unlocked: baseUnits(
      "amount unlocked before this month, including released milestones, without cancelled, refunded and settled campaigns",
    ),
    thisMonth: baseUnits("amount that unlocks by time in this calendar month"),
    locked: baseUnits("amount that unlocks by time after this month"),
    waiting,
    claimed: baseUnits("total claimed from all campaigns, including stream settlements"),
    toWithdraw: baseUnits("remaining balance after grace periods, if funded"),
    inGrace: baseUnits("remaining balance during grace periods, if funded"),
    months,
    later,
  })
  .meta({ id: "CreatorTokenSums" });
export type TokenSumsView = z.infer<typeof tokenSumsView>;

const taskView = z
  .object({
    kind: z.enum(CREATOR_TASK_KINDS).describe("required action, or the event to wait for"),
    treeAddress,
    mint,
    metadata: metadataView,
    leafCount: count("number of leaves of the campaign"),
    amount: baseUnits("amount to fund, release, withdraw or register").nullable(),
    milestoneIdx: z.number().int().nullable().describe("the milestone that is due, 0 to 255; otherwise null"),
    at: unixSeconds("start time, or end time of a grace period; null if unknown").nullable(),
  })
  .meta({ id: "CreatorTask" });
export type TaskView = z.infer<typeof taskView>;

/** The campaigns that sums of a creator omit. */
const scope = {
  covered: z.number().int().describe("number of campaigns included in the totals: the newest ones"),
  total: count("number of the creator's campaigns"),
  unsummed: z
    .number()
    .int()
    .describe(
      "number of these campaigns whose unlocks are not in the totals: not computed yet, or the on-chain list is not registered",
    ),
};

/** Response of GET /api/creator/:address/dashboard. */
export const creatorDashboardView = z
  .object({
    address,
    month: monthView.describe("the current month in UTC"),
    ...scope,
    ledger: z.boolean().describe("false while the funded amounts are unavailable from the network"),
    needs: z.array(taskView).describe("open actions of the creator, then running grace periods, at most 100"),
    needCount: count("number of all open actions, without grace periods"),
    tokens: z.array(tokenSumsView).describe("totals, one entry per mint"),
  })
  .meta({ id: "CreatorDashboard" });
export type CreatorDashboardView = z.infer<typeof creatorDashboardView>;

/** Response of GET /api/creator/:address/unlocks. */
export const unlocksView = z
  .object({
    ...{ address, ...scope },
    tokens: z
      .array(z.object({ mint, months, later, waiting }).meta({ id: "TokenUnlocks" }))
      .describe("one entry per mint"),
  })
  .meta({ id: "UnlocksByMonth" });

const monthsView = (sums: TokenSums) =>
  sums.months.map(({ month, amount }) => ({ month: monthText(month), amount: amount.toString() }));

export const toTokenSumsView = (sums: TokenSums): TokenSumsView => ({
  ...{ mint: sums.mint, campaigns: sums.campaigns, unlocked: sums.unlocked.toString() },
  ...{ thisMonth: sums.thisMonth.toString(), locked: sums.locked.toString() },
  ...{ waiting: sums.waiting.toString(), claimed: sums.claimed.toString() },
  ...{ toWithdraw: sums.toWithdraw.toString(), inGrace: sums.inGrace.toString() },
  ...{ months: monthsView(sums), later: sums.later.toString() },
});

export const toTaskView = ({ amount, at, ...task }: CreatorTask): TaskView => ({
  ...task,
  amount: textOrNull(amount),
  at: textOrNull(at),
});

export const toUnlocksView = (sums: TokenSums) => ({
  ...{ mint: sums.mint, months: monthsView(sums) },
  ...{ later: sums.later.toString(), waiting: sums.waiting.toString() },
});
