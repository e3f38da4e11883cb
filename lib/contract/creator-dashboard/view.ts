import { z } from "zod";
import { monthText } from "@/lib/core/vesting/unlock-months";
import { metadataView } from "../campaign";
import { addressText, baseUnits, count, mint, textOrNull, treeAddress, unixSeconds } from "../wire";
import { NEED_KINDS, type Need } from "./needs";
import type { TokenSums } from "./sums";

const monthView = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .describe("calendar month in UTC");

const unlocksOfMonth = z
  .object({ month: monthView, amount: baseUnits("what unlocks in it") })
  .meta({ id: "MonthlyUnlock" });
const months = z.array(unlocksOfMonth).describe("from this month on; months without unlocks are left out");
const later = baseUnits("what unlocks after the last month that is answered");
const waiting = baseUnits("what unlocks once a milestone is released");
const address = addressText.describe("the creator that was asked for, base58");

const tokenSumsView = z
  .object({
    mint,
    campaigns: count("the creator's campaigns of this mint"),
    unlocked: baseUnits("of campaigns that run, before this month, and milestones released"),
    thisMonth: baseUnits("what unlocks by time in this calendar month, whole"),
    locked: baseUnits("what unlocks by time after this month"),
    waiting,
    claimed: baseUnits("what was claimed of all campaigns, settlements of streams included"),
    toWithdraw: baseUnits("what is left after grace periods, if it was funded"),
    inGrace: baseUnits("what is left while a grace period runs, if it was funded"),
    months,
    later,
  })
  .meta({ id: "CreatorTokenSums" });
export type TokenSumsView = z.infer<typeof tokenSumsView>;

const needView = z
  .object({
    kind: z.enum(NEED_KINDS).describe("what is to be done, or to be waited for"),
    treeAddress,
    mint,
    metadata: metadataView,
    leafCount: count("leaves of the campaign"),
    amount: baseUnits("what is to be funded, released, swept or registered").nullable(),
    milestoneIdx: z.number().int().nullable().describe("the milestone that is due, 0 to 255; else null"),
    at: unixSeconds("since when; of a grace period, until when; null where nobody knows").nullable(),
  })
  .meta({ id: "CreatorTask" });
export type NeedView = z.infer<typeof needView>;

/** Response of GET /api/creator/:address/dashboard. */
export const creatorDashboardView = z
  .object({
    address,
    month: monthView.describe("this month, in UTC"),
    covered: z.number().int().describe("campaigns that the sums cover: the newest ones"),
    total: count("the creator's campaigns"),
    unsummed: z.number().int().describe("of them, those whose unlocks are not summed up yet and left out"),
    ledger: z.boolean().describe("false while the ledger does not tell what is funded"),
    needs: z.array(needView).describe("what waits for the creator, at most 100"),
    needCount: count("all that waits"),
    tokens: z.array(tokenSumsView).describe("the sums, one entry a mint"),
  })
  .meta({ id: "CreatorDashboard" });
export type CreatorDashboardView = z.infer<typeof creatorDashboardView>;

/** Response of GET /api/creator/:address/unlocks. */
export const unlocksView = z
  .object({
    address,
    tokens: z
      .array(z.object({ mint, months, later, waiting }).meta({ id: "TokenUnlocks" }))
      .describe("one entry a mint"),
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

export const toNeedView = ({ amount, at, ...need }: Need): NeedView => ({
  ...need,
  amount: textOrNull(amount),
  at: textOrNull(at),
});

export const toUnlocksView = (sums: TokenSums) => ({
  ...{ mint: sums.mint, months: monthsView(sums) },
  ...{ later: sums.later.toString(), waiting: sums.waiting.toString() },
});
