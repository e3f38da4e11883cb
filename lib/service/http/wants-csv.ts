import { prefers } from "./accept";

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
export const prefersCsv = (accept: string | null): boolean => prefers(accept, "text/csv", "application/json");
