import { vi } from "vitest";

/** Sends requests to a path to the service at `baseUrl`, as a page of the service does. */
export function stubPageFetch(baseUrl: string): void {
  const real = fetch;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) =>
    real(typeof input === "string" && input.startsWith("/") ? baseUrl + input : input, init),
  );
}

/** Replaces the browser's local storage by an empty one, and returns its entries. */
export function stubLocalStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
    key: (at: number) => [...stored.keys()][at] ?? null,
    get length() {
      return stored.size;
    },
  });
  return stored;
}
