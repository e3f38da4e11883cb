/**
 * Returns whether a request selects CSV instead of JSON for a list. The query parameter `format`, for links,
 * takes precedence over the Accept header. JSON wins if both have equal weight.
 */
export function wantsCsv({ url, headers }: { url: string; headers: Pick<Headers, "get"> }): boolean {
  const format = url.includes("format") ? formatOf(url) : null;
  return format === null ? prefersCsv(headers.get("accept")) : format === "csv";
}

/** Parses the query like routes do, so that both interpret every encoding in the same way. */
function formatOf(url: string): string | null {
  const [whole = ""] = url.split("#", 1);
  const start = whole.indexOf("?");
  return start < 0 ? null : new URLSearchParams(whole.slice(start + 1)).get("format");
}

/** Returns whether an Accept header prefers text/csv to application/json. */
export function prefersCsv(accept: string | null): boolean {
  // Fast path: without such a range, both types have the same weight.
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

/** Parses a weight; an invalid weight counts as 0. Source: RFC 9110 12.4.2. */
const readQuality = (text: string) => (/^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0);

/** Returns the weight of the most specific range for a type. Source: RFC 9110 12.5.1. */
function qualityOf(ranges: readonly Range[], type: string): number {
  const [group] = type.split("/");
  for (const name of [type, `${group}/*`, "*/*"]) {
    const range = ranges.find((one) => one.type === name);
    if (range) return range.quality;
  }
  return 0;
}
