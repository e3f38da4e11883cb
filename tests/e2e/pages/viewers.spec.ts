import type { Page } from "@playwright/test";
import { DEMO_BENEFICIARIES, DEMO_CREATOR } from "@/lib/client/demo-accounts";
import { shortAddress } from "@/lib/contract/names";
import { expect, test } from "../support/dashboard";
import { openPage, playAs, seriousViolations, sidewaysScroll } from "../support/page";
import { CREATOR } from "../support/sample-keys";

const [ADA_NAME] = DEMO_BENEFICIARIES;

/** Returns the layout shift since the page was opened, as browsers measure it. */
const shifted = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, "value"));
        });
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 0));
      }),
  );

const panel = (page: Page) => page.getByRole("region", { name: "Available actions" });

async function look(page: Page, name: string): Promise<void> {
  for (const [screen, width, height] of [
    ["phone", 360, 780],
    ["wide", 1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // Colors have a short transition. An animation whose element is removed is rejected.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
      await page.screenshot({ path: `.data/e2e/viewer-${name}-${screen}-${colorScheme}.png` });
      expect(await seriousViolations(page)).toEqual([]);
    }
  }
}

test("a campaign's page begins with its viewer's actions, and does not shift when the wallet reconnects", async ({
  page,
  dashboard,
}) => {
  const path = `${dashboard.url}/campaigns/${dashboard.trees.claimable}`;
  await openPage(page, path, { waitUntil: "networkidle" });
  await expect(panel(page).getByText("Connect your wallet to see and claim your tokens.")).toBeVisible();
  await expect(panel(page).getByRole("button", { name: /Claim|Pause|Cancel|Release/ })).toHaveCount(0);
  const fold = panel(page).locator("summary");
  await expect(fold).toHaveText(`Campaign control: creator only, ${shortAddress(CREATOR.address)}`);
  await fold.focus();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByText(/^Can release milestones/)).toBeVisible();
  await look(page, "everybody");
  await openPage(page, undefined, { waitUntil: "networkidle" });
  expect(await shifted(page)).toBe(0);

  await panel(page).getByRole("button", { name: "Connect a wallet" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: new RegExp(ADA_NAME) })
    .click();
  await expect(panel(page).getByRole("button", { name: /^Claim \d/ })).toBeEnabled();
  await expect(panel(page).getByText("Your controls")).toHaveCount(0);
  await look(page, "recipient");
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await openPage(page, undefined, { waitUntil: "networkidle" });
    await expect(panel(page).getByRole("button", { name: /^Claim \d/ })).toBeEnabled();
    expect(await shifted(page), `recipient at ${width}`).toBeLessThan(0.005);
  }

  await playAs(page, DEMO_CREATOR);
  await expect(panel(page).getByRole("region", { name: "As cancel authority" })).toBeVisible();
  await expect(panel(page).getByRole("button", { name: "Pause claims" })).toBeEnabled();
  await expect(panel(page).getByText("Your allocation")).toHaveCount(0);
  await look(page, "creator");
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await openPage(page, undefined, { waitUntil: "networkidle" });
    await expect(panel(page).getByRole("button", { name: "Pause claims" })).toBeEnabled();
    expect(await shifted(page), `creator at ${width}`).toBeLessThan(0.005);
  }
  await page.getByRole("button", { name: /^Wallet Demo/ }).click();
  await page.getByRole("menuitem", { name: "Disconnect" }).click();
  await openPage(page);
  await expect(panel(page).getByText("Connect your wallet to see and claim your tokens.")).toBeVisible();
});

test("a chart beside the controls of a creator leaves no space empty", async ({ page, dashboard }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, `${dashboard.url}/campaigns/${dashboard.trees.claimable}`);
  await playAs(page, DEMO_CREATOR);
  await expect(panel(page).getByRole("button", { name: "Pause claims" })).toBeEnabled();
  const figure = page.locator("figure").filter({ hasText: "Show as table" }).first();
  const chart = await figure.locator("canvas").boundingBox();
  const footer = await figure.getByText("Show as table").boundingBox();
  if (!chart || !footer) throw new Error("The chart is not visible.");
  expect(footer.y - (chart.y + chart.height)).toBeLessThan(60);
});

test("shows the holder of each control without scripts", async ({ browser, dashboard }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${dashboard.url}/campaigns/${dashboard.trees.claimable}`);
  await panel(page).locator("summary").click();
  await expect(panel(page).getByText(/^Can release milestones/)).toBeVisible();
  await context.close();
});

test("the header has at most two lines on narrow phones, with all of it in reach", async ({
  page,
  dashboard,
}) => {
  await openPage(page, `${dashboard.url}/campaigns`);
  for (const who of ["nobody", DEMO_CREATOR, ADA_NAME]) {
    if (who !== "nobody") await playAs(page, who);
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      const name = page.getByTitle(/^This service indexes/);
      await expect(name).toBeVisible();
      const lines = await page.locator("header:has(nav) > div > a").evaluate((link) => {
        const tops = new Set<number>();
        const walker = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(walker.currentNode);
          for (const { top, width, height } of range.getClientRects()) {
            if (width > 2 && height > 2) tops.add(Math.round(top));
          }
        }
        return tops.size;
      });
      expect(lines, `${who} at ${width}`).toBeLessThanOrEqual(2);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      const wallet = page.getByRole("button", {
        name: who === "nobody" ? "Connect" : /^Wallet Demo/,
        exact: true,
      });
      const box = await wallet.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
      await expect(page.getByRole("navigation", { name: "Main, bottom" })).toBeVisible();
      await page.screenshot({
        path: `.data/e2e/header-${width}-${who.replaceAll(" ", "-")}.png`,
        clip: { x: 0, y: 0, width, height: 120 },
      });
    }
  }
});
