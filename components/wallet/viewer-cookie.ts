/**
 * The address that was connected last, which hides nothing: so that the server's first page of a campaign has the place of
 * what its viewer can do, and nothing moves when their wallet is here again.
 */
export const VIEWER_COOKIE = "viewer";

const YEAR = 31_536_000;

/** Remembers who is connected, or with null forgets them. */
export function rememberViewer(address: string | null): void {
  const cookie = `${VIEWER_COOKIE}=${address ?? ""}; path=/; max-age=${address ? YEAR : 0}; samesite=lax`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = cookie;
}
