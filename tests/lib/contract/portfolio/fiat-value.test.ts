import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { plainNumber } from "@/lib/contract/csv/columns";
import { toDecimal, valueInCents } from "@/lib/contract/portfolio/fiat-value";

const price = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });

describe("valueInCents", () => {
  it.each([
    ["a price below a millionth", 10n ** 18n, 6, 0.0000004, 40_000_000n],
    ["a price with seven digits", 10n ** 18n, 5, 0.0000125, 12_500_000_000n],
    ["a price with an exponent", 10n ** 18n, 0, 1e-18, 100n],
    ["a price below the smallest normal number", 10n ** 19n, 0, 5e-324, 0n],
    ["a price beyond 2^53 trillionths", 3n, 1, 9_007_199_254.740993, 270_215_977_642n],
    ["a price of 1e21", 1n, 0, 1.5e21, 150_000_000_000_000_000_000_000n],
    ["no price", 10n ** 18n, 6, 0, 0n],
  ])("is exact for %s", (_, amount, decimals, usd, cents) => {
    expect(valueInCents(amount, decimals, usd)).toBe(cents);
  });
});

describe("toDecimal", () => {
  test("reads back as the same number for any price", () => {
    fc.assert(
      fc.property(price, (usd) => {
        const { digits, decimals } = toDecimal(usd);
        expect(decimals).toBeGreaterThanOrEqual(0);
        expect(Number(`${digits}e-${decimals}`)).toBe(usd);
        expect(plainNumber(usd)).toMatch(/^\d+(?:\.\d*[1-9])?$/);
        expect(Number(plainNumber(usd))).toBe(usd);
      }),
    );
  });
});
