import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReleaseType } from "@/lib/vesting/leaf";
import {
  type LeafPosition,
  leafProgress,
  type ProgressFacts,
  percentOf,
  sumProgress,
} from "@/lib/vesting/progress";

const linear: LeafPosition = {
  releaseType: ReleaseType.Linear,
  amount: 1000n,
  cliffTime: 1000n,
  endTime: 2000n,
  claimed: 100n,
  milestoneReleased: false,
};
const milestone: LeafPosition = { ...linear, releaseType: ReleaseType.Milestone, claimed: 0n };
const open: ProgressFacts = { cancelledAt: null, paused: false, instantRefunded: false, settled: false };

const anyPosition: fc.Arbitrary<LeafPosition> = fc
  .record({
    releaseType: fc.constantFrom<ReleaseType>(0, 1, 2),
    amount: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    cliffTime: fc.bigInt({ min: 0n, max: 1000n }),
    span: fc.bigInt({ min: 0n, max: 1000n }),
    claimed: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    milestoneReleased: fc.boolean(),
  })
  .map(({ span, claimed, ...rest }) => ({
    ...rest,
    endTime: rest.cliffTime + span,
    claimed: rest.amount === 0n ? 0n : claimed % (rest.amount + 1n),
  }));
const anyFacts: fc.Arbitrary<ProgressFacts> = fc.record({
  cancelledAt: fc.option(fc.bigInt({ min: 0n, max: 2000n }), { nil: null }),
  paused: fc.boolean(),
  instantRefunded: fc.boolean(),
  settled: fc.boolean(),
});
const anyTime = fc.bigInt({ min: 0n, max: 2500n });

describe("a leaf's progress", () => {
  it("shows what has vested and what of it is still due", () => {
    expect(leafProgress(linear, open, 1500n)).toEqual({
      totalEntitled: 1000n,
      vestedSoFar: 500n,
      claimedSoFar: 100n,
      claimable: 400n,
      progressPercent: 50,
      nextUnlock: 1501n,
    });
    expect(leafProgress(linear, open, 10n)).toMatchObject({
      claimable: 0n,
      nextUnlock: 1000n,
      progressPercent: 0,
    });
    expect(leafProgress(linear, open, 9999n)).toMatchObject({
      claimable: 900n,
      nextUnlock: null,
      progressPercent: 100,
    });
  });

  it("stops at a cancellation, which lifts a pause", () => {
    const cancelled = { ...open, cancelledAt: 1250n, paused: true };
    expect(leafProgress(linear, cancelled, 1900n)).toMatchObject({
      vestedSoFar: 250n,
      claimable: 150n,
      nextUnlock: null,
    });
  });

  it("pays nothing while paused, but goes on vesting", () => {
    expect(leafProgress(linear, { ...open, paused: true }, 1500n)).toMatchObject({
      vestedSoFar: 500n,
      claimable: 0n,
    });
  });

  it("of a milestone shows the time curve until released, then the whole amount whatever the time", () => {
    expect(leafProgress(milestone, open, 999n)).toMatchObject({ vestedSoFar: 0n, claimable: 0n });
    expect(leafProgress(milestone, open, 1000n)).toMatchObject({
      vestedSoFar: 1000n,
      claimable: 0n,
      nextUnlock: null,
    });
    const released = { ...milestone, milestoneReleased: true };
    expect(leafProgress(released, open, 1n)).toMatchObject({ vestedSoFar: 1000n, claimable: 1000n });
    expect(leafProgress(released, { ...open, cancelledAt: 1n }, 2n)).toMatchObject({ claimable: 1000n });
  });

  it("of a refunded or settled campaign counts what was paid out and nothing more", () => {
    expect(leafProgress(linear, { ...open, instantRefunded: true, cancelledAt: 1n }, 1500n)).toMatchObject({
      vestedSoFar: 100n,
      claimedSoFar: 100n,
      claimable: 0n,
      nextUnlock: null,
    });
    const settled = { ...open, settled: true, settledAmount: 250n, cancelledAt: 1350n };
    expect(leafProgress(linear, settled, 1500n)).toMatchObject({
      vestedSoFar: 350n,
      claimedSoFar: 350n,
      claimable: 0n,
      progressPercent: 35,
    });
  });

  it("pays nothing once the creator has withdrawn the rest", () => {
    const swept = { ...open, cancelledAt: 1500n, isGraceOver: true };
    expect(leafProgress(linear, swept, 9_999_999n)).toMatchObject({ vestedSoFar: 500n, claimable: 0n });
  });

  it("never offers more than has vested and is unclaimed", () => {
    fc.assert(
      fc.property(anyPosition, anyFacts, anyTime, (leaf, facts, now) => {
        const progress = leafProgress(leaf, facts, now);
        expect(progress.claimable >= 0n).toBe(true);
        expect(progress.claimable + progress.claimedSoFar <= leaf.amount).toBe(true);
        if (progress.claimable > 0n) {
          expect(progress.claimable + progress.claimedSoFar).toBe(progress.vestedSoFar);
        }
        expect(progress.progressPercent >= 0 && progress.progressPercent <= 100).toBe(true);
        if (progress.nextUnlock !== null) expect(progress.nextUnlock > now).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("summed progress", () => {
  it("adds amounts and takes the earliest next unlock", () => {
    const later = { ...linear, cliffTime: 5000n, endTime: 9000n, claimed: 0n };
    const parts = [
      leafProgress(later, open, 1500n),
      leafProgress(linear, open, 1500n),
      leafProgress(milestone, open, 1500n),
    ];
    expect(sumProgress(parts.toReversed())).toEqual(sumProgress(parts));
    expect(sumProgress(parts)).toEqual({
      totalEntitled: 3000n,
      vestedSoFar: 1500n,
      claimedSoFar: 100n,
      claimable: 400n,
      progressPercent: 50,
      nextUnlock: 1501n,
    });
  });

  it("of nothing is zero", () => {
    expect(sumProgress([])).toEqual({
      totalEntitled: 0n,
      vestedSoFar: 0n,
      claimedSoFar: 0n,
      claimable: 0n,
      progressPercent: 0,
      nextUnlock: null,
    });
  });
});

describe("a percentage", () => {
  it.each([
    [1n, 3n, 33.33],
    [2n, 3n, 66.66],
    [0n, 0n, 0],
    [2n ** 64n - 1n, 2n ** 64n - 1n, 100],
    [2n ** 64n - 2n, 2n ** 64n - 1n, 99.99],
  ])("of %s in %s is %f", (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent);
  });
});
