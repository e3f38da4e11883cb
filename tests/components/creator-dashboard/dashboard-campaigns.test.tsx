// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DashboardCampaigns } from "@/components/creator-dashboard/dashboard-campaigns";
import { updateWallet } from "@/components/wallet/wallet-store";
import type { CampaignItem } from "@/lib/contract/campaign";
import { toToken } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { show, walletOf } from "../show";

const CREATOR = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const TREE = "5dQj8QAJDYYD6QxwXYx3Hcrv7NihEyf4aUXPSqXXNDPS";
const campaign = {
  ...{ treeAddress: TREE, earlierGeneration: null, metadata: { name: "Crew" }, verified: true },
  ...{ status: "claimable", creator: CREATOR, createdAt: "1795000000", hasDrift: false },
  ...{ totalSupply: "10000000000", totalClaimed: "0", settledAmount: "0" },
} as CampaignItem;
const token = toToken(NATIVE_MINT, null);

afterEach(() => {
  cleanup();
  act(() => updateWallet({ account: null }));
});

const openMenu = async () => {
  fireEvent.click(screen.getByRole("button", { name: "Actions for Crew" }));
  await screen.findByRole("menu");
  return screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
};

test("lists the next unlock of each campaign, as a date or a month", () => {
  const rows = [
    { campaign, token, nextUnlock: { month: "2026-12" } },
    { campaign: { ...campaign, treeAddress: `${TREE}1` }, token, nextUnlock: { at: "1795435200" } },
  ];
  const { text } = show(<DashboardCampaigns rows={rows} />);
  expect(text()).toContain("Dec 2026");
  expect(text()).toContain("23 Nov 2026");
});

test("offers the correction of a campaign in the menu of its row to the creator only", async () => {
  const parts = <DashboardCampaigns rows={[{ campaign, token, nextUnlock: null }]} />;
  show(parts);
  expect(await openMenu()).toEqual(["Clone campaign", "View statement"]);
  expect(screen.getByRole("menuitem", { name: "Clone campaign" }).getAttribute("href")).toBe(
    `/create?clone=${TREE}`,
  );
  cleanup();
  act(() => updateWallet({ account: walletOf(CREATOR) }));
  show(parts);
  expect(await openMenu()).toEqual(["Clone campaign", "View statement", "Correct name and description"]);
});
