import fc from "fast-check";
import { expect, it } from "vitest";
import { formatPercent, formatShares } from "@/components/format/amount";
import { u64 } from "@/tests/lib/core/solana/arbitraries";

it.each([
  [0n, 0n, "0%"],
  [0n, 7n, "0%"],
  [1_000n, 54_991_000n, "< 0.01%"],
  [1n, 10_001n, "< 0.01%"],
  [1n, 10_000n, "0.01%"],
  [1n, 3n, "33.33%"],
  [2n, 3n, "66.66%"],
  [1n, 2n, "50.00%"],
  [1n, 8n, "12.50%"],
  [9_999n, 10_000n, "99.99%"],
  [99_991n, 100_000n, "> 99.99%"],
  [2n ** 64n - 2n, 2n ** 64n - 1n, "> 99.99%"],
  [2n ** 64n - 1n, 2n ** 64n - 1n, "100%"],
  [2_000n, 1_000n, "200.00%"],
])("shows %s of %s as %s", (part, whole, text) => {
  expect(formatPercent(part, whole)).toBe(text);
});

it("shows 0% only for nothing and 100% only for everything", () => {
  fc.assert(
    fc.property(u64, u64, (a, b) => {
      const [part, whole] = a < b ? [a, b] : [b, a];
      fc.pre(whole > 0n);
      expect(formatPercent(part, whole) === "0%").toBe(part === 0n);
      expect(formatPercent(part, whole) === "100%").toBe(part === whole);
    }),
  );
});

it("formats shares that add up to 100%, and 0% only for nothing", () => {
  expect(formatShares([1n, 1n, 1n, 0n], { floored: [] })).toEqual(["33.34%", "33.33%", "33.33%", "0%"]);
  expect(formatShares([2n, 1n], { floored: [0] })).toEqual(["66.66%", "33.34%"]);
  expect(formatShares([0n, 0n], { floored: [] })).toEqual(["0%", "0%"]);
});
