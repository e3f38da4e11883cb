import * as z from "zod";
import { addressText, baseUnits, count } from "./field-schemas";

/** Maximum number of findings in one response; their total is a separate field. */
export const MAX_FINDINGS = 100;

/** A leaf whose payments exceed its amount, which the program allows; amounts in base units. */
export const overclaimView = z
  .object({
    beneficiary: addressText.describe("the recipient, base58"),
    leafIndex: count("leaf index, from 0"),
    allocated: baseUnits("amount of the leaf"),
    claimed: baseUnits("amount paid to it"),
  })
  .meta({ id: "Overclaim" });

/** An on-chain state that should not occur. */
export const findingView = overclaimView
  .extend({
    kind: z.literal("claimed_more_than_allocated").describe("type of the problem"),
    treeAddress: addressText.describe("the campaign, base58"),
  })
  .meta({ id: "Finding" });
export type FindingView = z.infer<typeof findingView>;

export type OverclaimRow = {
  beneficiary: string;
  leafIndex: number;
  allocated: bigint;
  claimed: bigint;
};

export const toOverclaimView = ({ beneficiary, leafIndex, allocated, claimed }: OverclaimRow) => ({
  beneficiary,
  leafIndex,
  allocated: allocated.toString(),
  claimed: claimed.toString(),
});

export const toFindingView = (row: OverclaimRow & { treeAddress: string }): FindingView => ({
  kind: "claimed_more_than_allocated",
  treeAddress: row.treeAddress,
  ...toOverclaimView(row),
});
