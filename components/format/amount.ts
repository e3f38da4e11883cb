import { worthInCents } from "@/lib/core/views/portfolio/worth";

/**
 * Exact amounts as people read them. Base units are bigint and never pass through a float: u64 does not fit one.
 */

const GROUPS = /\B(?=(\d{3})+$)/g;

/**
 * Base units in token units: all digits, grouped by thousands, without trailing zeros.
 * `decimals` is the mint's (0–255); negative amounts keep their sign.
 */
export function formatAmount(baseUnits: bigint, decimals: number): string {
  const sign = baseUnits < 0n ? "-" : "";
  const digits = (baseUnits < 0n ? -baseUnits : baseUnits).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals).replace(GROUPS, ",");
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return `${sign}${whole}${fraction && `.${fraction}`}`;
}

/**
 * The same in few characters: at most `places` fraction digits, cut off, not rounded up, so nobody reads more
 * than there is. A positive amount too small for them is shown as "<0.0001".
 */
export function formatAmountShort(baseUnits: bigint, decimals: number, places = 4): string {
  if (decimals <= places) return formatAmount(baseUnits, decimals);
  const cut = 10n ** BigInt(decimals - places);
  const kept = (baseUnits / cut) * cut;
  if (kept === 0n && baseUnits > 0n) return `<${formatAmount(1n, places)}`;
  return formatAmount(kept, decimals);
}

/** What an amount is worth at a price in dollars for one token, in whole cents. */
export function formatWorth(baseUnits: bigint, decimals: number, price: number): string {
  const cents = worthInCents(baseUnits, decimals, price);
  if (cents === 0n && baseUnits > 0n && price > 0) return "<$0.01";
  const text = cents.toString().padStart(3, "0");
  return `$${text.slice(0, -2).replace(GROUPS, ",")}.${text.slice(-2)}`;
}

/**
 * A part of a whole in percent, of two decimals at most, cut off and never rounded into a lie: something is not "0 %",
 * and less than all is not "100 %". Nothing of nothing is 0 %.
 */
export function formatPercent(part: bigint, whole: bigint): string {
  if (part === 0n || whole === 0n) return "0 %";
  const hundredths = (part * 10_000n) / whole;
  if (hundredths === 0n) return "< 0.01 %";
  if (part < whole && part * 10_000n > whole * 9_999n) return "> 99.99 %";
  const fraction = (hundredths % 100n).toString().padStart(2, "0").replace(/0+$/, "");
  return `${hundredths / 100n}${fraction && `.${fraction}`} %`;
}
