import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import {
  calculatePercent,
  campaignProgress,
  type LeafPosition,
  leafProgress,
  type ProgressFacts,
  sumProgress,
} from "@/lib/core/vesting/progress";

const linear: LeafPosition = {
  releaseType: ReleaseType.Linear,
  amount: 1000n,
  cliffTime: 1000n,
  endTime: 2000n,
  claimed: 100n,
  milestoneReleased: false,
  milestoneClaimed: false,
};
const milestone: LeafPosition = { ...linear, releaseType: ReleaseType.Milestone, claimed: 0n };
const open: ProgressFacts = {
  ...{ cancelledAt: null, paused: false, instantRefunded: false, settled: false, settledAmount: 0n },
  ...{ withdrawn: false, totalClaimed: 100n, totalSupply: 10_000n },
};

const anyPosition: fc.Arbitrary<LeafPosition> = fc
  .record({
    releaseType: fc.constantFrom<ReleaseType>(0, 1, 2),
    amount: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    cliffTime: fc.bigInt({ min: 0n, max: 1000n }),
    span: fc.bigInt({ min: 0n, max: 1000n }),
    claimed: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    milestoneReleased: fc.boolean(),
    milestoneClaimed: fc.boolean(),
  })
  .map(({ span, claimed, ...rest }) => ({
    ...rest,
    endTime: rest.cliffTime + span,
    // A milestone is claimed whole, so any claimed amount marks it as claimed.
    claimed:
      rest.amount === 0n || (rest.releaseType === ReleaseType.Milestone && !rest.milestoneClaimed)
        ? 0n
        : claimed % (rest.amount + 1n),
  }));
const anyFacts: fc.Arbitrary<ProgressFacts> = fc.record({
  cancelledAt: fc.option(fc.bigInt({ min: 0n, max: 2000n }), { nil: null }),
  paused: fc.boolean(),
  instantRefunded: fc.boolean(),
  settled: fc.boolean(),
  settledAmount: fc.constant(0n),
  withdrawn: fc.boolean(),
  totalClaimed: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  totalSupply: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
});
const anyTime = fc.bigInt({ min: 0n, max: 2500n });

describe("a leaf's progress", () => {
  it("shows the vested and the due amount", () => {
    expect(leafProgress(linear, open, 1500n)).toEqual({
      totalEntitled: 1000n,
      vestedSoFar: 500n,
      claimedSoFar: 100n,
      claimable: 400n,
      payable: null,
      paidEarlier: 0n,
      stillToCome: 500n,
      payableUntilSwept: 0n,
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

  it("deducts payments of an earlier campaign at the same address", () => {
    expect(leafProgress({ ...linear, paidEarlier: 150n }, open, 1500n)).toMatchObject({
      ...{ claimedSoFar: 100n, claimable: 250n, paidEarlier: 150n, stillToCome: 500n },
    });
    expect(leafProgress({ ...linear, paidEarlier: 5_000n }, open, 9999n)).toMatchObject({
      ...{ claimable: 0n, paidEarlier: 900n, stillToCome: 0n },
    });
    const released = { ...milestone, milestoneReleased: true, paidEarlier: 1000n };
    expect(leafProgress(released, open, 1n)).toMatchObject({ claimable: 0n, paidEarlier: 1000n });
  });

  it("stops at a cancellation, which lifts a pause", () => {
    const cancelled = { ...open, cancelledAt: 1250n, paused: true };
    expect(leafProgress(linear, cancelled, 1900n)).toMatchObject({
      vestedSoFar: 250n,
      claimable: 150n,
      nextUnlock: null,
    });
  });

  it("pays nothing while paused, but continues to vest", () => {
    expect(leafProgress(linear, { ...open, paused: true }, 1500n)).toMatchObject({
      vestedSoFar: 500n,
      claimable: 0n,
    });
  });

  it("a milestone has zero vested until its release, then the whole amount at any time", () => {
    for (const now of [999n, 1000n, 9999n]) {
      expect(leafProgress(milestone, open, now)).toMatchObject({
        vestedSoFar: 0n,
        claimable: 0n,
        stillToCome: 1000n,
        progressPercent: 0,
        nextUnlock: null,
      });
    }
    const released = { ...milestone, milestoneReleased: true };
    expect(leafProgress(released, open, 1n)).toMatchObject({ vestedSoFar: 1000n, claimable: 1000n });
    expect(leafProgress(released, { ...open, cancelledAt: 1n }, 2n)).toMatchObject({ claimable: 1000n });
  });

  it("a claimed milestone pays nothing more, also where a rotation raises it", () => {
    const raised = { ...milestone, milestoneReleased: true, milestoneClaimed: true, claimed: 600n };
    expect(leafProgress(raised, open, 1n)).toMatchObject({ vestedSoFar: 1000n, claimable: 0n });
  });

  it("remains possible while paused, and ends with the campaign", () => {
    expect(leafProgress(linear, { ...open, paused: true }, 1500n)).toMatchObject({ stillToCome: 900n });
    for (const ended of [
      { cancelledAt: 1250n },
      { cancelledAt: 1250n, instantRefunded: true },
      { cancelledAt: 1250n, settled: true },
      { totalClaimed: 10_000n },
    ]) {
      expect(leafProgress(linear, { ...open, ...ended }, 1500n)).toMatchObject({ stillToCome: 0n });
    }
  });

  it("counts an unreleased milestone as still to come until the grace period ends", () => {
    const cancelled = { ...open, cancelledAt: 1250n };
    const end = 1250n + 604_800n;
    expect(leafProgress(milestone, cancelled, end - 1n)).toMatchObject({ stillToCome: 1000n, claimable: 0n });
    expect(leafProgress(milestone, cancelled, end)).toMatchObject({ stillToCome: 0n });
    expect(leafProgress(milestone, { ...cancelled, settled: true }, 1500n)).toMatchObject({
      stillToCome: 0n,
    });
    const released = { ...milestone, milestoneReleased: true };
    expect(leafProgress(released, cancelled, 1500n)).toMatchObject({ stillToCome: 0n, claimable: 1000n });
  });

  it("can be paid after the grace period, but is not offered, until the creator withdraws", () => {
    const expired = { ...open, cancelledAt: 1500n };
    const late = 1500n + 604_800n;
    expect(leafProgress(linear, expired, late - 1n)).toMatchObject({
      claimable: 400n,
      payableUntilSwept: 0n,
    });
    expect(leafProgress(linear, expired, late)).toMatchObject({
      vestedSoFar: 500n,
      claimable: 0n,
      payableUntilSwept: 400n,
      stillToCome: 0n,
    });
    const swept = { ...expired, withdrawn: true };
    expect(leafProgress(linear, swept, late)).toMatchObject({ claimable: 0n, payableUntilSwept: 0n });
  });

  it("pays nothing that would exceed the supply", () => {
    const used = { ...open, totalClaimed: 9_601n };
    expect(leafProgress(linear, used, 1500n)).toMatchObject({ claimable: 0n });
    expect(leafProgress(linear, { ...used, totalClaimed: 9_600n }, 1500n)).toMatchObject({
      claimable: 400n,
    });
  });

  it("a refunded or settled campaign counts the payments and nothing more", () => {
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

  it("never offers more than the vested and unclaimed amount", () => {
    fc.assert(
      fc.property(anyPosition, anyFacts, anyTime, (leaf, facts, now) => {
        const progress = leafProgress(leaf, facts, now);
        expect(progress.claimable >= 0n).toBe(true);
        expect(progress.claimable + progress.claimedSoFar <= leaf.amount).toBe(true);
        const rest = progress.claimable + progress.stillToCome + progress.payableUntilSwept;
        expect(rest + progress.claimedSoFar <= leaf.amount).toBe(true);
        expect(progress.progressPercent >= 0 && progress.progressPercent <= 100).toBe(true);
        if (progress.nextUnlock !== null) expect(progress.nextUnlock > now).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("summed progress", () => {
  it("adds amounts and uses the earliest next unlock", () => {
    const later = { ...linear, cliffTime: 5000n, endTime: 9000n, claimed: 0n };
    const parts = [
      leafProgress(later, open, 1500n),
      leafProgress(linear, open, 1500n),
      leafProgress(milestone, open, 1500n),
    ];
    expect(sumProgress(parts.toReversed())).toEqual(sumProgress(parts));
    expect(sumProgress(parts)).toEqual({
      totalEntitled: 3000n,
      vestedSoFar: 500n,
      claimedSoFar: 100n,
      claimable: 400n,
      paidEarlier: 0n,
      payable: null,
      stillToCome: 2500n,
      payableUntilSwept: 0n,
      progressPercent: 16.66,
      nextUnlock: 1501n,
    });
  });

  it("the sum of no leaves is zero", () => {
    expect(sumProgress([])).toEqual({
      totalEntitled: 0n,
      vestedSoFar: 0n,
      claimedSoFar: 0n,
      claimable: 0n,
      paidEarlier: 0n,
      payable: 0n,
      stillToCome: 0n,
      payableUntilSwept: 0n,
      progressPercent: 0,
      nextUnlock: null,
    });
  });
});

describe("a campaign as a whole", () => {
  const sums = { vested: 700n, unclaimed: 600n };
  it("can pay the vested amounts of its leaves, each less its payments", () => {
    const expected = { vested: 700n, paid: 100n, claimable: 600n, payableUntilSwept: 0n };
    expect(campaignProgress(open, sums, 1500n)).toEqual(expected);
    expect(campaignProgress({ ...open, paused: true }, sums, 1500n)).toEqual({ ...expected, claimable: 0n });
    expect(campaignProgress({ ...open, totalSupply: 200n }, sums, 1500n)).toMatchObject({ claimable: 100n });
  });

  it("can still pay after the grace period, until the creator withdraws", () => {
    const expired = { ...open, cancelledAt: 1500n };
    const late = 1500n + 604_800n;
    const expected = { vested: 700n, paid: 100n, claimable: 0n, payableUntilSwept: 600n };
    expect(campaignProgress(expired, sums, late)).toEqual(expected);
    const swept = campaignProgress({ ...expired, withdrawn: true }, sums, late);
    expect(swept).toEqual({ ...expected, payableUntilSwept: 0n });
  });

  it("has vested its payments when it is settled or refunded", () => {
    const settled = { ...open, settled: true, settledAmount: 216n, cancelledAt: 1500n };
    const expected = { vested: 316n, paid: 316n, claimable: 0n, payableUntilSwept: 0n };
    expect(campaignProgress(settled, sums, 1500n)).toEqual(expected);
  });
});

describe("a percentage", () => {
  it.each([
    [1n, 3n, 33.33],
    [2n, 3n, 66.66],
    [0n, 0n, 0],
    [2n ** 64n - 1n, 2n ** 64n - 1n, 100],
    [2n ** 64n - 2n, 2n ** 64n - 1n, 99.99],
  ])("returns for %s in %s the percentage %f", (part, whole, percent) => {
    expect(calculatePercent(part, whole)).toBe(percent);
  });
});
