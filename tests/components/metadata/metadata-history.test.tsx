// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import bs58 from "bs58";
import nacl from "tweetnacl";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MetadataHistoryView } from "@/components/metadata/metadata-history";
import { ClockProvider } from "@/components/shell/clock";
import { updateWallet } from "@/components/wallet/wallet-store";
import { router } from "@/tests/support/next-navigation";
import { getWallet, show } from "../show";

const KEY = nacl.sign.keyPair();
const CREATOR = bs58.encode(KEY.publicKey);
const TREE = "5dQj8QAJDYYD6QxwXYx3Hcrv7NihEyf4aUXPSqXXNDPS";
const campaign = { treeAddress: TREE, creator: CREATOR, metadata: { name: "Team", description: "Of ours" } };
const signing = {
  ...getWallet(CREATOR),
  signMessage: async (message: Uint8Array) => nacl.sign.detached(message, KEY.secretKey),
};

type Sent = { url: string; method: string; body: unknown };
let sent: Sent[] = [];
let answer: () => Response;
beforeEach(() => {
  sent = [];
  answer = () => Response.json({ ok: true, corrected: true, metadata: null });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url.endsWith("/nonce")) return Response.json({ nonce: "n", expiresAt: 1, serverTime: 1 });
    const body = new TextDecoder().decode(init.body as ArrayBuffer);
    sent.push({ url, method: init.method ?? "GET", body: JSON.parse(body) });
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  router.refresh.mockClear();
  act(() => updateWallet({ account: null }));
});

const words = (history: Parameters<typeof MetadataHistoryView>[0]["history"]) =>
  show(
    <ClockProvider serverNow="1800000000">
      <MetadataHistoryView {...{ campaign, history }} />
    </ClockProvider>,
  );

test("lists corrections with their time and author, newest first", () => {
  const { text } = words({
    total: 22,
    corrections: [
      {
        correctedAt: "1795435200",
        wallet: CREATOR,
        before: { name: "Tame", logoUri: "https://a.example" },
        after: { name: "Team", description: "Of ours" },
      },
      { correctedAt: "1790000000", wallet: CREATOR, before: null, after: { name: "Tame" } },
    ],
  });
  expect(text()).toMatch(/^Name, description and logo corrected on 23 Nov 2026/);
  expect(text()).toContain("NameChanged from Tame to Team");
  expect(text()).toContain("DescriptionChanged from empty to Of ours");
  expect(text()).toContain("LogoChanged from https://a.example to empty");
  expect(text()).toContain("20 earlier corrections are available in the API");
  expect(screen.queryByRole("button")).toBeNull();
});

test("shows an empty list of corrections only to the creator", () => {
  const { text } = words({ total: 0, corrections: [] });
  expect(text()).toBe("");
  act(() => updateWallet({ account: getWallet(TREE) }));
  expect(text()).toBe("");
  act(() => updateWallet({ account: signing }));
  expect(screen.getByRole("button", { name: "Correct name and description" })).toBeTruthy();
});

async function openDialog() {
  words({ total: 0, corrections: [] });
  act(() => updateWallet({ account: signing }));
  fireEvent.click(screen.getByRole("button", { name: "Correct name and description" }));
  await screen.findByRole("dialog");
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => screen.getByRole<HTMLButtonElement>("button", { name: "Sign and save" });

test("signs only the changed fields, and reads the page again", async () => {
  await openDialog();
  expect(submit().disabled).toBe(true);
  type("Name", " Crew ");
  type("Description", "");
  fireEvent.click(submit());
  await waitFor(() => expect(router.refresh).toHaveBeenCalled());
  expect(sent).toEqual([
    {
      ...{ url: `/api/campaigns/${TREE}/metadata`, method: "PATCH" },
      body: { name: "Crew", description: null },
    },
  ]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("refuses a name that is too long under its field, without a signature", async () => {
  await openDialog();
  type("Name", "n".repeat(201));
  fireEvent.click(submit());
  const name = screen.getByLabelText("Name");
  await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
  const note = document.getElementById(name.getAttribute("aria-describedby") ?? "");
  expect(note?.textContent).toBe("Up to 200 characters.");
  expect(sent).toEqual([]);
});

test("explains a failed correction, and keeps the typed text", async () => {
  answer = () =>
    Response.json(
      {
        error: "A campaign's metadata can be changed at most 10 times per day. Try again later.",
        code: "RATE_LIMITED",
      },
      { status: 429 },
    );
  await openDialog();
  type("Name", "Crew");
  fireEvent.click(submit());
  expect((await screen.findByRole("alert")).textContent).toContain("at most 10 times per day");
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Crew");
  expect(router.refresh).not.toHaveBeenCalled();
});
