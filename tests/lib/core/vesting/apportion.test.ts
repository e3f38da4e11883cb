import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apportion, apportionShares, WHOLE } from "@/lib/core/vesting/apportion";

const amount = fc.bigInt({ min: 0n, max: 2n ** 64n });
const amounts = fc.array(amount, { minLength: 1, maxLength: 8 });
const calculateSum = (parts: readonly bigint[]) => parts.reduce((sum, part) => sum + part, 0n);

describe("apportion", () => {
  test("returns parts that add up to the rounded whole, each within one unit of its quotient", () => {
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 9n }), (parts, divisor) => {
        const rounded = apportion(parts, divisor);
        expect(calculateSum(rounded)).toBe(calculateSum(parts) / divisor);
        for (const [at, part] of parts.entries()) {
          const above = (rounded[at] ?? 0n) - part / divisor;
          expect(above === 0n || (above === 1n && part % divisor > 0n)).toBe(true);
        }
      }),
    );
  });

  test("never rounds the chosen parts up beside a positive part, and still reaches the whole", () => {
    const chosen = fc.array(fc.nat(7), { maxLength: 7 });
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 9n }), chosen, (parts, divisor, floored) => {
        const rounded = apportion(parts, divisor, { floored });
        const hasOther = parts.some((part, at) => part > 0n && !floored.includes(at));
        for (const [at, part] of parts.entries())
          if (part === 0n || (hasOther && floored.includes(at))) expect(rounded[at]).toBe(part / divisor);
        expect(calculateSum(rounded)).toBe(calculateSum(parts) / divisor);
      }),
    );
  });

  test("gives the missing units to the largest remainders", () => {
    expect(apportion([16n, 17n, 67n], 10n)).toEqual([1n, 2n, 7n]);
  });
});

describe("apportionShares", () => {
  test("returns shares that add up to 100 percent for any amounts", () => {
    fc.assert(
      fc.property(amounts, (parts) => {
        const total = calculateSum(apportionShares(parts));
        expect(total).toBe(calculateSum(parts) === 0n ? 0n : WHOLE);
      }),
    );
  });

  test("keeps a third of the whole within a hundredth of a percent", () => {
    expect(apportionShares([1n, 1n, 1n])).toEqual([3_334n, 3_333n, 3_333n]);
  });
});
