/**
 * The cookie with the address that was connected last, which is public. The server reserves space for the
 * actions of that viewer on a campaign page, which prevents a layout shift when the wallet reconnects.
 */
export const VIEWER_COOKIE = "viewer";

const YEAR = 31_536_000;

/** Stores the connected address in the cookie. Null deletes the cookie. */
export function storeViewer(address: string | null): void {
  const cookie = `${VIEWER_COOKIE}=${address ?? ""}; path=/; max-age=${address ? YEAR : 0}; samesite=lax`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = cookie;
}
