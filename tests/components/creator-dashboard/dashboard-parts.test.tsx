// @vitest-environment happy-dom

import { act, cleanup, screen, within } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { monthBars } from "@/components/campaign/month-bars";
import { TaskList, type TaskRow } from "@/components/creator-dashboard/task-list";
import { SumsNotices, TokenTotals, TokenUnlocks } from "@/components/creator-dashboard/token-dashboard";
import { ClockProvider } from "@/components/shell/clock";
import { updateWallet } from "@/components/wallet/wallet-store";
import { toToken } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { monthText } from "@/lib/core/vesting/unlock-months";
import { getWallet, show, showGerman } from "../show";

const CREATOR = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const TREE = "5dQj8QAJDYYD6QxwXYx3Hcrv7NihEyf4aUXPSqXXNDPS";
const SOL = "000000000";
const token = toToken(NATIVE_MINT, null);
const action = {
  ...{ treeAddress: TREE, programId: TREE, creator: CREATOR, mint: NATIVE_MINT, decimals: 9, unit: "SOL" },
  ...{ cancelAuthority: CREATOR, pauseAuthority: CREATOR, totalSupply: `10${SOL}`, totalClaimed: "0" },
  ...{ vested: "0", unclaimed: "0", payableUntilSwept: "0", graceEnd: null },
};

const row = (kind: TaskRow["task"]["kind"], over: Partial<TaskRow["task"]> = {}): TaskRow => ({
  task: {
    ...{ kind, treeAddress: TREE, mint: NATIVE_MINT, metadata: { name: "Crew" }, leafCount: 3 },
    ...{ amount: `2${SOL}`, milestoneIdx: null, at: "1795435200" },
    ...over,
  },
  ...{ token, action },
});

afterEach(() => {
  cleanup();
  act(() => updateWallet({ account: null }));
});

/** Returns the number of tasks without the grace periods, as the API counts them. */
const openTasks = (taskRows: TaskRow[]) => taskRows.filter(({ task }) => task.kind !== "grace").length;

const list = (taskRows: TaskRow[], over: Partial<Parameters<typeof TaskList>[0]> = {}) =>
  show(
    <ClockProvider serverNow="1795000000">
      <TaskList {...{ taskRows, count: openTasks(taskRows), isLedgerAway: false, ...over }} />
    </ClockProvider>,
  );

test("offers the fix of each task to the wallet that may do it, and the campaign to other visitors", () => {
  const taskRows = [
    row("unregistered", { metadata: null }),
    row("unfunded"),
    row("milestone_due", { milestoneIdx: 4 }),
    row("sweep"),
    row("paused", { amount: null, at: null }),
    row("grace"),
  ];
  const { text } = list(taskRows);
  expect(text()).toContain(
    "3 allocations of 2 SOL. Recipients cannot find this campaign until it is registered",
  );
  expect(text()).toContain("2 SOL must be deposited");
  expect(text()).toContain(
    "Milestone 4 was planned for 23 Nov 2026 and is not released. Its release unlocks 2 SOL",
  );
  expect(text()).toContain("Recipients can claim vested amounts for 5 days 0 h more".replace(" 0 h", ""));
  expect(text()).toContain("Open tasks (5)");
  const waiting = screen.getByText("Waiting").closest("details");
  expect(within(waiting as HTMLElement).getAllByText(/^Recipients can claim/)).toHaveLength(1);
  const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
  const names = ["Fund 2 SOL", "Release milestone 4", "Resume claims"];
  expect(screen.queryAllByRole("button")).toEqual([]);
  const links = screen.getAllByRole("link", { name: /on campaign page$/ });
  expect(links.map(({ textContent }) => textContent)).toEqual([
    "Release on campaign page",
    "Withdraw on campaign page",
    "Resume on campaign page",
  ]);
  act(() => updateWallet({ account: getWallet(CREATOR) }));
  for (const name of names) expect(button(name).disabled).toBe(false);
  const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(link("Finish registration")).toBe("/create");
  expect(link("Withdraw on campaign page")).toBe(`/campaigns/${TREE}`);
});

test("states that no task is open, and what is unknown while the network is unreachable", () => {
  expect(list([]).text()).toContain("You’re all caught up. New tasks appear here.");
  cleanup();
  const { text } = list([], { isLedgerAway: true });
  expect(text()).toContain("Solana is unreachable");
  expect(text()).toContain("You have no other open tasks.");
});

test("joins the milestones of a campaign that were due at the same time in one line", () => {
  const { text } = list([1, 2].map((milestoneIdx) => row("milestone_due", { milestoneIdx })));
  expect(text()).toContain(
    "Milestones 1 and 2 were planned for 23 Nov 2026 and are not released. Their release unlocks 4 SOL.",
  );
  expect(text()).toContain("Open tasks (1)");
  expect(text()).not.toContain("The campaign is cancelled.");
  expect(screen.getAllByRole("link", { name: "Release on campaign page" })).toHaveLength(1);
  act(() => updateWallet({ account: getWallet(CREATOR) }));
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Release milestone 1",
    "Release milestone 2",
  ]);
});

/** A milestone with its own due date. */
const milestoneOn = (milestoneIdx: number) =>
  row("milestone_due", { milestoneIdx, at: `${1_795_435_200 + milestoneIdx * 86_400}` });

test("states that a milestone of a cancelled campaign can be released until the grace period ends", () => {
  const { text } = list([row("milestone_due", { milestoneIdx: 4 }), row("grace")]);
  expect(text()).toContain("The campaign is cancelled. A release is possible until the grace period ends.");
  const links = screen.getAllByRole("link", { name: "Crew" }).map((link) => link.getAttribute("href"));
  expect(links).toEqual([`/campaigns/${TREE}`, `/campaigns/${TREE}`]);
});

test("lists every task of the first three campaigns, and folds those of the others", () => {
  const other = (number: number) =>
    row("paused", { treeAddress: `${TREE}${number}`, metadata: { name: `Crew ${number}` } });
  const taskRows = [...[0, 1, 2, 3].map(milestoneOn), ...[1, 2, 3, 4].map(other)];
  const { text } = list(taskRows, { count: 140 });
  expect(text()).toContain("Open tasks (140)");
  const folded = screen.getByText("2 more tasks").closest("details");
  const names = within(folded as HTMLElement).getAllByRole("link", { hidden: true });
  expect(names.map(({ textContent }) => textContent)).toEqual(
    ["Crew 3", "Crew 4"].flatMap((name) => [name, "Resume on campaign page"]),
  );
  expect(screen.getAllByText(/^Milestone \d was planned/)).toHaveLength(4);
  expect(text()).toContain("132 more tasks appear");
});

test("shows the tasks of a fourth campaign instead of a disclosure for only one campaign", () => {
  const others = [1, 2, 3, 4].map((number) => row("paused", { treeAddress: `${TREE}${number}` }));
  const { container } = list(others);
  expect(container.querySelector("details")).toBeNull();
  expect(screen.getAllByText(/^Recipients cannot claim until/)).toHaveLength(4);
});

const sums = {
  ...{ mint: NATIVE_MINT, campaigns: 2, unlocked: `1${SOL}`, thisMonth: `2${SOL}`, locked: `7${SOL}` },
  ...{ waiting: `3${SOL}`, claimed: "5", toWithdraw: "0", inGrace: `4${SOL}`, later: `1${SOL}` },
  months: [
    { month: "2026-11", amount: `2${SOL}` },
    { month: "2027-02", amount: `6${SOL}` },
  ],
};

type Claimable = Parameters<typeof TokenTotals>[0]["claimable"];

const TokenDashboard = ({
  claimable = { running: 4_000_000_000n, inGrace: 0n, afterPause: 0n },
  ended = 0,
  ...props
}: Parameters<typeof TokenUnlocks>[0] & { claimable?: Claimable; ended?: number }) => (
  <>
    <TokenTotals {...props} {...{ claimable, ended }} />
    <TokenUnlocks {...props} />
  </>
);

const unlocksList = "/api/creator/creator/unlocks" as const;
const recipientsHref = (month: string) => `/dashboard?month=${month}`;

test("names a token's sums by month, and repeats the chart's months in a table", () => {
  const { text } = show(
    <TokenDashboard {...{ sums, token, recipientsHref, unlocksList }} month="2026-11" ended={1} />,
  );
  expect(text()).toContain("Totals in SOL1 of 2 campaigns");
  expect(text()).toContain("Unlocked before Nov 20261 SOL");
  expect(text()).toContain("Unlocks in Nov 20262 SOL");
  expect(text()).toContain(
    "Unlocks later7 SOLUnreleased milestones3 SOLWithout 1 cancelled, refunded or settled campaign.",
  );
  const folded = screen.getByText("More totals").closest("details");
  expect(folded?.querySelectorAll("dt")).toHaveLength(3);
  expect(text()).toContain("Claimable now4 SOLAvailable to withdraw0 SOLFrom cancelled campaigns");
  // Cancelled campaigns have claims, but no allocations: the two totals are not comparable.
  expect(folded?.textContent).toContain("Claimed<0.0001 SOLFrom all campaigns");
  expect(folded?.textContent).toContain("Available after grace periods4 SOLAt most");
  expect(folded?.open).toBe(false);
  const downloads = screen.getAllByRole("link", { name: /^Export CSV/ });
  expect(downloads.map((link) => link.closest("figure") !== null)).toEqual([true, true]);
  expect(text()).toContain("Another 1 SOL unlocks after the last month.");
  expect(text()).toContain("Allocated13 SOLUnlocked");
  expect(text()).toContain("Unlocks in Dec 20260 SOL");
  expect(text()).toContain("The largest unlock is 6 SOL in Feb 2027.");
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map((item) => item.textContent)).toEqual([
    "Nov 20262 SOL",
    "Dec 20260 SOL",
    "Jan 20270 SOL",
    "Feb 20276 SOL",
  ]);
});

test("states the claimable amounts in grace periods and of paused campaigns apart, and no amount that it does not know", () => {
  const of = { sums, token, recipientsHref, unlocksList, month: "2026-11" };
  const claimable = { running: 2_000_000_000n, inGrace: 3_000_000_000n, afterPause: 1_000_000_000n };
  const { text } = show(<TokenDashboard {...of} claimable={claimable} />);
  expect(text()).toContain(
    "Claimable now5 SOL2 SOL in active campaigns · 3 SOL in a grace period · 1 SOL more after a pause",
  );
  cleanup();
  expect(show(<TokenDashboard {...of} claimable={null} />).text()).not.toContain("Claimable now");
});

test("states what the sums exclude, and nothing when they exclude nothing", () => {
  const dashboard = {
    ...{ address: CREATOR, month: "2026-11", covered: 500, total: 1_200, unsummed: 3, ledger: true },
    ...{ needs: [], needCount: 0, tokens: [] },
  };
  const { text, rerender } = show(<SumsNotices dashboard={dashboard} />);
  expect(text()).toContain("Totals of the 500 newest campaignsThe list below shows all 1,200 campaigns.");
  expect(text()).toContain("The totals do not include 3 campaigns yet.");
  rerender(<SumsNotices dashboard={{ ...dashboard, total: 500, unsummed: 0 }} />);
  expect(text()).toBe("");
});

test("draws no chart when nothing more unlocks", () => {
  const over = { ...sums, thisMonth: "0", locked: "0", months: [], later: "0" };
  const { text, container } = show(
    <TokenDashboard {...{ token, recipientsHref, unlocksList }} sums={over} month="2026-11" />,
  );
  expect(text()).toContain("No further unlocks are scheduled.");
  expect(container.querySelector("figure")).toBeNull();
});

test("links to the largest unlocks of this and the next month, and lists the selected month", () => {
  const selected = {
    month: "2027-02",
    recipients: [
      { beneficiary: CREATOR, amount: 4_500_000_000n },
      { beneficiary: TREE, amount: 1_500_000_000n },
    ],
  };
  show(<TokenDashboard {...{ sums, token, recipientsHref, unlocksList, selected }} month="2026-11" />);
  const links = screen.getAllByRole("link", { name: /^Largest unlocks in/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/dashboard?month=2026-11",
    "/dashboard?month=2026-12",
  ]);
  const list = within(screen.getByRole("region", { name: "Largest unlocks in Feb 2027" }));
  const rows = list.getAllByRole("row").slice(1);
  expect(rows.map((item) => item.textContent)).toEqual([
    expect.stringContaining("4.5000 SOL75.00%"),
    expect.stringContaining("1.5000 SOL25.00%"),
  ]);
});

test("shows the same in German, with its order, plurals, marks and dates", () => {
  const taskRows = [
    row("unregistered", { amount: "1234500000000", leafCount: 1_234 }),
    row("milestone_due", { milestoneIdx: 4 }),
    row("grace"),
  ];
  const { text } = showGerman(
    <ClockProvider serverNow="1795000000">
      <TaskList {...{ taskRows, count: 1_003, isLedgerAway: false }} />
      <TokenDashboard
        {...{ sums: { ...sums, campaigns: 1 }, token, recipientsHref, unlocksList }}
        month="2026-11"
      />
    </ClockProvider>,
  );
  expect(text()).toContain("Offene Aufgaben (1.003)");
  expect(text()).toContain(
    "1.234 Zuteilungen über 1.234,5000 SOL. Empfänger finden diese Kampagne erst nach der Registrierung.",
  );
  expect(text()).toContain(
    "Meilenstein 4 war für den 23. Nov. 2026 geplant und ist nicht freigegeben. Seine Freigabe gibt 2 SOL frei.",
  );
  expect(text()).toContain("Empfänger können freigegebene Beträge noch 5 Tage lang abholen");
  expect(text()).toContain("1.001 weitere Aufgaben erscheinen, sobald diese erledigt sind.");
  expect(text()).toContain("Summen in SOL1 Kampagne");
  expect(text()).toContain("Nach dem letzten Monat werden weitere 1 SOL frei.");
});

test("returns consecutive whole months with their amounts", () => {
  const given = fc.uniqueArray(fc.integer({ min: 680, max: 720 }), { minLength: 1 }).chain((months) =>
    fc.tuple(
      fc.constant(months.sort((a, b) => a - b)),
      fc.array(fc.bigInt({ min: 1n, max: 2n ** 80n }), {
        minLength: months.length,
        maxLength: months.length,
      }),
    ),
  );
  fc.assert(
    fc.property(given, ([months, amounts]) => {
      const reported = months.map((month, at) => ({ month: monthText(month), amount: String(amounts[at]) }));
      const bars = monthBars(reported, monthText(680));
      expect(bars).toHaveLength((months.at(-1) ?? 0) - 680 + 1);
      for (const [at, { month, amount }] of bars.entries()) {
        expect(month).toBe(monthText(680 + at));
        const index = months.indexOf(680 + at);
        expect(amount).toBe(index < 0 ? 0n : amounts[index]);
      }
    }),
  );
});
