// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DashboardCampaigns } from "@/components/creator-dashboard/dashboard-campaigns";
import { ClockProvider } from "@/components/shell/clock";
import { updateWallet } from "@/components/wallet/wallet-store";
import type { CampaignItem } from "@/lib/contract/campaign";
import { toToken } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { getWallet, show } from "../show";

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

test("lists the last unlock and the end of a grace period, also below the amount on a phone", () => {
  const rows = [
    { campaign, token, nextUnlock: { until: "1796774400" } },
    { campaign: { ...campaign, treeAddress: `${TREE}1` }, token, nextUnlock: { claimUntil: "1795435200" } },
  ];
  const [first, second] = show(<DashboardCampaigns rows={rows} />)
    .text()
    .split("10 SOL")
    .slice(1);
  expect(first).toMatch(/^0% claimed · Unlocks until \d+ Dec 2026.*Unlocks until/);
  expect(second).toMatch(/^0% claimed · Claim until \d+ Nov 2026, \d\d:\d\d.*Claim until/);
});

test("shows the claimed share and the next unlock on a phone, and names the current month", () => {
  const claimed = { ...campaign, totalClaimed: "1277000000" };
  const { text } = show(
    <ClockProvider serverNow="1796000000">
      <DashboardCampaigns
        rows={[
          { campaign: claimed, token, nextUnlock: { month: "2026-12" } },
          { campaign: { ...claimed, treeAddress: `${TREE}1` }, token, nextUnlock: { month: "2026-11" } },
          { campaign: { ...claimed, treeAddress: `${TREE}2` }, token, nextUnlock: null },
        ]}
      />
    </ClockProvider>,
  );
  const [first, second, third] = text().split("10 SOL").slice(1);
  expect(first).toMatch(/^12\.77% claimed · next unlock Dec 2026/);
  expect(second).toMatch(/^12\.77% claimed · next unlock this month/);
  expect(third).toMatch(/^12\.77% claimed12\.77%.*–/);
});

test("follows the link of a campaign on a click on its row, but not on the menu or selected text", () => {
  show(<DashboardCampaigns rows={[{ campaign, token, nextUnlock: null }]} />);
  const followed = vi.fn((event: Event) => event.preventDefault());
  screen.getByRole("link", { name: "Crew" }).addEventListener("click", followed);
  fireEvent.click(screen.getByRole("button", { name: "Actions for Crew" }));
  fireEvent.click(screen.getAllByText("10")[0] as HTMLElement, { ctrlKey: true });
  const selection = vi.spyOn(window, "getSelection").mockReturnValue({ toString: () => "10" } as Selection);
  fireEvent.click(screen.getAllByText("10")[0] as HTMLElement);
  expect(followed).not.toHaveBeenCalled();
  selection.mockRestore();
  fireEvent.click(screen.getAllByText("10")[0] as HTMLElement);
  expect(followed).toHaveBeenCalledOnce();
});

test("offers the correction of a campaign in the menu of its row to the creator only", async () => {
  const parts = <DashboardCampaigns rows={[{ campaign, token, nextUnlock: null }]} />;
  show(parts);
  expect(await openMenu()).toEqual(["Clone campaign", "View statement"]);
  expect(screen.getByRole("menuitem", { name: "Clone campaign" }).getAttribute("href")).toBe(
    `/create?clone=${TREE}`,
  );
  cleanup();
  act(() => updateWallet({ account: getWallet(CREATOR) }));
  show(parts);
  expect(await openMenu()).toEqual(["Clone campaign", "View statement", "Correct name and description"]);
});
