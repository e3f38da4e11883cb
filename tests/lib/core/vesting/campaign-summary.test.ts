import fc from "fast-check";
import { expect, test } from "vitest";
import { campaignSummary } from "@/lib/core/vesting/campaign-summary";
import { ReleaseType } from "@/lib/core/vesting/leaf";

const facts = {
  ...{ cancelledAt: null, paused: false, instantRefunded: false, settled: false, settledAmount: 0n },
  ...{ withdrawn: false, totalClaimed: 20n, totalSupply: 100n, vaultBalance: null },
};
const linear = { releaseType: ReleaseType.Linear, amount: 100n, cliffTime: 100n, endTime: 300n };

test("sums its parts to the supply in every state of a campaign", () => {
  const state = fc.record({
    cancelledAt: fc.option(fc.bigInt({ min: 0n, max: 400n })),
    ...{
      paused: fc.boolean(),
      settled: fc.boolean(),
      instantRefunded: fc.boolean(),
      withdrawn: fc.boolean(),
    },
  });
  const vested = fc.bigInt({ min: 0n, max: 100n });
  fc.assert(
    fc.property(state, vested, vested, (over, sum, waiting) => {
      const sums = { unclaimed: sum > 20n ? sum - 20n : 0n, waiting, schedules: [linear] };
      const summary = campaignSummary({ ...facts, ...over }, sums, 200n);
      const parts = [summary.claimed, summary.unlocked, summary.waiting, summary.locked, summary.lost];
      expect(parts.reduce((whole, part) => whole + part, 0n)).toBe(100n);
      for (const part of parts) expect(part).toBeGreaterThanOrEqual(0n);
    }),
  );
});

test("returns the running end and the next cliff, and neither after a cancellation", () => {
  const cliff = { releaseType: ReleaseType.Cliff, amount: 10n, cliffTime: 250n, endTime: 250n };
  const sums = { unclaimed: 30n, waiting: 0n, schedules: [linear, cliff] };
  expect(campaignSummary(facts, sums, 200n)).toMatchObject({
    ...{ unlocked: 30n, locked: 50n, lost: 0n, end: 300n },
    unlock: { next: { at: 250n, amount: 10n }, runningUntil: 300n },
  });
  expect(campaignSummary({ ...facts, cancelledAt: 200n }, sums, 210n)).toMatchObject({
    ...{ locked: 0n, lost: 50n, end: null },
    unlock: { next: null, runningUntil: null },
  });
});

test("counts as unlocked only vested amounts that the program pays", () => {
  const sums = { unclaimed: 10n, waiting: 0n, schedules: [linear] };
  expect(campaignSummary(facts, sums, 200n)).toMatchObject({ claimed: 20n, unlocked: 10n, locked: 70n });
  expect(campaignSummary(facts, { ...sums, unclaimed: 90n }, 200n)).toMatchObject({ unlocked: 80n });
});

test("separates the milestones that a release can still unlock from the amount that will not vest", () => {
  const sums = { unclaimed: 30n, waiting: 15n, schedules: [linear] };
  expect(campaignSummary({ ...facts, cancelledAt: 200n }, sums, 210n)).toMatchObject({
    ...{ claimed: 20n, unlocked: 30n, waiting: 15n, locked: 0n, lost: 35n },
  });
  expect(campaignSummary(facts, sums, 210n)).toMatchObject({ waiting: 15n, locked: 35n, lost: 0n });
});
