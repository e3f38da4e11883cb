import { english, type Translator } from "@/lib/core/i18n/translator";
import { I64_MAX, I64_MIN } from "@/lib/core/solana/integers";
import { plainText } from "./number-text";
import { readClock, readDay, type TimeOfDay } from "./written-date";
import { zonedSeconds } from "./zoned-seconds";

/** The first component in dates such as 7/1/2027. */
export type DateOrder = "day" | "month";

/** The meaning of a bare number in a column of times. */
type TimeNumbers = "seconds" | "milliseconds" | "days";

export type TimeOptions = {
  dateOrder?: DateOrder | undefined;
  timeNumbers?: TimeNumbers | undefined;
  /** Time zone of dates that do not name one: an IANA name; UTC if undefined. */
  zone?: string | undefined;
  /** The language of error messages. */
  t?: Translator | undefined;
};

/**
 * Unix seconds, with the date order that the spelling proves; or the error that prevents a single
 * interpretation, and the question that would resolve it.
 */
export type TimeReading =
  | { time: bigint; proves: DateOrder | null }
  | { error: string; question: "dateOrder" | "timeNumbers" | null };

const DAY = 86_400;
const LONGEST = 100;
/** Day 25,569 of a spreadsheet is 1 January 1970. */
const UNIX_DAY = 25_569;
const YEAR_2000 = 946_684_800n;
const YEAR_2200 = 7_258_118_400n;

/**
 * Parses a moment strictly: unix seconds (optionally marked by a leading `@`), ISO 8601, and dates as
 * spreadsheets write them. Ambiguous text is rejected until the user chooses the date order or the meaning of
 * numbers.
 */
export function parseTime(cell: string, options: TimeOptions = {}): TimeReading {
  const { dateOrder, timeNumbers, zone, t = english } = options;
  if (cell.length > LONGEST) return error(t("This value is too long for a date."));
  const key = `${t.language} ${dateOrder} ${timeNumbers} ${zone} ${cell}`;
  const known = lately.get(key);
  if (known) return known;
  if (lately.size >= 1_000) lately.clear();
  const reading = readTime(cell, options);
  lately.set(key, reading);
  return reading;
}

/**
 * Cache of parsed cells: the rows of a file mostly share a few dates, and parsing a date is the most
 * expensive part of reading a row.
 */
const lately = new Map<string, TimeReading>();

function readTime(cell: string, options: TimeOptions): TimeReading {
  const { t = english } = options;
  const text = plainText(cell);
  if (!text) return error(text === "" ? t("Enter a date.") : t("Use digits of one script only."));
  // Exports that protect against formulas put an apostrophe before the `@`.
  const seconds = /^'?@(-?\d{1,19})$/.exec(text);
  if (seconds) return i64(t, BigInt(seconds[1] ?? ""));
  if (/^[+-]?\d+([.,]\d+)?$/.test(text)) return readNumber(text, options);
  return readDate(text, options);
}

const error = (sentence: string, questionId: "dateOrder" | "timeNumbers" | null = null) => ({
  error: sentence,
  question: questionId,
});
const quoted = (t: Translator, text: string) => t("“{text}”", { text: text.slice(0, 40) });

function i64(t: Translator, time: bigint): TimeReading {
  return time > I64_MAX || time < I64_MIN
    ? error(t("This time exceeds the 64-bit limit."))
    : { time, proves: null };
}

function readNumber(text: string, { timeNumbers, zone, t = english }: TimeOptions): TimeReading {
  const create = () => ({ text: quoted(t, text) });
  const isWhole = /^-?\d{1,19}$/.test(text);
  const days = Number(text.replace(",", "."));
  if (timeNumbers === "days") {
    return days >= 1 && days < 2_958_466
      ? readWall(wallOfDays(days), { zone, proves: null, t })
      : error(t("{text} is not a spreadsheet date number.", create()));
  }
  const looksLikeDays = days >= 20_000 && days < 110_000 && text.length < 24;
  if (looksLikeDays && (timeNumbers === undefined || !isWhole)) {
    const { year, month, day } = wallOfDays(days);
    return error(
      t(
        "{text} looks like a spreadsheet’s number for {date}. Specify that numbers are days, or enter the date.",
        { ...create(), date: `${year}-${two(month)}-${two(day)}` },
      ),
      "timeNumbers",
    );
  }
  if (!isWhole) return error(t("{text} is not a date. Enter whole seconds.", create()));
  const number = BigInt(text);
  if (timeNumbers === "milliseconds") {
    return number % 1_000n === 0n
      ? { time: number / 1_000n, proves: null }
      : error(t("{text} has a fraction of a second. Enter whole seconds.", create()));
  }
  return timeNumbers === "seconds" ? i64(t, number) : readAmbiguousNumber(t, text, number);
}

/** Reads a number without a chosen meaning: unix seconds, unless it looks like another format. */
function readAmbiguousNumber(t: Translator, text: string, number: bigint): TimeReading {
  const create = () => ({ text: quoted(t, text) });
  if (number >= YEAR_2000 * 1_000n && number <= YEAR_2200 * 1_000n) {
    const shown = new Date(Number(number)).toISOString().slice(0, 16).replace("T", " ");
    return error(
      t(
        "{text} looks like milliseconds ({date} UTC). Specify that numbers are milliseconds, or enter seconds.",
        {
          ...create(),
          date: shown,
        },
      ),
      "timeNumbers",
    );
  }
  if (/^(19|20|21)\d\d$/.test(text)) {
    return error(t("{text} looks like a year. Enter the full date.", create()));
  }
  const compact = /^((?:19|20|21)\d\d)(\d\d)(\d\d)$/.exec(text);
  if (compact) {
    const [, year, month, day] = compact;
    return error(
      t("{text} looks like a date without separators. Enter {date}, or {seconds} for Unix seconds.", {
        ...create(),
        date: `${year}-${month}-${day}`,
        seconds: `@${text}`,
      }),
    );
  }
  return i64(t, number);
}

type Wall = { year: number; month: number; day: number } & TimeOfDay;

function wallOfDays(days: number): Wall {
  // A spreadsheet's fraction of a day is a float: the nearest second is the intended one.
  const date = new Date(Math.round((days - UNIX_DAY) * DAY) * 1_000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    offset: null,
  };
}

function readDate(text: string, { dateOrder, zone, t = english }: TimeOptions): TimeReading {
  const create = () => ({ text: quoted(t, text) });
  const written = readDay(text);
  if (!written) {
    return error(
      t("{text} is not a date. Enter ISO 8601, such as 2027-01-31T00:00:00Z, or Unix seconds.", create()),
    );
  }
  if ("problem" in written) return error(written.problem(t, create()));
  const clock = readClock(written.rest);
  if (!clock) {
    return error(
      t("{text} has an invalid time of day or time zone. Enter a time such as 14:30 or 14:30Z.", create()),
    );
  }
  if ("problem" in clock) return error(clock.problem(t, create()));
  if ("year" in written) return readWall({ ...written, ...clock }, { zone, proves: null, t });
  return readPair(text, { ...written, clock }, { dateOrder, zone, t });
}

type Pair = { first: number; second: number; itsYear: number; clock: TimeOfDay };

/**
 * Reads a date whose year comes last. A number above twelve proves the order; otherwise the user has to
 * choose it.
 */
function readPair(
  text: string,
  { first, second, itsYear: year, clock }: Pair,
  options: TimeOptions,
): TimeReading {
  const { dateOrder, zone, t = english } = options;
  const create = () => ({ text: quoted(t, text) });
  const byOrder = { day: { day: first, month: second }, month: { day: second, month: first } };
  if (first === second) return readWall({ year, ...byOrder.day, ...clock }, { zone, proves: null, t });
  const proves = first > 12 ? "day" : second > 12 ? "month" : null;
  if (proves && dateOrder && proves !== dateOrder) {
    const readable = { ...create(), date: `${year}-MM-DD` };
    return error(
      dateOrder === "day"
        ? t("{text} is not a date with the day first. Enter {date}.", readable)
        : t("{text} is not a date with the month first. Enter {date}.", readable),
    );
  }
  const order = proves ?? dateOrder;
  if (order || first === 0 || second === 0) {
    return readWall({ year, ...byOrder[order ?? "day"], ...clock }, { zone, proves, t });
  }
  return error(
    t("{text} can mean {one} or {other}. Specify whether the day or the month comes first.", {
      ...create(),
      one: `${year}-${two(second)}-${two(first)}`,
      other: `${year}-${two(first)}-${two(second)}`,
    }),
    "dateOrder",
  );
}

const two = (number: number) => String(number).padStart(2, "0");

function readWall(
  wall: Wall,
  { zone, proves, t }: { zone: string | undefined; proves: DateOrder | null; t: Translator },
): TimeReading {
  const { year, month, day, hour, minute, second, offset } = wall;
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  // Date converts 31 February to a day in March, so the month and day must remain unchanged.
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) {
    const date = `${year}-${two(month)}-${two(day)}`;
    return error(t("{date} is not a calendar date.", { date }));
  }
  const local = midnight.getTime() / 1_000 + hour * 3_600 + minute * 60 + second;
  if (offset !== null) return { time: BigInt(local - offset), proves };
  const moments = zonedSeconds(local, zone ?? "UTC");
  const [time] = moments;
  if (time === undefined || moments.length > 1) {
    const where = { zone: zone ?? "UTC" };
    return error(
      moments.length > 1
        ? t(
            "This time of day occurs twice on that day in {zone}. Enter it with its UTC offset, such as 02:30+01:00.",
            where,
          )
        : t(
            "This time of day does not exist on that day in {zone}. Enter it with its UTC offset, such as 02:30+01:00.",
            where,
          ),
    );
  }
  return { time: BigInt(time), proves };
}

/**
 * Formats unix seconds as a cell that parseTime reads back with any options: ISO 8601 in UTC if the year has
 * four digits.
 */
export function timeCell(time: bigint): string {
  const isPlain = time >= -62_135_596_800n && time <= 253_402_300_799n;
  return isPlain ? new Date(Number(time) * 1_000).toISOString().replace(".000Z", "Z") : `@${time}`;
}
