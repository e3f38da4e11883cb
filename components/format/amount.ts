import { valueInCents } from "@/lib/contract/portfolio/fiat-value";
import { english, type Translator } from "@/lib/core/i18n/translator";
import { apportion, apportionShares } from "@/lib/core/vesting/apportion";

/**
 * Formats exact amounts with the separators of a language. Base units are bigint and never pass through a
 * float, because u64 exceeds its precision.
 */

const GROUPS = /\B(?=(\d{3})+$)/g;

/**
 * Formats base units in token units with all digits, grouped by thousands, without trailing zeros. `decimals`
 * is the mint's (0–255). Negative amounts keep their sign.
 */
export function formatAmount(baseUnits: bigint, decimals: number, t: Translator = english): string {
  const sign = baseUnits < 0n ? "-" : "";
  const digits = (baseUnits < 0n ? -baseUnits : baseUnits).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals).replace(GROUPS, t.marks.group);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return `${sign}${whole}${fraction && `${t.marks.decimal}${fraction}`}`;
}

/** Formats base units like `formatAmount`, with trailing zeros, so that the amounts of a column line up. */
export const formatAmountPadded = (baseUnits: bigint, decimals: number, t: Translator = english): string =>
  padFraction(formatAmount(baseUnits, decimals, t), decimals, t);

/** Maximum fraction digits of a short amount. */
const FRACTION_DIGITS = 4;

/**
 * Formats base units with four fraction digits, truncated so that the text never exceeds the amount, or without
 * a fraction if these are all zero. A smaller positive amount appears as "<0.0001".
 */
export function formatAmountShort(baseUnits: bigint, decimals: number, t: Translator = english): string {
  const digits = Math.min(decimals, FRACTION_DIGITS);
  const truncated = baseUnits / 10n ** BigInt(decimals - digits);
  if (truncated === 0n && baseUnits > 0n) return `<${formatAmount(1n, digits, t)}`;
  return padFraction(formatAmount(truncated, digits, t), digits, t);
}

/** Formats a difference in base units like `formatAmountShort`, after its sign: "+" or "−", none for 0. */
export const formatDifference = (baseUnits: bigint, decimals: number, t: Translator = english): string =>
  withSign(baseUnits, (size) => formatAmountShort(size, decimals, t));

/** Formats a difference with all digits, after its sign. */
export const formatExactDifference = (baseUnits: bigint, decimals: number, t: Translator = english): string =>
  withSign(baseUnits, (size) => formatAmount(size, decimals, t));

function withSign(baseUnits: bigint, format: (size: bigint) => string): string {
  if (baseUnits === 0n) return format(0n);
  return baseUnits > 0n ? `+${format(baseUnits)}` : `−${format(-baseUnits)}`;
}

/** Formats the differences of a column with all digits. If one has a fraction, all have one, so that they line up. */
export function formatDifferences(
  differences: readonly bigint[],
  decimals: number,
  t: Translator = english,
): string[] {
  const { decimal } = t.marks;
  const texts = differences.map((difference) => formatExactDifference(difference, decimals, t));
  if (!texts.some((text) => text.includes(decimal))) return texts;
  return texts.map((text) => padFraction(text.includes(decimal) ? text : text + decimal, decimals, t));
}

/** Adds the trailing zeros of an amount with a fraction, so that the amounts of a column line up. */
function padFraction(amount: string, digits: number, { marks }: Translator): string {
  const [whole = "", fraction] = amount.split(marks.decimal);
  return fraction === undefined ? whole : `${whole}${marks.decimal}${fraction.padEnd(digits, "0")}`;
}

type Apportioned = {
  /** Positions of the parts that are truncated, because they must not appear larger than they are. */
  floored: readonly number[];
  t?: Translator;
};

/**
 * Formats the parts of a whole like `formatAmountShort`, rounded so that they add up to the whole as it is
 * written.
 */
export const formatPartsShort = (
  parts: readonly bigint[],
  decimals: number,
  { floored, t = english }: Apportioned,
): string[] =>
  roundedParts(parts, decimals, floored).map((rounded, at) =>
    formatAmountShort(rounded === 0n ? (parts[at] ?? 0n) : rounded, decimals, t),
  );

/** Returns parts in base units, rounded as `formatPartsShort` writes them. */
export function roundedParts(
  parts: readonly bigint[],
  decimals: number,
  floored: readonly number[],
): bigint[] {
  const cut = 10n ** BigInt(decimals - Math.min(decimals, FRACTION_DIGITS));
  return apportion(parts, cut, { floored }).map((rounded) => rounded * cut);
}

/** Formats the shares of parts in their sum in percent, rounded so that they add up to 100%. */
export function formatShares(parts: readonly bigint[], { floored, t = english }: Apportioned): string[] {
  return apportionShares(parts, floored).map((share, at) =>
    parts[at] === 0n ? formatPercent(0n, 1n, t) : formatShare(share, t),
  );
}

/** Formats the value of an amount at a price in US dollars for one token, in whole cents. */
export function formatWorth(
  baseUnits: bigint,
  decimals: number,
  price: number,
  t: Translator = english,
): string {
  const cents = valueInCents(baseUnits, decimals, price);
  if (cents === 0n && baseUnits > 0n && price > 0) return `<${inDollars(1n, t)}`;
  return inDollars(cents, t);
}

/** The text before and after an amount of dollars, by locale. */
const signs = new Map<string, [before: string, after: string]>();

function inDollars(cents: bigint, { locale, marks }: Translator): string {
  const [before, after] = signs.get(locale) ?? dollarSigns(locale);
  signs.set(locale, [before, after]);
  const text = cents.toString().padStart(3, "0");
  return `${before}${text.slice(0, -2).replace(GROUPS, marks.group)}${marks.decimal}${text.slice(-2)}${after}`;
}

function dollarSigns(locale: string): [before: string, after: string] {
  const style = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const [before = "", after = ""] = new Intl.NumberFormat(locale, style).format(0).split(/\d.*\d/);
  return [before, after];
}

/**
 * Formats a part of a whole in percent with two decimals, truncated; "0%" and "100%" have none. A positive part is never "0%", and
 * less than the whole is never "100%". A whole of zero is 0%.
 */
export function formatPercent(part: bigint, whole: bigint, t: Translator = english): string {
  if (part === 0n || whole === 0n) return `0${t.marks.percent}`;
  const hundredths = (part * 10_000n) / whole;
  if (part < whole && part * 10_000n > whole * 9_999n) return `> 99${t.marks.decimal}99${t.marks.percent}`;
  return formatShare(hundredths, t);
}

/**
 * Formats the share of a positive part in hundredths of a percent, with two decimals, except for "100%". A share of
 * zero is "< 0.01%".
 */
export function formatShare(hundredths: bigint, t: Translator = english): string {
  const { decimal, percent } = t.marks;
  if (hundredths === 0n) return `< 0${decimal}01${percent}`;
  if (hundredths === 10_000n) return `100${percent}`;
  const [whole, fraction = ""] = formatAmount(hundredths, 2, t).split(decimal);
  return `${whole}${decimal}${fraction.padEnd(2, "0")}${percent}`;
}
