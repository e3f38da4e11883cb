import type { Page } from "@playwright/test";
import { formatAmount } from "@/components/format/amount";
import { addMonths } from "@/lib/core/vesting/curve";
import { composeAllocation } from "@/lib/core/vesting/schedule-spec/compose";
import type { ScheduleSpec } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import {
  ADA_NAME,
  ada,
  confirmPastDates,
  DAY,
  type DemoSession,
  expect,
  other,
  SOL,
  test,
} from "../support/demo-session";
import { seriousViolations, sidewaysScroll } from "../support/page";

const NAME = "Quarter at the cliff";
/** An amount that its parts do not divide, so that rounding shows. */
const AMOUNT = 4n * SOL + 1n;
const OTHERS = 2n * SOL;
const SUPPLY = AMOUNT + OTHERS;
const monthly: ScheduleSpec = {
  ...{ upfrontShare: 0, cliffShare: 2_500, cliffMonths: 12, durationMonths: 18 },
  steps: "monthly",
};
const linear: ScheduleSpec = { ...monthly, durationMonths: 48, steps: "linear" };

/** Returns midnight in UTC, some days from now on the ledger. */
function inDays({ service }: DemoSession, days: number): bigint {
  const now = Math.floor(Date.now() / 1000) + service.clock.secondsAhead;
  return BigInt((Math.floor(now / DAY) + days) * DAY);
}
const getDay = (time: bigint) => new Date(Number(time) * 1000).toISOString().slice(0, 10);

function getLeaves(beneficiary: string, input: { amount: bigint; startTime: bigint } & ScheduleSpec) {
  const composed = composeAllocation({ beneficiary, ...input });
  if ("error" in composed) throw new Error(composed.error.message);
  return composed.leaves;
}

async function advanceTo(session: DemoSession, time: bigint): Promise<void> {
  const now = Math.floor(Date.now() / 1000) + session.service.clock.secondsAhead;
  await session.advance(Number(time) - now);
}

const WIDTHS = { phone: 390, wide: 1280 };

/** Checks a page on a phone and wide, light and dark. */
async function look(page: Page, name: string): Promise<void> {
  for (const [size, width] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // Colors have a short transition when the scheme changes.
      await expect.poll(() => seriousViolations(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await page.screenshot({ path: `.data/e2e/${name}-${size}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
}

test("a file with separate starts and a quarter at the cliff is created, and claimed with one button", async ({
  session,
  page,
}) => {
  test.setTimeout(360_000);
  const adaStart = addMonths(inDays(session, 10), -12);
  const otherStart = inDays(session, 30);
  const adaLeaves = getLeaves(ada.address, { amount: AMOUNT, startTime: adaStart, ...monthly });
  const otherLeaves = getLeaves(other.address, { amount: OTHERS, startTime: otherStart, ...linear });
  const csv = [
    "beneficiary,amount,startTime,cliffPercent,cliffMonths,durationMonths,steps",
    `${ada.address},${formatAmount(AMOUNT, 9)},${getDay(adaStart)},25 %,12,18,monthly`,
    `${other.address},2,${getDay(otherStart)},25,12,48,`,
  ].join("\n");

  await session.prepare({ name: NAME, csv, cliffDays: -20 });
  await expect(page.getByText("All 2 rows are valid.")).toBeVisible();
  await expect(
    page.getByText(/4\.000000001 SOL in 7 allocations: 1 on .*, then 3\.000000001 in 6 equal steps/),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "All rows combined" })).toBeVisible();
  await page.getByRole("button", { name: "Edit row 2" }).click();
  await page.getByText("Show curve").click();
  await look(page, "schedules-create");
  await page.getByRole("button", { name: "Close" }).click();
  await session.review();
  await expect(page.getByText("2 recipients in 9 allocations", { exact: true })).toBeVisible();
  await confirmPastDates(page);
  await page.getByRole("button", { name: "Sign and create campaign" }).click();
  const tree = await session.open(NAME);
  expect(await session.api.campaign(tree)).toMatchObject({ verified: true, leafCount: 9 });
  const { leaves } = await session.api.leaves(tree, { limit: 100 });
  const texts = [...adaLeaves, ...otherLeaves].map((leaf, leafIndex) => ({
    ...{ ...leaf, leafIndex, amount: leaf.amount.toString() },
    startTime: leaf.startTime.toString(),
    cliffTime: leaf.cliffTime.toString(),
    endTime: leaf.endTime.toString(),
  }));
  expect(leaves).toMatchObject(texts);

  await session.playAs(ADA_NAME);
  await session.goto(`/claim/${tree}`);
  // Nothing can be claimed before the cliff: the countdown is the main figure, and the page has no button to claim.
  await expect(page.getByRole("heading", { name: "Next unlock", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Subscribe to unlocks" })).toBeVisible();
  await expect(page.locator("main").getByRole("button", { name: /^Claim/ })).toHaveCount(0);

  // A quarter at the cliff, rounded down.
  const cliff = addMonths(adaStart, 12);
  await advanceTo(session, cliff + 3_600n);
  await session.goto(`/claim/${tree}`);
  await session.act("Claim 1 SOL", "The tokens are in your wallet.");
  const quarter = AMOUNT / 4n;
  expect((await session.api.campaign(tree)).totalClaimed).toBe(quarter.toString());
  expect(await session.held(tree)).toBe(SUPPLY - quarter);

  // Three steps later, one button claims the three leaves in one transaction.
  await advanceTo(session, addMonths(adaStart, 15) + 3_600n);
  await session.goto(`/portfolio?address=${ada.address}`);
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: NAME }) });
  await expect(row.getByRole("button", { name: /^Claim/ })).toHaveCount(1);
  const schedule = /1 SOL on .*, then 3 SOL in 6 equal steps, monthly/;
  const detail = page.getByRole("row").filter({ hasText: schedule });
  await page.getByRole("button", { name: `Amounts and schedule of ${NAME}` }).click();
  await expect(detail.getByText(schedule)).toBeVisible();
  await look(page, "schedules-portfolio");
  await session.goto(`/claim/${tree}`);
  await expect(page.getByText("Your vesting schedule and proof")).toBeVisible();
  await look(page, "schedules-claim");
  // The record of payments stays open as long as more will vest.
  await expect(page.getByRole("button", { name: /^Recover deposit/ })).toHaveCount(0);
  await session.act("Claim 1.5 SOL", "The tokens are in your wallet.");
  // A quarter and half of the other three, which equals the sums of the leaves.
  const half = adaLeaves.slice(0, 4).reduce((sum, { amount }) => sum + amount, 0n);
  expect(half).toBe((AMOUNT * 5n) / 8n);
  const listed = (await session.api.claims(tree)).claims;
  expect(listed.map(({ leafIndex }) => leafIndex).toSorted()).toEqual([0, 1, 2, 3]);
  expect(new Set(listed.map(({ signature }) => signature)).size).toBe(2);
  expect((await session.api.campaign(tree)).totalClaimed).toBe(half.toString());
  expect(await session.held(tree)).toBe(SUPPLY - half);
  const [mine] = (await session.api.vestingProgress(ada.address)).campaigns.filter(
    ({ treeAddress }) => treeAddress === tree,
  );
  expect(mine?.progress).toMatchObject({
    totalEntitled: AMOUNT.toString(),
    claimedSoFar: half.toString(),
    claimable: "0",
  });
  await expect(page.getByText("Claimed2.5000 SOL")).toBeVisible();
});

test("a template with a 1-year cliff shows one recipient's allocation, in words and as a curve", async ({
  session,
  page,
}) => {
  await session.prepare({ name: "From a template", cliffDays: -20 });
  await session.openStep("Schedule");
  await page.getByRole("radio", { name: "Team: 4 years with a 1-year cliff" }).check();
  await page.getByLabel("Start date (UTC)").fill("2030-01-31T00:00");
  await expect(
    page
      .locator("main")
      .getByText(
        "25% on 31 Jan 2031, then the other 75% evenly by the second from 31 Jan 2031 to 31 Jan 2034.",
      )
      .first(),
  ).toBeVisible();
  await look(page, "schedules-template");
  await page.getByLabel("Remainder after the cliff").selectOption("monthly");
  await expect(page.getByText(/Possible alternatives: half-yearly steps, or linear/).first()).toBeVisible();
  await session.review();
  await expect(page.getByRole("button", { name: "Sign and create campaign" })).toHaveCount(0);
  await session.openStep("Schedule");
  await page.getByLabel("Remainder after the cliff").selectOption("half-yearly");
  await session.sign();
  const tree = await session.open("From a template");
  const { leaves } = await session.api.leaves(tree, { limit: 100 });
  const startTime = BigInt(Date.UTC(2030, 0, 31) / 1000);
  const spec = { ...linear, steps: "half-yearly" } as const;
  expect(leaves.map(({ amount, cliffTime }) => [amount, cliffTime])).toEqual(
    getLeaves(ada.address, { amount: 6n * SOL, startTime, ...spec }).map(({ amount, cliffTime }) => [
      amount.toString(),
      cliffTime.toString(),
    ]),
  );
});
