import { useSyncExternalStore } from "react";
import { vi } from "vitest";

/** Replaces `next/navigation` in tests with a DOM, where Next's router does not run. */
export * from "next/navigation.js";

/** The router of all components; its methods do nothing but record their calls. */
export const router = {
  push: vi.fn(),
  replace: vi.fn(),
  refresh: vi.fn(),
  prefetch: vi.fn(),
  back: vi.fn(),
  forward: vi.fn(),
};
export const useRouter = () => router;

/** Opens a path in the document, as navigation does. */
export function openPath(path: string): void {
  window.history.replaceState(null, "", path);
  window.dispatchEvent(new PopStateEvent("popstate"));
}

const subscribe = (listener: () => void) => {
  window.addEventListener("popstate", listener);
  return () => window.removeEventListener("popstate", listener);
};
export const usePathname = () => useSyncExternalStore(subscribe, () => window.location.pathname);
export const useSearchParams = () =>
  new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search));
