/** Something that happens at a moment. */
export type CalendarEvent = {
  /** The same for the same event whenever the calendar is read. */
  uid: string;
  /** Unix seconds. */
  at: bigint;
  /** When it was last changed, in unix seconds, and how often it was before. */
  changedAt: bigint;
  changes: number;
  title: string;
  description: string;
};

const LINE_OCTETS = 75;
const EARLIEST = 0n;
const LATEST = 253_402_300_799n;

/** Whether a calendar can name a moment: its years have four digits. */
export const isDatable = (at: bigint): boolean => at >= EARLIEST && at <= LATEST;

/**
 * A calendar that others subscribe to, as text. Events are moments that take no time of anybody. Source: RFC 5545, and for
 * its name and how often to read it RFC 7986.
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

/** A calendar has at least one component. */
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

/** UTC to the second. */
function moment(at: bigint): string {
  if (!isDatable(at)) throw new RangeError(`A calendar cannot name the second ${at}.`);
  return new Date(Number(at) * 1_000).toISOString().replace(/[-:]|\.\d+/g, "");
}

const escaped = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll("\n", "\\n")
    // No other control character may stand in a line.
    .replace(/\p{Cc}/gu, " ");

/** A line in pieces of at most 75 octets, none of which cuts a character in two. */
function folded(line: string): string {
  let text = "";
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > LINE_OCTETS) {
      text += "\r\n ";
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
