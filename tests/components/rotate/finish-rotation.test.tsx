// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as pendingStore from "@/components/drafts/pending-store";
import { AuthorityLine } from "@/components/rotate/authority-line";
import { FinishRotation } from "@/components/rotate/finish-rotation";
import * as rotation from "@/components/rotate/run-rotation";
import { updateWallet } from "@/components/wallet/wallet-store";
import { DEMO_MINT, toToken } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { getWallet, show } from "../show";

beforeEach(() => {
  vi.spyOn(pendingStore, "findRotation").mockResolvedValue(undefined);
  vi.spyOn(pendingStore, "findReplaced").mockResolvedValue(undefined);
  vi.spyOn(rotation, "tryRotation").mockReturnValue(new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  updateWallet({ account: null });
});

type Props = ComponentProps<typeof FinishRotation>;

/** Renders the steps of a change of one recipient, or of none. */
function showSteps(count: 0 | 1) {
  const change = { beneficiary: NATIVE_MINT, before: 1n, after: 2n, claimed: 0n, kind: "raised" };
  const planned = {
    plan: { leaves: [], paidToGone: 0n },
    difference: { changes: Array(count).fill(change), counts: {}, sumBefore: 0n, sumAfter: 0n },
  } as unknown as Props["planned"];
  const campaign = { treeAddress: NATIVE_MINT, cancelAuthority: NATIVE_MINT } as Props["campaign"];
  return show(
    <FinishRotation
      {...{ campaign, planned, token: toToken(NATIVE_MINT, null), draftId: "draft" }}
      basis={{ previousRoot: "", totalClaimed: 0n }}
      currentRoot="current"
      onReread={() => undefined}
      aside="4 of 6 allocated"
      isReady
      isValid
    >
      <p>The list</p>
    </FinishRotation>,
  );
}

const button = (name: string) => screen.queryByRole("button", { name });
const currentStep = () =>
  screen.getAllByRole("listitem").find((step) => step.getAttribute("aria-current") === "step")?.textContent;

test("a list without changes has no button", () => {
  showSteps(0);
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.getByText("No changes yet. Edit the list above.")).toBeTruthy();
});

test("the review is a step of its own, which opens without a wallet and leads back to the list", () => {
  showSteps(1);
  expect(currentStep()).toContain("Recipients");
  expect(button("Sign and update recipients")).toBeNull();
  fireEvent.click(button("Review 1 change") as HTMLElement);
  expect(currentStep()).toContain("Review");
  expect(screen.getByText("4 of 6 allocated")).toBeTruthy();
  expect(screen.getByText("The list").checkVisibility()).toBe(false);
  expect(screen.getByRole("heading", { name: "Review" })).toBeTruthy();
  expect(button("Sign and update recipients")).toBeNull();
  expect(button("Connect a wallet")).toHaveProperty("disabled", false);
  fireEvent.click(button("Back to list") as HTMLElement);
  expect(currentStep()).toContain("Recipients");
  expect(screen.getByText("The list").checkVisibility()).toBe(true);
  expect(screen.queryByRole("heading", { name: "Review" })).toBeNull();
});

test("the authority is named only until its wallet is connected", () => {
  const { text } = show(<AuthorityLine authority={NATIVE_MINT} lastWallet={DEMO_MINT} />);
  expect(text()).toContain("This change needs the signature of the cancel authority");
  act(() => updateWallet({ account: getWallet(NATIVE_MINT) }));
  expect(text()).toBe("");
});

test("the authority is not named while its wallet reconnects", () => {
  const { text } = show(<AuthorityLine authority={NATIVE_MINT} lastWallet={NATIVE_MINT} />);
  expect(text()).toBe("");
});

test.each([
  ["the cancel authority", NATIVE_MINT, false],
  ["another wallet", DEMO_MINT, true],
])("the review can be signed by the cancel authority only: %s", (_name, address, isDisabled) => {
  updateWallet({ account: getWallet(address) });
  showSteps(1);
  fireEvent.click(button("Review 1 change") as HTMLElement);
  expect(button("Sign and update recipients")).toHaveProperty("disabled", isDisabled);
});
