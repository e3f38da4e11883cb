import { renderHook } from "@testing-library/react";
import { afterAll, vi } from "vitest";
import { dismissToast, useToasts } from "@/components/ui/toast-store";
import { updateWallet } from "@/components/wallet/wallet-store";
import { openPath, router } from "./next-navigation";

// happy-dom lacks `size`, without which react-hook-form takes the first option for a choice of the user.
HTMLSelectElement.prototype.size = 0;

// The next test file in this process uses the same document.
afterAll(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  updateWallet({ account: null, choosing: false });
  openPath("/");
  for (const method of Object.values(router)) method.mockReset();
  const { result, unmount } = renderHook(useToasts);
  unmount();
  for (const { id } of result.current) dismissToast(id);
});
