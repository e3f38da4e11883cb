/** Unix seconds as people read them. All times in and out are in seconds. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The last second that a calendar date can hold in JavaScript; on-chain times go far beyond it. */
const LAST_DATE = 8_640_000_000_000n;

const DATE = { day: "numeric", month: "short", year: "numeric" } as const;
const MOMENT = { ...DATE, hour: "2-digit", minute: "2-digit" } as const;

type Style = typeof DATE | typeof MOMENT;

/** Making a format costs forty times what using it does, and a page of recipients shows a hundred moments. */
const formats = new Map<Style, Map<string | undefined, Intl.DateTimeFormat>>([
  [DATE, new Map()],
  [MOMENT, new Map()],
]);

function write(date: Date, style: Style, timeZone: string | undefined): string {
  const known = formats.get(style)?.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat("en-GB", { ...style, timeZone });
  if (!known) formats.get(style)?.set(timeZone, format);
  return format.format(date);
}

/** A moment as a Date, or null when it lies outside of the calendar. */
export function toDate(seconds: bigint): Date | null {
  return seconds > LAST_DATE || seconds < -LAST_DATE ? null : new Date(Number(seconds) * 1000);
}

/** Date and time of day in a zone (the viewer's when none is given), such as "31 Jan 2027, 14:05". */
export function formatMoment(seconds: bigint, timeZone?: string): string {
  const date = toDate(seconds);
  if (!date) return `second ${seconds}`;
  return write(date, MOMENT, timeZone);
}

/** The date alone, such as "31 Jan 2027". */
export function formatDay(seconds: bigint, timeZone?: string): string {
  const date = toDate(seconds);
  if (!date) return `second ${seconds}`;
  return write(date, DATE, timeZone);
}

/** A length of time by its two largest units, such as "6 days 4 h", "12 min", "40 s". Never negative. */
export function formatDuration(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  if (left < MINUTE) return `${left} s`;
  if (left < HOUR) return pair(left, { size: MINUTE, name: "min" }, { size: 1, name: "s" });
  if (left < DAY) return pair(left, { size: HOUR, name: "h" }, { size: MINUTE, name: "min" });
  const days = Math.floor(left / DAY);
  const hours = Math.floor((left % DAY) / HOUR);
  return `${days.toLocaleString("en")} ${days === 1 ? "day" : "days"}${days < 60 && hours ? ` ${hours} h` : ""}`;
}

type Unit = { size: number; name: string };

function pair(seconds: number, large: Unit, small: Unit): string {
  const many = Math.floor(seconds / large.size);
  const few = Math.floor((seconds % large.size) / small.size);
  return `${many} ${large.name}${few ? ` ${few} ${small.name}` : ""}`;
}

/** How far a moment is from now: "in 3 days", "5 min ago", "just now". */
export function formatDistance(seconds: bigint, now: bigint): string {
  const distance = Number(seconds - now);
  if (Math.abs(distance) < 5) return "just now";
  return distance > 0 ? `in ${formatDuration(distance)}` : `${formatDuration(-distance)} ago`;
}

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });

/** A calendar month such as "2026-11" as "Nov 2026". */
export const formatMonth = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));
