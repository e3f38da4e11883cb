import { type Accept, parseAccept } from "hono/utils/accept";
import { getSearch } from "./input";

/** Whether an Accept header prefers a media type to another one. A client that accepts both alike does not. */
export function prefers(accept: string | null, type: string, other: string): boolean {
  // Only ranges with text/ or application/ can prefer one of the two types.
  if (accept === null || !/text\/|application\//i.test(accept)) return false;
  const ranges = parseAccept(accept.toLowerCase());
  return getQuality(ranges, type) > getQuality(ranges, other);
}

/** Returns the weight of the most specific range for a type. Source: RFC 9110 12.5.1. */
function getQuality(ranges: readonly Accept[], type: string): number {
  const names = [type, type.replace(/\/.*/, "/*"), "*/*"];
  const [range] = names.flatMap((name) => ranges.find((item) => item.type === name) ?? []);
  return range ? readQuality(range.params.q ?? "1") : 0;
}

/** Returns a q value from 0 to 1; 0 if it is malformed. Source: RFC 9110 12.4.2. */
const readQuality = (text: string) => (/^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0);

/**
 * Returns whether a request selects CSV instead of JSON for a list. The query parameter `format`, for links,
 * takes precedence over the Accept header. JSON wins if both have equal weight.
 */
export function wantsCsv({ url, headers }: { url: string; headers: Pick<Headers, "get"> }): boolean {
  const format = new URLSearchParams(getSearch(url)).get("format");
  return format === null ? prefers(headers.get("accept"), "text/csv", "application/json") : format === "csv";
}
