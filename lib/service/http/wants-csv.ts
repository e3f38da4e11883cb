import { prefers } from "./accept";

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
export const prefersCsv = (accept: string | null): boolean => prefers(accept, "text/csv", "application/json");
