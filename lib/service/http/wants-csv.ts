import { prefers } from "./accept";
import { searchOf } from "./input";

/**
 * Returns whether a request selects CSV instead of JSON for a list. The query parameter `format`, for links,
 * takes precedence over the Accept header. JSON wins if both have equal weight.
 */
export function wantsCsv({ url, headers }: { url: string; headers: Pick<Headers, "get"> }): boolean {
  const format = new URLSearchParams(searchOf(url)).get("format");
  return format === null ? prefersCsv(headers.get("accept")) : format === "csv";
}

/** Returns whether an Accept header prefers text/csv to application/json. */
export const prefersCsv = (accept: string | null): boolean => prefers(accept, "text/csv", "application/json");
