// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DashboardDrafts } from "@/components/creator-dashboard/dashboard-drafts";
import type { DraftNote } from "@/components/drafts/draft-store";
import * as draftStore from "@/components/drafts/draft-store";
import type { PendingNote } from "@/components/drafts/pending-store";
import * as pendingStore from "@/components/drafts/pending-store";
import Toaster from "@/components/ui/toaster";
import { show } from "../show";

const TREE = "5dQj8QAJDYYD6QxwXYx3Hcrv7NihEyf4aUXPSqXXNDPS";

let drafts: DraftNote[] = [];
let pending: PendingNote[] = [];
let restored: object[] = [];

const draft = (id: string, scope: string): DraftNote => ({
  ...{ id, scope, basis: "program", title: `Draft ${id}`, wallet: null, savedAt: 1_795_435_200_000 },
});

beforeEach(() => {
  drafts = [draft("a", "create"), draft("b", `rotate ${TREE}`), draft("c", "create")];
  pending = [];
  restored = [];
  vi.spyOn(draftStore, "listAllDrafts").mockImplementation(async () => drafts);
  vi.spyOn(draftStore, "readDraft").mockImplementation(async (id) => ({ of: id }));
  vi.spyOn(draftStore, "saveDraft").mockImplementation(async (note, parts) => {
    restored.push(parts);
    drafts = [...drafts, note];
    return 0;
  });
  vi.spyOn(draftStore, "deleteDraft").mockImplementation(async (id) => {
    drafts = drafts.filter((note) => note.id !== id);
  });
  vi.spyOn(pendingStore, "listPending").mockImplementation(async () => pending);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const hrefs = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

test("resumes each draft where it was begun, and discards the selected one", async () => {
  const { text } = show(
    <>
      <DashboardDrafts />
      <Toaster />
    </>,
  );
  await screen.findByText("Draft a", { selector: ".font-medium" });
  expect(hrefs()).toEqual(["/create", `/campaigns/${TREE}/rotate`, "/create"]);
  expect(text()).toContain("change of allocations for 5dQj…NDPS");
  fireEvent.click(screen.getByRole("button", { name: "Discard Draft b" }));
  // The notification names the draft too, and would stay for the next test.
  fireEvent.click(await screen.findByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByText("Draft b")).toBeNull());
  expect(drafts.map(({ id }) => id)).toEqual(["a", "c"]);
});

test("restores a discarded draft with its content", async () => {
  show(
    <>
      <DashboardDrafts />
      <Toaster />
    </>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Discard Draft b" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Discard Draft b" })).toBeNull());
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("button", { name: "Discard Draft b" })).toBeTruthy();
  expect(restored).toEqual([{ of: "b" }]);
});

test("lists signed transactions, and hides the draft of a signed one", async () => {
  pending = [
    { treeAddress: TREE, metadata: { name: "Crew" }, leafCount: 1_200, draftId: "a" } as PendingNote,
  ];
  const { text } = show(<DashboardDrafts />);
  await screen.findByText("Draft c", { selector: ".font-medium" });
  expect(text()).toContain("Crew: signed, not registered yet. The list of 1,200 allocations");
  expect(screen.queryByText("Draft a")).toBeNull();
});

test("shows nothing without drafts", async () => {
  drafts = [];
  const { text } = show(<DashboardDrafts />);
  await waitFor(() => expect(text()).toBe(""));
});
