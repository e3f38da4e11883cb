// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { LargestRecipients } from "@/components/campaign/largest-recipients";
import { UnlockCalendar } from "@/components/campaign/unlock-calendar";
import { show } from "../show";

afterEach(cleanup);

const token = { mint: "mint", decimals: 0, unit: "TOK", isKnown: true };

describe("UnlockCalendar", () => {
  const months = [{ month: "2027-07", amount: "5" }];
  const getCalendar = (waiting: string) =>
    show(<UnlockCalendar {...{ months, token, waiting }} later="0" month="2027-06" />).text();

  it("states the amount that waits for milestones, which no month contains", () => {
    expect(getCalendar("40")).toContain("Another 40 TOK unlocks when milestones are released.");
    cleanup();
    expect(getCalendar("0")).not.toContain("milestones");
  });

  it("begins with the first month that has an unlock, and names a current month that is not whole", () => {
    const monthsFrom = (month: string) => {
      const { text } = show(<UnlockCalendar {...{ months, token, month }} later="0" />);
      const [, ...rows] = screen.getAllByRole("row", { hidden: true });
      const result = { rows: rows.map((row) => row.textContent), text: text() };
      cleanup();
      return result;
    };
    const [before, current] = [monthsFrom("2027-05"), monthsFrom("2027-07")];
    expect(before.rows).toEqual([expect.stringContaining("Jul 2027")]);
    expect(before.text).toContain("Whole calendar months in UTC.");
    expect(current.rows).toEqual(before.rows);
    expect(current.text).toContain("July includes only upcoming unlocks.");
  });
});

describe("LargestRecipients", () => {
  const campaign = { treeAddress: "tree", earlierGeneration: null };
  const largest = [
    { beneficiary: "1".repeat(40), amount: 20n },
    { beneficiary: "2".repeat(40), amount: 10n },
  ];

  it("draws and states each allocation as a share of all allocations", () => {
    show(<LargestRecipients {...{ campaign, largest, token }} recipientCount={24} total={200n} />);
    const bars = screen.getAllByRole("progressbar");
    expect(bars.map((bar) => bar.getAttribute("aria-valuenow"))).toEqual(["10", "5"]);
    expect(bars.map((bar) => (bar.firstChild as HTMLElement).style.width)).toEqual(["10%", "5%"]);
  });

  it("states similar allocations without bars", () => {
    const similar = [{ beneficiary: "1".repeat(40), amount: 12n }, ...largest.slice(1)];
    const of = { campaign, largest: similar, token, recipientCount: 24, total: 200n };
    const { text } = show(<LargestRecipients {...of} />);
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(text()).toContain("6.00%");
  });

  it("names the allocations of a refunded campaign as planned", () => {
    const of = { campaign, largest, token, recipientCount: 2, total: 30n, isRefunded: true };
    expect(show(<LargestRecipients {...of} />).text()).toContain("Largest planned allocations");
  });

  it("links to the list of all recipients", () => {
    show(<LargestRecipients {...{ campaign, largest, token }} recipientCount={24} total={200n} />);
    expect(screen.getByRole("link", { name: "View all 24 recipients" }).getAttribute("href")).toBe(
      "/campaigns/tree?view=recipients",
    );
  });
});
