import type { Locator, Page } from "@playwright/test";
import { DEMO_CREATOR } from "@/lib/client/demo-accounts";
import { expect, test } from "../support/dashboard";
import { openPage, playAs } from "../support/page";
import { ADA, CREATOR } from "../support/sample-keys";

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

/** Returns the number of lines on which the cells of a table's first row begin. */
async function getLines(table: Locator): Promise<number> {
  const cells = table
    .getByRole("row")
    .filter({ has: table.page().getByRole("cell") })
    .first()
    .getByRole("cell");
  const boxes = await cells.evaluateAll((all) =>
    all.map((cell) => ({ top: cell.getBoundingClientRect().top, height: cell.clientHeight })),
  );
  const tops = boxes.filter(({ height }) => height > 0).map(({ top }) => top);
  return tops.toSorted((a, b) => a - b).filter((top, at, all) => at === 0 || top - (all[at - 1] ?? 0) > 12)
    .length;
}

for (const { list, path } of [
  { list: "Campaigns", path: () => "/campaigns" },
  { list: "Claims", path: (tree: string) => `/campaigns/${tree}?view=claims` },
  { list: "Events", path: (tree: string) => `/campaigns/${tree}?view=timeline` },
  { list: "List versions", path: (tree: string) => `/campaigns/${tree}?view=roots` },
  { list: "Campaigns of this creator", path: () => `/dashboard?address=${CREATOR.address}` },
  { list: "Campaigns", path: () => `/portfolio?address=${ADA.address}` },
]) {
  test(`shows a row of ${list} in one line at ${path("…")}, and in two on a phone`, async ({
    page,
    dashboard,
  }) => {
    await openPage(page, dashboard.url + path(dashboard.trees.claimable));
    const table = page.getByRole("table", { name: list, exact: true });
    await expect(table.getByRole("columnheader").first()).toBeVisible();
    expect(await getLines(table)).toBe(1);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await getLines(table)).toBe(2);
  });
}

/** Maximum height of a portfolio of eight campaigns, four of them ended, in pixels. */
const MAX_HEIGHT = 2_500;

test("shows a portfolio of eight campaigns, four of them ended, on at most three screens of a phone", async ({
  page,
  dashboard,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, `${dashboard.url}/portfolio?address=${ADA.address}`);
  const links = page.getByRole("table", { name: "Campaigns", exact: true }).getByRole("link");
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await expect(page.getByText("4 ended campaigns")).toBeVisible();
  expect(await links.count()).toBeGreaterThanOrEqual(4);
  expect(height).toBeLessThanOrEqual(MAX_HEIGHT);
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test(`shows the button that signs when an action opens at ${viewport.width} x ${viewport.height}`, async ({
    page,
    dashboard,
  }) => {
    await page.setViewportSize(viewport);
    await openPage(page, `${dashboard.url}/campaigns/${dashboard.trees.active}`);
    await playAs(page, DEMO_CREATOR);
    await page.locator("main").getByRole("button", { name: "Cancel campaign" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Simulation passed. Nothing was sent.")).toHaveCount(1);
    const [cancel, sign] = ["Cancel", "Sign and send"].map((name) =>
      dialog.getByRole("button", { name, exact: true }),
    ) as [Locator, Locator];
    await expect(sign).toBeInViewport({ ratio: 1 });
    expect((await cancel.boundingBox())?.y).toBe((await sign.boundingBox())?.y);
    await dialog.getByRole("button", { name: "Export for offline signing" }).scrollIntoViewIfNeeded();
    await expect(dialog.getByRole("heading").first()).toBeInViewport({ ratio: 1 });
    await expect(sign).toBeInViewport({ ratio: 1 });
  });
}

test("shows the open tasks of a creator on the first screen of a phone, above the totals", async ({
  page,
  dashboard,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, `${dashboard.url}/dashboard?address=${CREATOR.address}`);
  const headings = page.locator("main").getByRole("heading", { name: /^(Open tasks|Totals in)/ });
  await expect(headings.first()).toHaveText(/^Open tasks/);
  expect((await headings.first().boundingBox())?.y).toBeLessThan(600);
});

test("keeps the differences of a version within the table on the narrowest phone", async ({
  page,
  dashboard,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await openPage(page, `${dashboard.url}/campaigns/${dashboard.trees.claimable}/changes/2`);
  const table = page.getByRole("table", { name: "Changes per recipient" });
  await expect(table).toBeVisible();
  const overflow = await table.evaluate((element) => {
    const { right } = element.getBoundingClientRect();
    return Math.max(
      ...[...element.querySelectorAll("td span")].map((item) => item.getBoundingClientRect().right - right),
    );
  });
  expect(overflow).toBeLessThanOrEqual(0.5);
});
