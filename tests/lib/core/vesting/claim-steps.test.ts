import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimSteps } from "@/lib/core/vesting/claim-steps";

const PAYMENTS = [
  { at: 20n, amount: 12n },
  { at: 10n, amount: 3n },
];

describe("claimSteps", () => {
  it("returns the claimed sum after each payment, oldest first", () => {
    expect(claimSteps(PAYMENTS, 15n)).toEqual([
      { at: 10n, total: 3n },
      { at: 20n, total: 15n },
    ]);
  });

  it("counts the sums back from the current one, so that omitted old payments are included", () => {
    expect(claimSteps(PAYMENTS, 100n).map(({ total }) => total)).toEqual([88n, 100n]);
  });

  it("never decreases and ends at the current sum, whatever the payments are", () => {
    const payment = fc.record({ at: fc.bigInt({ min: 0n }), amount: fc.bigInt({ min: 0n, max: 100n }) });
    fc.assert(
      fc.property(
        fc.array(payment, { minLength: 1 }),
        fc.bigInt({ min: 0n, max: 500n }),
        (payments, claimed) => {
          const totals = claimSteps(payments, claimed).map(({ total }) => total);
          expect(totals.at(-1)).toBe(claimed);
          expect(totals.every((total, at) => total >= (totals[at - 1] ?? 0n))).toBe(true);
        },
      ),
    );
  });
});
