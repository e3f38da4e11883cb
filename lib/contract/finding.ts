import { z } from "zod";
import { addressText, baseUnits, count } from "./wire";

/** Findings that one answer lists; their number is given apart. */
export const MOST_FINDINGS = 100;

/** A leaf that was paid more than it gives, which the program lets happen; amounts in base units. */
export const overclaimView = z
  .object({
    beneficiary: addressText.describe("the recipient, base58"),
    leafIndex: count("of the leaf, from 0"),
    allocated: baseUnits("what the leaf gives"),
    claimed: baseUnits("what it was paid"),
  })
  .meta({ id: "Overclaim" });

/** Something that the ledger did and should not have. */
export const findingView = overclaimView
  .extend({
    kind: z.literal("claimed_more_than_allocated").describe("what is wrong"),
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
