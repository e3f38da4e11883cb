import { z } from "zod";
import { monthText } from "@/lib/core/vesting/unlock-months";
import { metadataView } from "../campaign";
import { addressText, integerText, textOrNull } from "../wire";
import { NEED_KINDS, type Need } from "./needs";
import type { TokenSums } from "./sums";

const monthView = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .describe("calendar month in UTC");

const unlocksOfMonth = z.object({ month: monthView, amount: integerText });

const tokenSumsView = z.object({
  mint: addressText,
  campaigns: z.number().int(),
  unlocked: integerText.describe("of campaigns that run: before this month, and milestones released"),
  thisMonth: integerText.describe("by time in this calendar month, whole"),
  locked: integerText.describe("by time after this month"),
  waiting: integerText.describe("once a milestone is released"),
  claimed: integerText.describe("of all campaigns, settlements of streams included"),
  toWithdraw: integerText.describe("left after grace periods, if it was funded"),
  inGrace: integerText.describe("left while a grace period runs, if it was funded"),
  months: z.array(unlocksOfMonth).describe("from this month on; months without unlocks are left out"),
  later: integerText.describe("after the last month that is answered"),
});
export type TokenSumsView = z.infer<typeof tokenSumsView>;

const needView = z.object({
  kind: z.enum(NEED_KINDS),
  treeAddress: addressText,
  mint: addressText,
  metadata: metadataView,
  leafCount: z.number().int(),
  amount: integerText.nullable().describe("to be funded, released, swept or registered"),
  milestoneIdx: z.number().int().nullable(),
  at: integerText.nullable().describe("since when; of a grace period, until when"),
});
export type NeedView = z.infer<typeof needView>;

/** GET /api/creator/:address/desk. */
export const deskView = z.object({
  address: addressText,
  month: monthView.describe("this month"),
  covered: z.number().int().describe("campaigns that the sums cover: the newest ones"),
  total: z.number().int(),
  unsummed: z.number().int().describe("of them, those whose unlocks are not summed up yet and left out"),
  ledger: z.boolean().describe("false while the ledger does not tell what is funded"),
  needs: z.array(needView).describe("what waits for the creator, at most 100"),
  needCount: z.number().int(),
  tokens: z.array(tokenSumsView),
});
export type DeskView = z.infer<typeof deskView>;

/** GET /api/creator/:address/unlocks. */
export const unlocksView = z.object({
  address: addressText,
  tokens: z.array(
    z.object({
      mint: addressText,
      months: z.array(unlocksOfMonth),
      later: integerText,
      waiting: integerText,
    }),
  ),
});

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
