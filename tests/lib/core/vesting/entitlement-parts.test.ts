import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pausedPart } from "@/lib/core/vesting/entitlement-parts";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { leafProgress, type ProgressFacts } from "@/lib/core/vesting/progress";

const leaf = fc
  .record({
    releaseType: fc.constantFrom<ReleaseType>(ReleaseType.Cliff, ReleaseType.Linear),
    amount: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    cliffTime: fc.bigInt({ min: 0n, max: 1_000n }),
    span: fc.bigInt({ min: 0n, max: 1_000n }),
    claimed: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    paidEarlier: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10n ** 12n })),
  })
  .map(({ span, claimed, ...rest }) => ({
    ...{ ...rest, endTime: rest.cliffTime + span, claimed: claimed < rest.amount ? claimed : rest.amount },
    ...{ milestoneReleased: false, milestoneClaimed: false },
  }));

const getFacts = (paused: boolean, claimed: bigint): ProgressFacts => ({
  ...{ paused, cancelledAt: null, instantRefunded: false, settled: false, settledAmount: 0n },
  ...{ withdrawn: false, totalClaimed: claimed, totalSupply: 10n ** 13n, vaultBalance: null },
});

describe("pausedPart", () => {
  it("is the amount that becomes claimable when a pause ends", () => {
    fc.assert(
      fc.property(leaf, fc.bigInt({ min: 0n, max: 2_500n }), (item, now) => {
        const progress = (paused: boolean) => leafProgress(item, getFacts(paused, item.claimed), now);
        const state = { paused: true, cancelledAt: null };
        expect(pausedPart(state, progress(true))).toBe(progress(false).claimable);
      }),
    );
  });

  it("is zero without a pause, and after a cancellation", () => {
    const progress = { vestedSoFar: "5", claimedSoFar: "1", paidEarlier: "0", stillToCome: "9" };
    expect(pausedPart({ paused: false, cancelledAt: null }, progress)).toBe(0n);
    expect(pausedPart({ paused: true, cancelledAt: "5" }, progress)).toBe(0n);
    expect(pausedPart({ paused: true, cancelledAt: null }, progress)).toBe(4n);
  });
});
