import { afterAll, vi } from "vitest";

// The next test file in this process uses the same document.
afterAll(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
