import type { Translator } from "@/lib/core/i18n/translator";

/** A time of day; the offset from UTC is in seconds, null if none is given. */
export type TimeOfDay = { hour: number; minute: number; second: number; offset: number | null };

/** The error message of a date or time; `text` is its quoted text. */
type Problem = { problem: (t: Translator, input: { text: string }) => string };
/**
 * A day with an unambiguous order, or two numbers whose order is unknown; `rest` is the text after the day.
 */
type WrittenDay = (
  | { year: number; month: number; day: number }
  | { first: number; second: number; itsYear: number }
) & {
  rest: string;
};

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH_NAMES = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)(.*)$/;
const YEAR_FIRST = /^(\d{4})([/.])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/;
const IDEOGRAPHIC = /^(\d{4})年(\d{1,2})月(\d{1,2})日(.*)$/;
const YEAR_LAST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{2}|\d{4})(?!\d)(.*)$/;
const DAY_NAME_YEAR = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]+)\.?,?[ -](\d{4}|\d{2})(?!\d)(.*)$/i;
const NAME_DAY_YEAR = /^([a-z]+)\.?[ -](\d{1,2})(?:st|nd|rd|th)?(?:, ?|[ -])(\d{4}|\d{2})(?!\d)(.*)$/i;

/** Parses the day at the beginning of a text; null if there is no supported format. */
export function readDay(text: string): WrittenDay | Problem | null {
  const iso = ISO.exec(text);
  // ISO 8601 defines the calendar of its years; other formats are used with other calendars.
  if (iso) return inOrder(iso[1], iso[2], iso[3], iso[4]);
  const first = YEAR_FIRST.exec(text);
  if (first) return likely(inOrder(first[1], first[3], first[4], first[5]));
  const ideographic = IDEOGRAPHIC.exec(text);
  if (ideographic) return likely(inOrder(...(ideographic.slice(1, 5) as Four)));
  const last = YEAR_LAST.exec(text);
  if (last) {
    const [, input, , two, year = "", rest = ""] = last;
    if (year.length === 2) return SHORT_YEAR;
    return likely({ first: Number(input), second: Number(two), itsYear: Number(year), rest });
  }
  const named = DAY_NAME_YEAR.exec(text);
  if (named) return withName(named[2], { day: named[1], year: named[3], rest: named[4] });
  const american = NAME_DAY_YEAR.exec(text);
  return american ? withName(american[1], { day: american[2], year: american[3], rest: american[4] }) : null;
}

type Four = [string, string, string, string];
const SHORT_YEAR: Problem = {
  problem: (t, values) => t("{text} has a two-digit year. Enter all four digits.", values),
};
const FOREIGN_MONTH: Problem = {
  problem: (t, values) =>
    t("The month in {text} is not an English name. Enter the date as numbers, such as 2027-01-31.", values),
};

const inOrder = (year = "", month = "", day = "", rest = ""): WrittenDay => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
  rest,
});

function withName(
  name = "",
  { day, year = "", rest }: { day: string | undefined; year: string | undefined; rest: string | undefined },
): WrittenDay | Problem | null {
  const word = name.toLowerCase();
  const month = word === "sept" ? 8 : Math.max(MONTHS.indexOf(word), MONTH_NAMES.indexOf(word));
  if (month < 0) return FOREIGN_MONTH;
  return year.length === 2 ? SHORT_YEAR : likely(inOrder(year, String(month + 1), day, rest));
}

/** Spreadsheets with other calendars, such as the Buddhist and the Persian one, contain different years. */
function likely(day: WrittenDay): WrittenDay | Problem {
  const year = "year" in day ? day.year : day.itsYear;
  return year < 1970 || year > 2200
    ? {
        problem: (t, values) =>
          t(
            "{text} has the year {year}, which may belong to another calendar. Enter the date as YYYY-MM-DD.",
            {
              ...values,
              year: `${year}`,
            },
          ),
      }
    : day;
}

const CLOCK =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])\.?m\.?)?(?: ?(z|utc|gmt|[+-]\d{2}(?::?\d{2})?))?$/i;

const PART_OF_SECOND: Problem = {
  problem: (t, values) => t("{text} has a fraction of a second. Enter whole seconds.", values),
};
const NO_SUCH_TIME: Problem = {
  problem: (t, values) => t("{text} has a time of day or time zone that does not exist.", values),
};

/**
 * Parses the text after a day: empty, or a time of day with or without a zone. Returns null for other texts.
 */
export function readClock(rest: string): TimeOfDay | Problem | null {
  const text = rest.replace(/^(?:t|,? +)/i, "").trim();
  if (text === "" && !/t/i.test(rest)) return { hour: 0, minute: 0, second: 0, offset: null };
  if (text === rest && text !== "") return null;
  const match = CLOCK.exec(text);
  if (!match) return null;
  const [, hours, minutes, seconds = "0", fraction = "", half, zone] = match;
  if (/[1-9]/.test(fraction)) return PART_OF_SECOND;
  const hour = half ? hourOfHalf(Number(hours), half) : Number(hours);
  const [minute, second] = [Number(minutes), Number(seconds)];
  const offset = zone === undefined ? null : getOffset(zone);
  if (!(hour < 24) || minute > 59 || second > 59 || Number.isNaN(offset)) {
    return NO_SUCH_TIME;
  }
  return { hour, minute, second, offset };
}

/** Converts an hour of a 12-hour clock to a 24-hour clock; NaN if it is invalid. */
function hourOfHalf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

function getOffset(zone: string): number {
  if (/^[a-z]/i.test(zone)) return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(":", "") || 0)];
  if (hours > 14 || minutes > 59) return Number.NaN;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 3_600 + minutes * 60);
}
