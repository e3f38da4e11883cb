import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/dashboard";
import { openPage } from "../support/page";

const ANDROID =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

async function openConnectDialog(page: Page, url: string): Promise<void> {
  await openPage(page, url);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("Demo accounts of the local ledger")).toBeVisible();
  await page.waitForLoadState("networkidle");
}

/** Opens the connect dialog, and returns all scripts that were loaded by then. */
async function scriptsOfDialog(page: Page, url: string): Promise<string> {
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (/\.js($|\?)/.test(response.url())) scripts.push(response.text());
  });
  await openConnectDialog(page, url);
  return (await Promise.all(scripts)).join("\n");
}

const connectSources = async (page: Page, url: string) => {
  const policy = (await openPage(page, url))?.headers()["content-security-policy"] ?? "";
  return /connect-src ([^;]*)/.exec(policy)?.[1]?.trim();
};

test("a desktop loads nothing for wallet apps, and its policy allows no other connection", async ({
  page,
  dashboard,
}) => {
  const scripts = await scriptsOfDialog(page, dashboard.url);
  expect(scripts).toContain("wallet-standard:register-wallet");
  expect(scripts).not.toContain("associate/local");
  await expect(page.getByText("No Solana wallet was found in this browser")).toBeVisible();
  expect(await connectSources(page, dashboard.url)).toBe("'self'");
});

test.describe("on an Android phone", () => {
  test.use({ userAgent: ANDROID, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("allows connections to its wallet apps, and offers the page inside them", async ({
    page,
    dashboard,
  }) => {
    const url = `${dashboard.url}/campaigns/${dashboard.trees.claimable}?view=claims`;
    await openConnectDialog(page, url);
    const links = page.getByRole("dialog").getByRole("link");
    await expect(links).toHaveCount(3);
    await expect(links.first()).toHaveAttribute(
      "href",
      `https://phantom.app/ul/browse/${encodeURIComponent(url)}?ref=${encodeURIComponent(dashboard.url)}`,
    );
    expect(await connectSources(page, url)).toBe("'self' ws://localhost:*");
  });
});

/** Returns the text that the stylesheet inserts before the cells of a list's first row. */
const titlesOfCells = (table: Locator) =>
  table
    .getByRole("row")
    .filter({ has: table.page().getByRole("cell") })
    .first()
    .getByRole("cell")
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));

test("places each cell of a card beside its column's title, and none in a table", async ({
  page,
  dashboard,
}) => {
  await openPage(page, `${dashboard.url}/campaigns/${dashboard.trees.claimable}?view=claims`);
  const table = page.getByRole("table", { name: "Claims" });
  expect(new Set(await titlesOfCells(table))).toEqual(new Set(["none"]));
  const columns = ["When", "Recipient", "Amount", "Allocation", "Transaction"];
  await page.setViewportSize({ width: 360, height: 740 });
  // The title has an empty alternative text, so that screen readers do not repeat it for each cell.
  expect(await titlesOfCells(table)).toEqual(columns.map((title) => `"${title}" / ""`));
});

test("shows a campaign in one line of a table, and in two lines on a phone", async ({ page, dashboard }) => {
  await openPage(page, `${dashboard.url}/campaigns`);
  const cells = page
    .getByRole("row")
    .filter({ has: page.getByRole("cell") })
    .first()
    .getByRole("cell");
  const lines = async () => {
    const boxes = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect()));
    return new Set(boxes.filter(({ height }) => height > 0).map(({ top }) => Math.round(top / 10))).size;
  };
  await expect(page.getByRole("columnheader", { name: "Creator" })).toBeVisible();
  expect(await lines()).toBe(1);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await lines()).toBe(2);
});
