// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CreationProgress, useCreation } from "@/components/create/sign/creation-progress";
import * as creation from "@/components/create/sign/run-creation";
import type { PendingCampaign } from "@/components/drafts/pending-store";
import * as pendingStore from "@/components/drafts/pending-store";
import { getWallet, show } from "../show";

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
      await result.current.run.mutateAsync({ pending, account: getWallet("ada") }).catch(() => undefined);
    });
  expect(runs).toEqual([pending, { ...pending, signatures: ["first"], lookupTable: "table" }]);
});

test("offers the claim link to share after the campaign was created", async () => {
  vi.spyOn(creation, "runCreation").mockResolvedValue([]);
  const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const pending = { treeAddress: "tree", creator: "ada", savedAt: 1 } as PendingCampaign;
  function Page() {
    const made = useCreation();
    const create = () => made.run.mutate({ pending, account: getWallet("ada") });
    return (
      <>
        <button type="button" onClick={create}>
          Create
        </button>
        <CreationProgress creation={made} />
      </>
    );
  }
  show(<Page />);
  fireEvent.click(screen.getByRole("button", { name: "Create" }));
  expect(await screen.findByText("Share the claim link:")).toBeTruthy();
  const link = `${window.location.origin}/claim/tree`;
  expect(screen.getByRole("link", { name: /\/claim\/tree$/ }).getAttribute("href")).toBe(link);
  fireEvent.click(screen.getByRole("button", { name: "Copy claim link" }));
  await vi.waitFor(() => expect(copy).toHaveBeenCalledWith(link));
  expect(screen.getByRole("link", { name: "View campaign" })).toBeTruthy();
});
