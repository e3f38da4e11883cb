import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import {
  type CampaignFacts,
  GRACE_PERIOD_SECONDS,
  gracePeriod,
  instantRefundEligible,
  isCampaignClaimable,
  isTreeGone,
  type LifecycleStatus,
  lifecycleStatus,
} from "@/lib/core/vesting/lifecycle";
import { i64, maybe, u64 } from "@/tests/lib/core/solana/arbitraries";

const now = 1_750_000_000n;

/** A campaign without events, whose first cliff is an hour ahead. */
const fresh: CampaignFacts = {
  instantRefunded: false,
  settled: false,
  settledAmount: 0n,
  withdrawn: false,
  cancelledAt: null,
  totalClaimed: 0n,
  totalSupply: 1000n,
  paused: false,
  minCliffTime: now + 3600n,
  leafCount: 3,
  cancellable: true,
  usedMilestones: [],
  firstTimedCliff: now + 3600n,
  releasedMilestones: [],
};

const milestones = fc.uniqueArray(fc.nat({ max: 255 }), { maxLength: 4 });
const anyFacts: fc.Arbitrary<CampaignFacts> = fc.record({
  instantRefunded: fc.boolean(),
  settled: fc.boolean(),
  settledAmount: u64,
  withdrawn: fc.boolean(),
  cancelledAt: maybe(i64),
  totalClaimed: u64,
  totalSupply: u64,
  paused: fc.boolean(),
  minCliffTime: maybe(i64),
  leafCount: fc.integer({ min: 1, max: 5 }),
  cancellable: fc.boolean(),
  usedMilestones: milestones,
  firstTimedCliff: maybe(i64),
  releasedMilestones: milestones,
});

describe("the lifecycle status", () => {
  it.each<[LifecycleStatus, Partial<CampaignFacts>]>([
    ["active", {}],
    ["active", { minCliffTime: null }],
    ["active", { minCliffTime: now + 1n }],
    ["active", { usedMilestones: [1], releasedMilestones: [2] }],
    ["active", { usedMilestones: [1], minCliffTime: now - 1n, firstTimedCliff: null }],
    ["active", { usedMilestones: [1], minCliffTime: now - 1n, firstTimedCliff: now + 1n }],
    ["claimable", { usedMilestones: [1], minCliffTime: now - 1n, firstTimedCliff: now }],
    ["active", { totalClaimed: 0n, totalSupply: 0n }],
    ["claimable", { minCliffTime: now }],
    ["claimable", { minCliffTime: null, usedMilestones: [1, 2], releasedMilestones: [2] }],
    ["paused", { paused: true }],
    ["paused", { paused: true, minCliffTime: now }],
    ["claimed", { totalClaimed: 1000n, paused: true, minCliffTime: now }],
    ["claimed", { totalClaimed: 1001n }],
    ["cancelled_grace", { cancelledAt: now }],
    ["cancelled_grace", { cancelledAt: now - GRACE_PERIOD_SECONDS + 1n, totalClaimed: 1000n, paused: true }],
    ["cancelled_expired", { cancelledAt: now - GRACE_PERIOD_SECONDS }],
    ["settled", { settled: true, cancelledAt: now, totalClaimed: 1000n }],
    ["instant_refunded", { instantRefunded: true, settled: true, cancelledAt: now, paused: true }],
  ])("is %s for %o", (status, change) => {
    expect(lifecycleStatus({ ...fresh, ...change }, now)).toBe(status);
  });

  it("uses a beneficiary's own answer in place of the campaign's", () => {
    expect(lifecycleStatus({ ...fresh, minCliffTime: now }, now, false)).toBe("active");
    expect(lifecycleStatus(fresh, now, true)).toBe("claimable");
    expect(lifecycleStatus({ ...fresh, paused: true }, now, true)).toBe("paused");
  });

  it("does not change with root rotation alone once the campaign is cancelled or over", () => {
    fc.assert(
      fc.property(anyFacts, maybe(i64), milestones, i64, (facts, minCliffTime, usedMilestones, at) => {
        fc.pre(facts.cancelledAt !== null || facts.settled || facts.instantRefunded || facts.paused);
        const rotated = { ...facts, minCliffTime, usedMilestones, leafCount: facts.leafCount + 1 };
        expect(lifecycleStatus(rotated, at)).toBe(lifecycleStatus(facts, at));
      }),
    );
  });
});

describe("the grace period", () => {
  it("counts down to the second at which the creator may withdraw", () => {
    const facts = { ...fresh, cancelledAt: now };
    const end = now + 604_800n;
    expect(gracePeriod(facts, now)).toEqual({ end, remaining: 604_800, isExpired: false });
    expect(gracePeriod(facts, end - 1n)).toEqual({ end, remaining: 1, isExpired: false });
    expect(gracePeriod(facts, end)).toEqual({ end, remaining: 0, isExpired: true });
    expect(gracePeriod(facts, end + 1n)).toEqual({ end, remaining: 0, isExpired: true });
  });

  it("is shown exactly for campaigns that are cancelled, not refunded and not settled", () => {
    fc.assert(
      fc.property(anyFacts, i64, (facts, at) => {
        const isShown = facts.cancelledAt !== null && !facts.instantRefunded && !facts.settled;
        expect(gracePeriod(facts, at) !== null).toBe(isShown);
        expect(lifecycleStatus(facts, at).startsWith("cancelled")).toBe(isShown);
      }),
    );
  });
});

describe("the account of a campaign", () => {
  const [sol, token] = [NATIVE_MINT, WRAPPED_SOL_MINT];
  it.each<[string, boolean, Partial<CampaignFacts>, string]>([
    ["exists while the campaign runs", false, { totalClaimed: 999n }, sol],
    ["exists after a refund and a withdrawal", false, { instantRefunded: true, withdrawn: true }, sol],
    ["closes with the last claim of SOL", true, { totalClaimed: 1000n }, sol],
    ["closes with a cancelled stream of SOL", true, { settled: true }, sol],
    ["of a token campaign always exists", false, { totalClaimed: 1000n, settled: true }, token],
  ])("%s", (_, isGone, change, mint) => {
    expect(isTreeGone({ ...fresh, mint, ...change })).toBe(isGone);
  });
});

describe("eligibility for an instant refund", () => {
  it("holds for an unstarted campaign of several leaves, up to the second before its first cliff", () => {
    expect(instantRefundEligible(fresh, now)).toBe(true);
    expect(instantRefundEligible(fresh, now + 3599n)).toBe(true);
    expect(instantRefundEligible(fresh, now + 3600n)).toBe(false);
  });

  it.each<[string, Partial<CampaignFacts>]>([
    ["not cancellable", { cancellable: false }],
    ["cancelled", { cancelledAt: now - 1n }],
    ["refunded", { instantRefunded: true }],
    ["settled", { settled: true }],
    ["of one leaf", { leafCount: 1 }],
    ["of unknown first cliff", { minCliffTime: null }],
    ["with a released milestone, used or not", { releasedMilestones: [9] }],
    ["fully claimed", { totalClaimed: 1000n }],
  ])("fails when the campaign is %s", (_, change) => {
    expect(instantRefundEligible({ ...fresh, ...change }, now)).toBe(false);
  });

  it("never holds for a campaign whose leaves have become claimable", () => {
    fc.assert(
      fc.property(anyFacts, i64, (facts, at) => {
        const { firstTimedCliff, minCliffTime } = facts;
        fc.pre(firstTimedCliff === null || (minCliffTime !== null && minCliffTime <= firstTimedCliff));
        if (isCampaignClaimable(facts, at)) expect(instantRefundEligible(facts, at)).toBe(false);
      }),
    );
  });
});
