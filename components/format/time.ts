import { english, type Translator } from "@/lib/core/i18n/translator";

/** Formats unix seconds in the language of the viewer. All times are in seconds. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Durations of this many days or more omit the hours. */
const MANY_DAYS = 60;

/** The last second that a JavaScript Date can represent. On-chain times can be far beyond. */
const LAST_DATE = 8_640_000_000_000n;

const MONTH = { month: "short", year: "numeric" } as const;
const DATE = { ...MONTH, day: "numeric" } as const;
const MOMENT = { ...DATE, hour: "2-digit", minute: "2-digit" } as const;
const SHORT_DATE = { month: "short", day: "numeric" } as const;
const LONG_MONTH = { month: "long", year: "numeric" } as const;
const MONTH_NAME = { month: "long" } as const;
const STYLES = {
  ...{ monthName: MONTH_NAME, month: MONTH, longMonth: LONG_MONTH },
  ...{ date: DATE, shortDate: SHORT_DATE, moment: MOMENT },
};

/**
 * Creating a format costs forty times as much as using it, and a page of recipients shows a hundred times.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

type Writing = { style: keyof typeof STYLES; timeZone: string | undefined; locale: string };

function write(date: Date, { style, timeZone, locale }: Writing): string {
  const key = `${style} ${locale} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone });
  formats.set(key, format);
  // British English is the only one with four letters.
  return format.format(date).replace(/\bSept\b(?!\.)/, "Sep");
}

/** Converts a time to a Date. Returns null outside of the range of Date. */
export function toDate(seconds: bigint): Date | null {
  return seconds > LAST_DATE || seconds < -LAST_DATE ? null : new Date(Number(seconds) * 1000);
}

/** Formats date and time of day in a time zone (default: the viewer's), such as "31 Jan 2027, 14:05". */
export function formatMoment(seconds: bigint, timeZone?: string, t: Translator = english): string {
  return writeSeconds(seconds, { style: "moment", timeZone }, t);
}

/** Formats the date, such as "31 Jan 2027". */
export function formatDay(seconds: bigint, timeZone?: string, t: Translator = english): string {
  return writeSeconds(seconds, { style: "date", timeZone }, t);
}

/** Formats the date without its year in the time zone of the viewer, such as "31 Jan". */
export function formatShortDay(seconds: bigint, t: Translator = english): string {
  return writeSeconds(seconds, { style: "shortDate", timeZone: undefined }, t);
}

/** Formats the month in full, such as "January 2027". */
export function formatLongMonth(seconds: bigint, timeZone?: string, t: Translator = english): string {
  return writeSeconds(seconds, { style: "longMonth", timeZone }, t);
}

function writeSeconds(seconds: bigint, how: Omit<Writing, "locale">, t: Translator): string {
  const date = toDate(seconds);
  return date ? write(date, { ...how, locale: t.locale }) : t("second {second}", { second: `${seconds}` });
}

/** Formats a duration by its two largest units, such as "6 days 4 h", "12 min", "40 s". Never negative. */
export function formatDuration(seconds: number, t: Translator = english): string {
  const left = Math.max(0, Math.floor(seconds));
  if (left < MINUTE) return t("{seconds} s", { seconds: left });
  if (left < HOUR) {
    const [minutes, rest] = split(left, MINUTE, 1);
    return rest
      ? t("{minutes} min {seconds} s", { minutes, seconds: rest })
      : t("{minutes} min", { minutes });
  }
  if (left < DAY) {
    const [hours, minutes] = split(left, HOUR, MINUTE);
    return minutes ? t("{hours} h {minutes} min", { hours, minutes }) : t("{hours} h", { hours });
  }
  const [days, hours] = split(left, DAY, HOUR);
  return days < MANY_DAYS && hours
    ? t("{days, plural, one {# day} other {# days}} {hours} h", { days, hours })
    : t("{days, plural, one {# day} other {# days}}", { days });
}

/** Returns the number of large units, and the number of small units in the remainder. */
const split = (seconds: number, large: number, small: number): [many: number, few: number] => [
  Math.floor(seconds / large),
  Math.floor((seconds % large) / small),
];

/**
 * Formats the distance of a time from now: "in 3 days", "5 min ago", "just now". The text is not updated
 * every second, so from one minute on it omits seconds.
 */
export function formatDistance(seconds: bigint, now: bigint, t: Translator = english): string {
  const exact = Number(seconds - now);
  if (exact < 5 && exact > -MINUTE) return t("just now");
  if (Math.abs(exact) >= DAY) return formatDays(exact, t);
  const distance = Math.abs(exact) < MINUTE ? exact : exact - (exact % MINUTE);
  return distance > 0
    ? t("in {duration}", { duration: formatDuration(distance, t) })
    : t("{duration} ago", { duration: formatDuration(-distance, t) });
}

/** Uses whole sentences, because many languages inflect "days" differently in "in 3 days" and "3 days". */
function formatDays(distance: number, t: Translator): string {
  const [days, hours] = split(Math.abs(distance), DAY, HOUR);
  const isExact = days >= MANY_DAYS || hours === 0;
  if (distance > 0) {
    return isExact
      ? t("{days, plural, one {in # day} other {in # days}}", { days })
      : t("{days, plural, one {in # day {hours} h} other {in # days {hours} h}}", { days, hours });
  }
  return isExact
    ? t("{days, plural, one {# day ago} other {# days ago}}", { days })
    : t("{days, plural, one {# day {hours} h ago} other {# days {hours} h ago}}", { days, hours });
}

/** Formats a calendar month such as "2026-11" as "November". */
export const formatMonthName = (month: string, t: Translator = english): string =>
  write(new Date(`${month}-01T00:00:00Z`), { style: "monthName", timeZone: "UTC", locale: t.locale });

/** Formats a calendar month such as "2026-11" as "Nov 2026". */
export const formatMonth = (month: string, t: Translator = english): string =>
  write(new Date(`${month}-01T00:00:00Z`), { style: "month", timeZone: "UTC", locale: t.locale });
