import { isAddress } from "@/lib/core/solana/addresses";
import { type Message, message } from "@/lib/core/words/words";

/** What stands behind the question mark of a page's address. */
export type Search = Record<string, string | string[] | undefined>;

/** One value of a query parameter, or undefined when it is absent, empty or repeated. */
export function single(search: Search, name: string): string | undefined {
  const value = search[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** One of some values of a query parameter, or undefined for any other. */
export function oneOf<T extends string>(search: Search, name: string, values: readonly T[]): T | undefined {
  const value = single(search, name);
  return values.find((each) => each === value);
}

/** A page number from an address; anything else is the first page. */
export function pageNumber(search: Search): number {
  const text = single(search, "page") ?? "1";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

const NO_ADDRESS = message("This is not a Solana address: 32 bytes in base58.");

/** The wallet that a page is asked about: null in place of what is not given or none, with what is wrong with it. */
export function givenAddress(search: Search): {
  text: string | undefined;
  address: string | null;
  problem: Message | null;
} {
  const text = single(search, "address");
  if (text === undefined || isAddress(text)) return { text, address: text ?? null, problem: null };
  return { text, address: null, problem: NO_ADDRESS };
}

/** An address with query parameters; those without a value are left out, and the first page needs no number. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "" && !(name === "page" && value === 1))
      search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}
