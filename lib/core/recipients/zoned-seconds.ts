const formats = new Map<string, Intl.DateTimeFormat>();
const DAY = 86_400;

/** Returns whether this runtime supports a time zone of this name. */
export function isZone(zone: string): boolean {
  try {
    return Boolean(getFormat(zone));
  } catch {
    return false;
  }
}

/**
 * Returns the moments, in unix seconds, at which clocks of a zone show a local time (given as if it were
 * UTC). There is normally one, and none or two when clocks change.
 */
export function zonedSeconds(local: number, zone: string): number[] {
  if (zone === "UTC") return [local];
  const offsets = new Set([offsetAt(local - DAY, zone), offsetAt(local + DAY, zone)]);
  return [...offsets]
    .map((offset) => local - offset)
    .filter((moment) => moment + offsetAt(moment, zone) === local)
    .sort((a, b) => a - b);
}

function getFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    // There are about 500 zones; more entries are other spellings of them.
    if (formats.size > 600) formats.clear();
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(zone, format);
  }
  return format;
}

/** Returns the offset of a zone from UTC at a moment, in seconds. */
function offsetAt(moment: number, zone: string): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of getFormat(zone).formatToParts(moment * 1_000)) part[type] = value;
  const year = Number(part.year);
  const date = new Date(0);
  date.setUTCFullYear(part.era === "BC" ? 1 - year : year, Number(part.month) - 1, Number(part.day));
  date.setUTCHours(Number(part.hour), Number(part.minute), Number(part.second));
  return date.getTime() / 1_000 - moment;
}
