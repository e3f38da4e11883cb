/**
 * Whether a request wants a list as CSV rather than as JSON: `format` in its query says so, for links, and else what it
 * accepts. Who likes both alike gets JSON.
 */
export function wantsCsv({ url, headers }: { url: string; headers: Pick<Headers, "get"> }): boolean {
  const format = url.includes("format") ? formatOf(url) : null;
  return format === null ? prefersCsv(headers.get("accept")) : format === "csv";
}

/** The query is parsed as routes parse it, so that no spelling is one thing here and another there. */
function formatOf(url: string): string | null {
  const [whole = ""] = url.split("#", 1);
  const start = whole.indexOf("?");
  return start < 0 ? null : new URLSearchParams(whole.slice(start + 1)).get("format");
}

/** Whether an Accept header prefers text/csv to application/json. */
export function prefersCsv(accept: string | null): boolean {
  // Nothing else names a type more closely than a range that has both.
  if (accept === null || !/text\/|application\//i.test(accept)) return false;
  const ranges = accept.split(",").map(readRange);
  return qualityOf(ranges, "text/csv") > qualityOf(ranges, "application/json");
}

type Range = { type: string; quality: number };

function readRange(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { type, quality: weight === undefined ? 1 : readQuality(weight) };
}

/** A weight that is none counts as nothing. Source: RFC 9110 12.4.2. */
const readQuality = (text: string) => (/^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0);

/** What the range that names a type most closely gives it. Source: RFC 9110 12.5.1. */
function qualityOf(ranges: readonly Range[], type: string): number {
  const [group] = type.split("/");
  for (const name of [type, `${group}/*`, "*/*"]) {
    const range = ranges.find((one) => one.type === name);
    if (range) return range.quality;
  }
  return 0;
}
