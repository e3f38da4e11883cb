// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PortfolioTotals } from "@/components/portfolio/totals";
import { UnlockCalendar } from "@/components/portfolio/unlock-calendar";
import { VestingOverTime } from "@/components/portfolio/vesting-over-time";
import { ClockProvider } from "@/components/shell/clock";
import { portfolioCurve } from "@/lib/contract/portfolio/curve";
import { toVestingProgress } from "@/lib/contract/portfolio/rows";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { row } from "@/tests/lib/contract/portfolio/row";
import { openPath } from "@/tests/support/next-navigation";
import { show, showGerman } from "../show";

beforeEach(() => openPath("/portfolio"));
afterEach(cleanup);

const NOW = 1_800_000_000n;
const YEAR = 31_536_000n;
const leaf = { releaseType: ReleaseType.Linear, cliffTime: NOW - YEAR, endTime: NOW + YEAR, amount: 40_000n };
const rows = [row("a", [leaf], { totalSupply: 40_000n })];
const curve = portfolioCurve(rows, {
  ...{ convert: (_: string, amount: bigint) => amount, releasedAt: () => null, now: NOW },
  past: { claims: [], isCut: false },
});
const getToken = (mint: string) => ({ mint, decimals: 2, unit: mint.toUpperCase(), isKnown: true });
const inTime = (part: React.ReactNode) =>
  show(<ClockProvider serverNow={NOW.toString()}>{part}</ClockProvider>);

test("shows the curve in words and as a table, in money or in the chosen token", () => {
  const money = { ...curve, chosen: null, choices: [null, "mint"] };
  const { text } = inTime(<VestingOverTime curve={money} getToken={getToken} address="ada" />);
  expect(text()).toContain("Vesting curve: 200 USD of 400 USD have vested, 0 USD have been claimed.");
  const table = within(screen.getByRole("table", { name: "Vesting curve", hidden: true }));
  const cells = table.getAllByRole("row", { hidden: true }).map(({ textContent }) => textContent ?? "");
  expect(cells.at(-1)).toMatch(/400 USD/);
  expect(screen.getByLabelText<HTMLSelectElement>("Currency or token").value).toBe("");
  cleanup();
  const token = { ...curve, chosen: "mint", choices: ["mint"] };
  const other = inTime(<VestingOverTime curve={token} getToken={getToken} address="ada" />);
  expect(other.text()).toContain("200 MINT of 400 MINT");
  expect(screen.queryByLabelText("Currency or token")).toBeNull();
});

test("shows money beside amounts with the time of its prices, and never without a price", () => {
  const progress = toVestingProgress({ address: "ada", asOf: { slot: 1n, timestamp: NOW }, rows }, NOW);
  const market = { getToken, getPrice: () => 3, pricedAt: Number(NOW) };
  const { text } = inTime(<PortfolioTotals {...{ progress, market }} />);
  expect(text()).toContain("Claimable now200 MINT ≈ $600.00");
  expect(text()).toMatch(/use prices as of 15 Jan 2027/);
  cleanup();
  const unknown = inTime(<PortfolioTotals {...{ progress }} market={{ ...market, getPrice: () => null }} />);
  expect(unknown.text()).not.toMatch(/\$|prices/);
});

test("shows parts of an allocation that add up to the total, and to 100 percent", () => {
  const claimed = [row("a", [{ ...leaf, amount: 30_001n, claimed: 10_000n }], { totalSupply: 90_000n })];
  const progress = toVestingProgress(
    { address: "ada", asOf: { slot: 1n, timestamp: NOW }, rows: claimed },
    NOW,
  );
  inTime(<PortfolioTotals {...{ progress }} market={{ getToken, getPrice: () => null, pricedAt: 0 }} />);
  const cells = screen
    .getAllByRole("term")
    .map((term) => [
      term.textContent,
      ...[...(term.parentElement?.querySelectorAll("dd") ?? [])].map((dd) => dd.textContent),
    ]);
  expect(cells.slice(2)).toEqual([
    ["Claimed", "100 MINT", "33.33%"],
    ["Claimable", "50 MINT", "16.66%"],
    ["Unvested", "150.01 MINT", "50.01%"],
    ["Allocated", "300.01 MINT", "100%"],
  ]);
});

test("states until when a schedule unlocks every second", () => {
  const fast = [row("a", [{ ...leaf, amount: 10n ** 12n }], { totalSupply: 10n ** 12n })];
  const progress = toVestingProgress({ address: "ada", asOf: { slot: 1n, timestamp: NOW }, rows: fast }, NOW);
  const market = { getToken, getPrice: () => null, pricedAt: 0 };
  const { text } = inTime(<PortfolioTotals {...{ progress, market }} />);
  expect(text()).toContain("VestingContinuous until 15 Jan 2028");
});

test("draws the unlocks of one token as the chart of a campaign, and lists those of several", () => {
  const unlocks = {
    months: [{ month: "2027-02", amounts: [{ mint: "mint", amount: 100n }] }],
    later: [{ mint: "mint", amount: 250n }],
  };
  const one = inTime(<UnlockCalendar {...{ unlocks, getToken }} month="2027-01" />);
  expect(one.text()).toContain("The largest unlock is 1 MINT in Feb 2027.");
  expect(one.text()).toContain(
    "Excludes cancelled, refunded and settled campaigns. A pause does not stop vesting. Another 2.50 MINT unlocks after the last month.",
  );
  cleanup();
  const later = [{ mint: "other", amount: 300n }];
  const both = inTime(<UnlockCalendar unlocks={{ ...unlocks, later }} getToken={getToken} month="2027-01" />);
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Feb 2027", "Later"]);
  expect(both.container.querySelector("figure")).toBeNull();
});

test("formats sums, money and dates in German", () => {
  const progress = toVestingProgress({ address: "ada", asOf: { slot: 1n, timestamp: NOW }, rows }, NOW);
  const market = { getToken, getPrice: () => 3.5, pricedAt: Number(NOW) };
  const { text } = showGerman(
    <ClockProvider serverNow={NOW.toString()}>
      <PortfolioTotals {...{ progress, market }} />
    </ClockProvider>,
  );
  expect(text()).toContain("Summen in MINT");
  expect(text()).toMatch(/Jetzt abholbar200 MINT ≈ 700,00\s\$/);
  expect(text()).toMatch(/beruhen auf Preisen von 15\. Jan\. 2027/);
});
