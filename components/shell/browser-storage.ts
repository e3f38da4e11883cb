type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Entries that last until the page is closed. */
class PageStorage implements BrowserStorage {
  private readonly entries = new Map<string, string>();

  get length(): number {
    return this.entries.size;
  }

  key(index: number): string | null {
    return [...this.entries.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.entries.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.entries.set(key, value);
  }

  removeItem(key: string): void {
    this.entries.delete(key);
  }
}

const page = new PageStorage();

/**
 * Returns the browser's local storage. Browsers refuse it to a sandboxed frame, and some to every frame of another
 * site: there, entries last until the page is closed.
 */
export function browserStorage(): BrowserStorage {
  return whereAllowed(() => localStorage) ?? page;
}

const YEAR_SECONDS = 31_536_000;

/** Stores a cookie for the whole site and a year; null deletes it. A frame without storage has no cookies. */
export function storeCookie(name: string, value: string | null): void {
  const cookie = `${name}=${value ?? ""}; path=/; max-age=${value === null ? 0 : YEAR_SECONDS}; samesite=lax`;
  whereAllowed(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
    document.cookie = cookie;
  });
}

/** Returns the result of an access to storage; undefined if the browser refuses the access. */
function whereAllowed<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch (error) {
    if (error instanceof DOMException && error.name === "SecurityError") return undefined;
    throw error;
  }
}
