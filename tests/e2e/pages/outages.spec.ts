import type { Page } from "@playwright/test";
import { expect, test } from "../support/dashboard";
import { gridCell } from "../support/grid";
import { openPage } from "../support/page";
import { openStep } from "../support/wizard";

/** The notices of a page during an outage, and its recovery without a reload. */

const HEALTH = "**/api/health";

const report = (page: Page, away: { db?: boolean; rpc?: boolean }) =>
  page.route(HEALTH, async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ status: 503, json: { ...answer, db: !away.db, rpc: !away.rpc, status: "down" } });
  });

test("shows a lost connection, service, index or network on top of the page until it recovers", async ({
  page,
  context,
  dashboard,
}) => {
  const notice = (title: string) => page.getByRole("status").filter({ hasText: title });
  await report(page, { rpc: true });
  await openPage(page, `${dashboard.url}/campaigns`);
  await expect(notice("Solana is unreachable")).toBeVisible();
  await page.unroute(HEALTH);
  await report(page, { db: true, rpc: true });
  await expect(notice("The index is unavailable")).toBeVisible();
  await expect(notice("Solana is unreachable")).toHaveCount(0);
  await page.unroute(HEALTH);
  await page.route(HEALTH, (route) => route.fulfill({ status: 502, body: "<html>Bad gateway</html>" }));
  await expect(notice("The service is unreachable")).toBeVisible();
  await page.unroute(HEALTH);
  await page.route(HEALTH, (route) => route.abort());
  await context.setOffline(true);
  await expect(notice("You are offline")).toBeVisible();
  await expect(notice("The service is unreachable")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Team grants" })).toBeVisible();
  await context.setOffline(false);
  await expect(notice("You are offline")).toHaveCount(0);
  await page.unroute(HEALTH);
  await expect(notice("The service is unreachable")).toHaveCount(0);
});

/** Blocks every script that is not on the page yet. */
const withoutNewScripts = (page: Page) => page.route(/\/_next\/static\/.*\.js/, (route) => route.abort());

test("explains that a form's code cannot be loaded, keeps the input and continues after a reload", async ({
  page,
  dashboard,
}) => {
  await openPage(page, `${dashboard.url}/create`);
  await page.getByLabel("Name (optional)", { exact: true }).fill("Cut off");
  await openStep(page, "Recipients");
  await page.getByRole("button", { name: "Many recipients" }).click();
  await withoutNewScripts(page);
  const csv = { name: "r.csv", mimeType: "text/csv", buffer: Buffer.from("beneficiary,amount\nx,1") };
  await page.locator("#recipients-file").setInputFiles(csv);
  const notice = page.getByRole("status").filter({ hasText: "This page is incomplete" });
  await expect(notice).toContainText("Part of this page could not be loaded");
  await expect(page.locator("main")).not.toContainText("_next");
  await openStep(page, "Token");
  await expect(page.getByLabel("Name (optional)", { exact: true })).toHaveValue("Cut off");
  await page.unrouteAll();
  await notice.getByRole("button", { name: "Reload page" }).click();
  await page.getByRole("button", { name: "Continue draft" }).click();
  await openStep(page, "Token");
  await expect(page.getByLabel("Name (optional)", { exact: true })).toHaveValue("Cut off");
  await openStep(page, "Recipients");
  await page.locator("#recipients-file").setInputFiles(csv);
  await expect(await gridCell(page, 2, "Recipient")).toContainText("x");
});

test("leaves the page as it is when a dialog's code cannot be loaded", async ({ page, dashboard }) => {
  await openPage(page, `${dashboard.url}/campaigns/${dashboard.trees.claimable}`);
  const open = page.getByRole("button", { name: "Advance time" });
  // The charts load after the page.
  for (const chart of await page.getByRole("figure").all())
    await expect(chart.getByRole("slider")).toBeVisible();
  await withoutNewScripts(page);
  await open.click();
  await expect(page.getByText("This page is incomplete")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Team grants" })).toBeVisible();
});
