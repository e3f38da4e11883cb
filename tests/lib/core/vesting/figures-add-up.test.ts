import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount } from "@/components/format/amount";
import { entitlementParts } from "@/lib/core/vesting/entitlement-parts";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import {
  type LeafPosition,
  leafProgress,
  type ProgressFacts,
  sumProgress,
} from "@/lib/core/vesting/progress";

const GRACE = 7n * 86_400n;

/** Every state of a campaign, as combinations of facts that the program allows. */
const facts: fc.Arbitrary<Partial<ProgressFacts>> = fc.oneof(
  fc.record({ paused: fc.boolean() }),
  fc.record({ cancelledAt: fc.bigInt({ min: 0n, max: 2_000n }), withdrawn: fc.boolean() }),
  fc.record({ cancelledAt: fc.bigInt({ min: 0n, max: 2_000n }), instantRefunded: fc.constant(true) }),
  fc.record({
    ...{ cancelledAt: fc.bigInt({ min: 0n, max: 2_000n }), settled: fc.constant(true) },
    settledAmount: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  }),
);

/** A leaf with at most its whole amount claimed; a milestone is claimed whole or not at all. */
const leaf: fc.Arbitrary<LeafPosition> = fc
  .record({
    releaseType: fc.constantFrom<ReleaseType>(0, 1, 2),
    amount: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    cliffTime: fc.bigInt({ min: 0n, max: 1_000n }),
    span: fc.bigInt({ min: 0n, max: 1_000n }),
    share: fc.integer({ min: 0, max: 100 }),
    paidEarlier: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10n ** 12n })),
    milestoneReleased: fc.boolean(),
    milestoneClaimed: fc.boolean(),
  })
  .map(({ span, share, ...rest }) => {
    const isMilestone = rest.releaseType === ReleaseType.Milestone;
    const claimed = isMilestone
      ? rest.milestoneClaimed
        ? rest.amount
        : 0n
      : (rest.amount * BigInt(share)) / 100n;
    return { ...rest, endTime: rest.cliffTime + span, claimed };
  });

/** Parses a shown amount back into base units. */
const read = (text: string, decimals: number) => {
  const [whole = "", fraction = ""] = text.replaceAll(",", "").split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
};

test("sums the shown parts of an allocation to its total in every state of a campaign", () => {
  fc.assert(
    fc.property(
      fc.array(leaf, { minLength: 1, maxLength: 4 }),
      facts,
      fc.bigInt({ min: 0n, max: 2_500n + GRACE }),
      fc.constantFrom(0, 6, 9),
      (leaves, state, now, decimals) => {
        const whole: ProgressFacts = {
          ...{ cancelledAt: null, paused: false, instantRefunded: false, settled: false, settledAmount: 0n },
          ...{ withdrawn: false, totalClaimed: leaves.reduce((sum, { claimed }) => sum + claimed, 0n) },
          ...{ totalSupply: 10n ** 13n, vaultBalance: null, ...state },
        };
        // A settlement concerns one leaf, and pays at most that leaf's rest.
        const counted = whole.settled ? leaves.slice(0, 1) : leaves;
        const [first] = counted;
        const left = first ? first.amount - first.claimed : 0n;
        if (whole.settledAmount > left) whole.settledAmount = left;
        const total = sumProgress(counted.map((item) => leafProgress(item, whole, now)));
        const shown = Object.values(entitlementParts(total)).map((part) => formatAmount(part, decimals));
        const sum = shown.reduce((all, text) => all + read(text, decimals), 0n);
        expect(sum).toBe(read(formatAmount(total.totalEntitled, decimals), decimals));
      },
    ),
    { numRuns: 2_000 },
  );
});
