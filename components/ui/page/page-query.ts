import { type Message, message } from "@/lib/core/i18n/translator";
import { isAddress } from "@/lib/core/solana/addresses";

/** The query parameters of a page. */
export type Search = Record<string, string | string[] | undefined>;

/** Returns the value of a query parameter, or undefined if it is missing, empty or repeated. */
export function readParameter(search: Search, name: string): string | undefined {
  const value = search[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Returns the value of a query parameter if it is one of `values`, otherwise undefined. */
export function readChoice<T extends string>(
  search: Search,
  name: string,
  values: readonly T[],
): T | undefined {
  const value = readParameter(search, name);
  return values.find((each) => each === value);
}

/** Parses a page number. Returns the first page for any other text. */
export function pageNumber(search: Search): number {
  const text = readParameter(search, "page") ?? "1";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

const NO_ADDRESS = message("Enter a valid Solana address (32 bytes in base58).");

/**
 * Reads the wallet of the query parameter `address`. `address` is null if it is missing or invalid, with the
 * error in `problem`.
 */
export function givenAddress(search: Search): {
  text: string | undefined;
  address: string | null;
  problem: Message | null;
} {
  const text = readParameter(search, "address");
  if (text === undefined || isAddress(text)) return { text, address: text ?? null, problem: null };
  return { text, address: null, problem: NO_ADDRESS };
}

/** Returns a URL with query parameters. Omits parameters without a value and the number of the first page. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "" && !(name === "page" && value === 1))
      search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}
