import { z } from "zod";
import type { Payout } from "@/lib/core/vesting/rotation/payouts";
import { addressText, integerText, nextCursor, rootText } from "./wire";

const payoutView = z.object({
  beneficiary: addressText,
  leafIndex: z.number().int(),
  milestoneIdx: z.number().int().nullable().describe("null for cliff and linear leaves"),
  amount: integerText,
});

/** GET …/payouts: in order of beneficiary, leaf index and milestone. */
export const payoutsPage = z.object({
  payouts: z.array(payoutView),
  merkleRoot: rootText.describe("the campaign's, when this page was read"),
  totalClaimed: integerText.describe("the campaign's, when this page was read"),
  nextCursor,
});

export const toPayoutView = ({ amount, ...payout }: Payout): z.infer<typeof payoutView> => ({
  ...payout,
  amount: amount.toString(),
});
