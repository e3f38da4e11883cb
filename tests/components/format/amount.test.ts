import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAmount, formatAmountPadded, formatAmountShort, formatWorth } from "@/components/format/amount";
import { parseAmount } from "@/lib/core/recipients/parse-amount";

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const decimals = fc.integer({ min: 0, max: 18 });

/** Returns the base units of a text whose decimal mark is the point, or null. */
function read(text: string, positions: number): bigint | null {
  const reading = parseAmount(text, { decimals: positions, decimalMark: "point" });
  return "amount" in reading ? reading.amount : null;
}

describe("amounts", () => {
  it("have all digits of the mint in a column", () => {
    expect(formatAmountPadded(2_876_374_090n, 9)).toBe("2.876374090");
    expect(formatAmountPadded(2_000_000_000n, 9)).toBe("2");
  });

  it.each([
    [0n, 9, "0"],
    [1n, 9, "0.000000001"],
    [1_500_000_000n, 9, "1.5"],
    [1_234_567n, 0, "1,234,567"],
    [18_446_744_073_709_551_615n, 6, "18,446,744,073,709.551615"],
    [-2_500_000n, 6, "-2.5"],
  ])("shows %s with %i decimals as %s", (amount, positions, text) => {
    expect(formatAmount(amount, positions)).toBe(text);
  });

  it("reads back exactly with the stated decimal point", () => {
    fc.assert(
      fc.property(u64, decimals, (amount, positions) => {
        expect(read(formatAmount(amount, positions), positions)).toBe(amount);
      }),
    );
  });

  it("never shows more than the amount when it shortens", () => {
    fc.assert(
      fc.property(u64, decimals, (amount, positions) => {
        const text = formatAmountShort(amount, positions);
        const smallest = text.startsWith("<");
        const shown = smallest ? 0n : read(text, positions);
        expect(shown).not.toBeNull();
        expect((shown ?? 0n) <= amount).toBe(true);
        expect(smallest && amount === 0n).toBe(false);
      }),
    );
  });

  it("values an amount in cents, rounded down", () => {
    expect(formatWorth(1_500_000_000n, 9, 100.129)).toBe("$150.19");
    expect(formatWorth(1n, 9, 1)).toBe("<$0.01");
    expect(formatWorth(10n ** 18n, 6, 0.0000004)).toBe("$400,000.00");
    expect(formatWorth(10n ** 18n, 5, 0.0000125)).toBe("$125,000,000.00");
    expect(formatWorth(18_446_744_073_709_551_615n, 0, 1)).toBe("$18,446,744,073,709,551,615.00");
  });
});
