import { addMonths } from "@/lib/core/vesting/curve";

/** Units of lengths of time in files. */
export type LengthUnit = "seconds" | "hours" | "days" | "weeks" | "months" | "years";

/** A length of time: calendar months, plus seconds. */
export type Length = { months: number; seconds: number };

export const NO_LENGTH: Length = { months: 0, seconds: 0 };

const DAY = 86_400;
const UNITS: Record<LengthUnit, Length> = {
  seconds: { months: 0, seconds: 1 },
  hours: { months: 0, seconds: 3_600 },
  days: { months: 0, seconds: DAY },
  weeks: { months: 0, seconds: 7 * DAY },
  months: { months: 1, seconds: 0 },
  years: { months: 12, seconds: 0 },
};

/** English and German spellings of units, after a number or at the end of a column title. */
export const UNIT_WORDS: Record<LengthUnit, string> = {
  seconds: "seconds?|secs?|s|sekunden?",
  hours: "hours?|hrs?|h|stunden?",
  days: "days?|d|tagen?|tage?",
  weeks: "weeks?|wks?|w|wochen?",
  months: "months?|mths?|mos?|m|monaten?|monate?",
  years: "years?|yrs?|y|jahren?|jahre?",
};

const MAX_SECONDS = 100 * 366 * DAY;

const getUnit = (word: string): LengthUnit | undefined =>
  (Object.keys(UNITS) as LengthUnit[]).find((unit) =>
    new RegExp(`^(?:${UNIT_WORDS[unit]})$`, "i").test(word),
  );

/**
 * Returns whether a text is a length of time with its own units, such as "12 months" or "1 years 30 days 0
 * hours".
 */
export const isLengthText = (text: string): boolean => /\p{L}/u.test(text) && readWords(text) !== null;

/**
 * Parses a length of time; `unit` applies to a bare number. Returns "unit" for a bare number without a unit,
 * and null for other texts.
 */
export function parseLength(text: string, unit: LengthUnit | null): Length | "unit" | null {
  const number = /^\d{1,10}(?:[.,]\d{1,2})?$/.exec(text)?.[0].replace(",", ".");
  if (number === undefined) return readWords(text);
  return unit === null ? "unit" : scaled(Number(number), unit);
}

function readWords(text: string): Length | null {
  const plain = text.toLowerCase().trim();
  if (!/^(?:\d+(?:[.,]\d+)?\s*\p{L}+\.?(?:\s*,\s*|\s+(?:and|und)\s+|\s*))+$/u.test(plain)) return null;
  const total = { ...NO_LENGTH };
  for (const [, number = "", word = ""] of plain.matchAll(/(\d+(?:[.,]\d+)?)\s*(\p{L}+)/gu)) {
    const unit = getUnit(word);
    const part = unit && scaled(Number(number.replace(",", ".")), unit);
    if (!part) return null;
    total.months += part.months;
    total.seconds += part.seconds;
  }
  return total;
}

/**
 * Converts a number of units to a length; null for a fraction of a month or second, or for more than a
 * hundred years.
 */
function scaled(count: number, unit: LengthUnit): Length | null {
  const { months, seconds } = UNITS[unit];
  const length = { months: months * count, seconds: Math.round(seconds * count) };
  const isWhole = Number.isInteger(length.months) && Math.abs(length.seconds - seconds * count) < 1e-6;
  return isWhole && length.months <= 1_200 && length.seconds <= MAX_SECONDS ? length : null;
}

export const isZeroLength = ({ months, seconds }: Length) => months === 0 && seconds === 0;

export const addLengths = (a: Length, b: Length): Length => ({
  months: a.months + b.months,
  seconds: a.seconds + b.seconds,
});

/** Returns the moment one length after another moment, in unix seconds. */
export const after = (time: bigint, { months, seconds }: Length): bigint =>
  addMonths(time, months) + BigInt(seconds);
