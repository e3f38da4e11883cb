// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { LabelManager } from "@/components/labels/label-manager";
import { LabelsExample } from "@/components/labels/labels-example";
import { updateWallet } from "@/components/wallet/wallet-store";
import { getWallet, show } from "../show";

afterEach(() => {
  cleanup();
  act(() => updateWallet({ account: null }));
});

test("a page that needs a wallet shows the steps and an example, until a wallet is connected", () => {
  const introduction = {
    title: "Connect to manage labels",
    steps: ["Connect the wallet that created your campaigns."],
    example: <LabelsExample />,
  };
  const { text } = show(<LabelManager introduction={introduction} />);
  expect(screen.getByRole("heading", { name: "Connect to manage labels" })).toBeTruthy();
  expect(text()).toContain("Connect the wallet that created your campaigns.");
  const example = screen.getByRole("heading", { name: "Your labels" }).closest("section");
  expect(example?.textContent).toContain("Example");
  fireEvent.click(screen.getByRole("button", { name: "Connect a wallet" }));
  act(() => updateWallet({ account: getWallet("7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU") }));
  expect(screen.queryByRole("heading", { name: "Connect to manage labels" })).toBeNull();
  expect(screen.queryByText("Example")).toBeNull();
  expect(screen.getByRole("button", { name: "Show my labels" })).toBeTruthy();
});
