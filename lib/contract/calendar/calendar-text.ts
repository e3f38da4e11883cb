/** A calendar event at a moment, without a duration. */
export type CalendarEvent = {
  /** Stays the same for the same event each time the calendar is read. */
  uid: string;
  /** Unix seconds. */
  at: bigint;
  /** When the event last changed, in unix seconds, and how often it changed before. */
  changedAt: bigint;
  changes: number;
  title: string;
  description: string;
};

const LINE_OCTETS = 75;
const EARLIEST = 0n;
const LATEST = 253_402_300_799n;

/** Returns whether a calendar can represent a moment: years must have four digits. */
export const isDatable = (at: bigint): boolean => at >= EARLIEST && at <= LATEST;

/**
 * Returns the text of a calendar for subscription. Events do not block time in the subscriber's calendar.
 * Source: RFC 5545; RFC 7986 for the name and the refresh interval.
 */
export function calendarText({ name, events }: { name: string; events: readonly CalendarEvent[] }): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Vesting Index//Unlocks//EN",
    "CALSCALE:GREGORIAN",
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
    ...(events.length > 0 ? events.flatMap(eventLines) : NO_EVENTS),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** A calendar must have at least one component. */
const NO_EVENTS = [
  "BEGIN:VTIMEZONE",
  "TZID:UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
];

const eventLines = ({ uid, at, changedAt, changes, title, description }: CalendarEvent): string[] => [
  "BEGIN:VEVENT",
  `UID:${escaped(uid)}`,
  `DTSTAMP:${moment(isDatable(changedAt) ? changedAt : EARLIEST)}`,
  `SEQUENCE:${changes}`,
  `DTSTART:${moment(at)}`,
  `SUMMARY:${escaped(title)}`,
  `DESCRIPTION:${escaped(description)}`,
  "TRANSP:TRANSPARENT",
  "END:VEVENT",
];

/** Formats a moment in UTC, with a resolution of one second. */
function moment(at: bigint): string {
  if (!isDatable(at)) throw new RangeError(`A calendar cannot name the second ${at}.`);
  return new Date(Number(at) * 1_000).toISOString().replace(/[-:]|\.\d+/g, "");
}

const escaped = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll("\n", "\\n")
    // A line must not contain other control characters.
    .replace(/\p{Cc}/gu, " ");

/** Folds a line into parts of at most 75 octets, without splitting a character. */
function folded(line: string): string {
  let text = "";
  let octets = 0;
  for (const character of line) {
    const size = countOctets(character);
    if (octets + size > LINE_OCTETS) {
      text += "\r\n ";
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}

function countOctets(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
