// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ActivityTable } from "@/components/campaign/activity-table";
import type { ListedEvent } from "@/components/campaign/event-sentence";
import { show } from "../show";

afterEach(cleanup);

const ADA = "So11111111111111111111111111111111111111112";
const BEN = "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU";

const getClaim = (beneficiary: string): ListedEvent => ({
  event: {
    ...{ signature: beneficiary.repeat(2), slot: "1", blockTime: "1800000000", reconstructed: false },
    type: "claimed" as const,
    data: { beneficiary, amount: "1500000", leafIndex: 0, milestoneIdx: null },
  },
  token: { mint: ADA, decimals: 6, unit: "DEMO", isKnown: true },
  campaign: { treeAddress: ADA, earlierGeneration: null, name: "Team", verified: true },
});

test("marks the claims of the address whose events it lists, and names the addresses of others", () => {
  show(<ActivityTable events={[getClaim(ADA), getClaim(BEN)]} wallet={ADA} />);
  const rows = screen.getAllByRole("row").filter((row) => row.textContent?.includes("Claimed"));
  expect(rows.map((row) => row.textContent?.includes("Claimed This address"))).toEqual([true, false]);
  expect(rows.map((row) => row.textContent?.includes("+1.5000 DEMO"))).toEqual([true, false]);
  expect(rows[1]?.textContent).toContain("4zMM…ncDU");
});

test("marks no event if all of them name the address", () => {
  show(<ActivityTable events={[getClaim(ADA), getClaim(ADA)]} wallet={ADA} />);
  expect(screen.queryByText("This address")).toBeNull();
});

test("states the amounts of both sides of a cancelled stream", () => {
  const { event, ...rest } = getClaim(ADA);
  const data = { cancelledAt: "1800000000", amountToBeneficiary: "2000000", amountToCreator: "3000000" };
  show(
    <ActivityTable
      events={[{ event: { ...event, type: "stream_cancelled", data }, ...rest }]}
      wallet={ADA}
    />,
  );
  expect(screen.getAllByText(/2 DEMO to the recipient · 3 DEMO to the creator$/)).toHaveLength(2);
  const [row] = screen.getAllByRole("row").filter(({ textContent }) => textContent?.includes("cancelled"));
  expect(row?.textContent).toContain("2\u00a0DEMO to the recipient · 3\u00a0DEMO to the creator");
});

test("credits a settlement to the address whose events it lists, if it was the recipient", () => {
  const { event, ...rest } = getClaim(ADA);
  const data = { cancelledAt: "1800000000", amountToBeneficiary: "2000000", amountToCreator: "3000000" };
  const settlement = {
    event: { ...event, type: "stream_cancelled" as const, data },
    ...rest,
    isSettlement: true,
  };
  show(<ActivityTable events={[settlement, getClaim(BEN)]} wallet={ADA} />);
  const [row] = screen.getAllByRole("row").filter(({ textContent }) => textContent?.includes("cancelled"));
  expect(row?.textContent).toMatch(/cancelled This address/);
  expect(row?.textContent).toContain("+2 DEMO");
  expect(screen.getAllByText(/3 DEMO to the creator$/)).toHaveLength(2);
});

test("states the amount that was claimed before a cancellation", () => {
  const { event, ...rest } = getClaim(ADA);
  const data = { cancelledAt: "1800000000", claimedAtCancel: "2500000" };
  show(<ActivityTable events={[{ event: { ...event, type: "cancelled", data }, ...rest }]} wallet={ADA} />);
  const [row] = screen.getAllByRole("row").filter(({ textContent }) => textContent?.includes("Cancelled"));
  expect(row?.textContent).toContain("2.5000\u00a0DEMO claimed until then");
});

test("separates the number of a released milestone from the title, and links its transaction", () => {
  const { event, ...rest } = getClaim(ADA);
  const data = { milestoneIdx: 2, releasedBy: BEN };
  show(
    <ActivityTable
      events={[{ event: { ...event, type: "milestone_released", data }, ...rest }]}
      wallet={ADA}
    />,
  );
  const [row] = screen.getAllByRole("row").filter(({ textContent }) => textContent?.includes("Milestone"));
  expect(row?.textContent).toMatch(/Milestone released\s+· number 2 · by 4zMM…ncDU/);
  const link = screen.getByRole("link", { name: "Transaction" });
  expect(link.getAttribute("href")).toBe(`/transactions/${event.signature}`);
  expect(link.closest("span")?.textContent).toBe("15 Jan 2027, 08:00 · Transaction");
});

test("states the length and the root of the new list after a change of allocations", () => {
  const { event, ...rest } = getClaim(ADA);
  const data = { oldRoot: "aa".repeat(32), newRoot: `0${"bc".repeat(31)}d`, newLeafCount: 24 };
  show(
    <ActivityTable events={[{ event: { ...event, type: "root_updated", data }, ...rest }]} wallet={ADA} />,
  );
  const [row] = screen.getAllByRole("row").filter(({ textContent }) => textContent?.includes("changed"));
  expect(row?.textContent).toMatch(/Allocations changed\s+· now 24 allocations · root 0bcb…cbcd/);
  expect(screen.getAllByText("0bcb…cbcd")[0]?.className).toContain("font-mono");
});

test("lists events under the month in which they happened", () => {
  show(<ActivityTable events={[getClaim(ADA)]} wallet={ADA} />);
  expect(screen.getByRole("rowheader").textContent).toBe("January 2027");
});
