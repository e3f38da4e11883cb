// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { LabelManager } from "@/components/labels/label-manager";
import { updateWallet } from "@/components/wallet/wallet-store";
import { show, walletOf } from "../show";

afterEach(() => {
  cleanup();
  act(() => updateWallet({ account: null }));
});

test("a page that needs a wallet states what it offers, until a wallet is connected", () => {
  const introduction = { title: "Connect to manage labels", points: ["A category for each recipient"] };
  const { text } = show(<LabelManager introduction={introduction} />);
  expect(screen.getByRole("heading", { name: "Connect to manage labels" })).toBeTruthy();
  expect(screen.getByRole("listitem").textContent).toBe("A category for each recipient");
  expect(text()).toContain("Connect the wallet that created your campaigns.");
  fireEvent.click(screen.getByRole("button", { name: "Connect a wallet" }));
  act(() => updateWallet({ account: walletOf("7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU") }));
  expect(screen.queryByRole("heading", { name: "Connect to manage labels" })).toBeNull();
  expect(screen.getByRole("button", { name: "Show my labels" })).toBeTruthy();
});
