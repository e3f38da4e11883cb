import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isReleaseType, ReleaseType } from "@/lib/core/vesting/leaf";
import { nextUnlockTime, type VestingTerms, vestedAmount } from "@/lib/core/vesting/schedule";
import { i64, maybe, u64 } from "@/tests/lib/core/solana/arbitraries";
// Known answers for the program's schedule arithmetic.
import vectors from "@/tests/vectors/vesting.json";

const releaseType = fc.constantFrom<ReleaseType>(0, 1, 2);
const ordered = fc
  .tuple(i64, i64)
  .map(([a, b]) => (a < b ? { cliffTime: a, endTime: b } : { cliffTime: b, endTime: a }));
const anyTerms: fc.Arbitrary<VestingTerms> = fc
  .record({ releaseType, amount: u64, times: ordered })
  .map(({ times, ...rest }) => ({ ...rest, ...times }));

/** Schedules whose units vest seconds apart, so that the test can visit single steps. */
const smallTerms: fc.Arbitrary<VestingTerms> = fc.record({
  releaseType,
  amount: fc.bigInt({ min: 0n, max: 40n }),
  cliffTime: fc.bigInt({ min: -20n, max: 20n }),
  endTime: fc.bigInt({ min: 20n, max: 60n }),
});

describe("the vested amount", () => {
  it.each(vectors.cases.map((known, position) => ({ position, ...known })))(
    "equals known case $position (type $releaseType)",
    (known) => {
      if (!isReleaseType(known.releaseType))
        throw new Error("The known answers hold an unknown release type.");
      const terms = {
        releaseType: known.releaseType,
        amount: BigInt(known.amount),
        cliffTime: BigInt(known.cliffTime),
        endTime: BigInt(known.endTime),
      };
      const cancelledAt = known.cancelledAt === null ? null : BigInt(known.cancelledAt);
      for (const { now, vested } of known.at) {
        expect(vestedAmount(terms, { now: BigInt(now), cancelledAt }), `at ${now}`).toBe(BigInt(vested));
      }
    },
  );

  it("never leaves 0 … amount and never decreases with time, for any u64 and i64", () => {
    fc.assert(
      fc.property(anyTerms, i64, i64, maybe(i64), (terms, a, b, cancelledAt) => {
        const [earlier, later] = a < b ? [a, b] : [b, a];
        const before = vestedAmount(terms, { now: earlier, cancelledAt });
        const after = vestedAmount(terms, { now: later, cancelledAt });
        expect(before >= 0n && before <= after && after <= terms.amount).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("is the largest whole amount not above its exact share, for a linear schedule", () => {
    fc.assert(
      fc.property(u64, ordered, i64, (amount, times, now) => {
        const { cliffTime, endTime } = times;
        fc.pre(cliffTime < now && now < endTime);
        const vested = vestedAmount(
          { releaseType: ReleaseType.Linear, amount, ...times },
          { now, cancelledAt: null },
        );
        const share = amount * (now - cliffTime);
        expect(vested * (endTime - cliffTime) <= share).toBe(true);
        expect((vested + 1n) * (endTime - cliffTime) > share).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("stays constant after a cancellation, and is unchanged before it", () => {
    fc.assert(
      fc.property(anyTerms, i64, i64, (terms, now, cancelledAt) => {
        const uncancelled = (time: bigint) => vestedAmount(terms, { now: time, cancelledAt: null });
        const vested = vestedAmount(terms, { now, cancelledAt });
        if (now < cancelledAt) expect(vested).toBe(uncancelled(now));
        else expect(vested).toBe(uncancelled(cancelledAt));
      }),
    );
  });
});

describe("the next unlock", () => {
  it("is the cliff while the cliff is ahead, then the first second at which more has vested", () => {
    fc.assert(
      fc.property(smallTerms, fc.bigInt({ min: -30n, max: 70n }), (terms, now) => {
        const at = (time: bigint) => vestedAmount(terms, { now: time, cancelledAt: null });
        const next = nextUnlockTime(terms, { now, cancelledAt: null });
        if (terms.releaseType === ReleaseType.Milestone || terms.amount === 0n) expect(next).toBeNull();
        else if (now < terms.cliffTime) expect(next).toBe(terms.cliffTime);
        else if (at(now) === terms.amount) expect(next).toBeNull();
        else {
          let time = now;
          while (at(time) === at(now)) time++;
          expect(next).toBe(time);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("is never set once the campaign is cancelled", () => {
    fc.assert(
      fc.property(anyTerms, i64, i64, (terms, now, cancelledAt) => {
        fc.pre(cancelledAt <= now);
        expect(nextUnlockTime(terms, { now, cancelledAt })).toBeNull();
      }),
    );
  });
});
