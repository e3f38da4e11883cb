// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useCreation } from "@/components/create/sign/creation-progress";
import * as creation from "@/components/create/sign/run-creation";
import type { PendingCampaign } from "@/components/drafts/pending-store";
import * as pendingStore from "@/components/drafts/pending-store";
import { walletOf } from "../show";

const stored = new Map<string, PendingCampaign>();
const runs: PendingCampaign[] = [];
beforeEach(() => {
  vi.spyOn(pendingStore, "findPending").mockImplementation(async (treeAddress) => stored.get(treeAddress));
  vi.spyOn(pendingStore, "savePending").mockImplementation(async (pending) => {
    stored.set(pending.treeAddress, pending);
    return undefined;
  });
  vi.spyOn(creation, "runCreation").mockImplementation(async (pending) => {
    runs.push(pending);
    const { treeAddress } = pending;
    stored.set(treeAddress, { ...pending, signatures: ["first"], lookupTable: "table" });
    throw new Error("The service did not respond.");
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("a second attempt keeps the signatures and the lookup table of the first one", async () => {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useCreation, { wrapper });
  const pending = { treeAddress: "tree", creator: "ada", savedAt: 1 } as PendingCampaign;
  for (let attempt = 0; attempt < 2; attempt++)
    await act(async () => {
      await result.current.run.mutateAsync({ pending, account: walletOf("ada") }).catch(() => undefined);
    });
  expect(runs).toEqual([pending, { ...pending, signatures: ["first"], lookupTable: "table" }]);
});
