import { storeCookie } from "@/components/shell/browser-storage";

/**
 * The cookie with the address that was connected last, which is public. The server reserves space for the
 * actions of that viewer on a campaign page, which prevents a layout shift when the wallet reconnects.
 */
export const VIEWER_COOKIE = "viewer";

/** Stores the connected address in the cookie. Null deletes the cookie. */
export function storeViewer(address: string | null): void {
  storeCookie(VIEWER_COOKIE, address);
}
