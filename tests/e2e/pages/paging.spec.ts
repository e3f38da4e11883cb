import { expect, test } from "../support/dashboard";
import { openPage } from "../support/page";
import { ADA, CREATOR } from "../support/sample-keys";

test("Older pages through all events to the end, Newer back, and the position is kept", async ({
  page,
  dashboard,
}) => {
  const api = await page.request.get(`${dashboard.url}/api/activity/${CREATOR.address}?limit=100`);
  const { events } = await api.json();
  const all: string[] = events.map(({ signature }: { signature: string }) => signature);
  expect(all.length).toBeGreaterThan(25);
  await openPage(page, `${dashboard.url}/activity?address=${CREATOR.address}`);
  // Until the page knows the viewer's time zone, its times are in UTC.
  await expect(page.getByText("Times in Europe/Zurich.")).toBeVisible();
  const list = page.getByRole("region", { name: "Events" });
  const rows = list.getByRole("row").filter({ has: page.getByRole("cell") });
  const older = list.getByRole("link", { name: "Older" });
  const texts: string[][] = [await rows.allInnerTexts()];
  while ((await older.count()) > 0) {
    await older.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => rows.allInnerTexts()).not.toEqual(texts.at(-1));
    texts.push(await rows.allInnerTexts());
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  }
  expect(texts.map((rowsOfPage) => rowsOfPage.length)).toEqual(pageSizes(all.length));

  // The list began above the window when its last link was clicked, and begins in it now.
  expect((await list.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  for (const expected of texts.slice(0, -1).reverse()) {
    await list.getByRole("link", { name: "Newer" }).click();
    await expect.poll(() => rows.allInnerTexts()).toEqual(expected);
  }
  await expect(list.getByRole("link", { name: "Newer" })).toHaveCount(0);
  await page.goBack();
  await expect(list.getByRole("link", { name: "Newer" })).toBeVisible();
});

function pageSizes(total: number): number[] {
  const full = Array.from({ length: Math.floor(total / 25) }, () => 25);
  return total % 25 === 0 ? full : [...full, total % 25];
}

test("explains pages past the end and invalid positions in a list, and links back", async ({
  page,
  dashboard,
}) => {
  const { claimable } = dashboard.trees;
  const POSITIONS = [
    ["/campaigns?creator=&page=99", 404],
    [`/activity?address=${CREATOR.address}&cursor=broken`, 404],
    [`/portfolio?address=${ADA.address}&page=99`, 404],
    [`/campaigns/${claimable}/changes/2?page=99`, 404],
    // The rest of the campaign's page exists for any page number of its list.
    [`/campaigns/${claimable}?page=99`, 200],
    [`/campaigns/${claimable}?view=claims&cursor=broken`, 200],
    [`/campaigns/${claimable}?view=timeline&cursor=broken`, 200],
  ] as const;
  for (const [path, status] of POSITIONS) {
    const answer = await openPage(page, dashboard.url + path);
    expect([path, answer?.status()]).toEqual([path, status]);
    await expect(page.getByText("This page of the list does not exist")).toBeVisible();
    await page.getByRole("link", { name: "Go to the first page" }).click();
    await expect(page.getByText("This page of the list does not exist")).toHaveCount(0);
    expect(new URL(page.url()).search).not.toMatch(/page|cursor/);
  }
});

test("returns 404 with a link back for a missing page", async ({ page, dashboard }) => {
  const { claimable } = dashboard.trees;
  const POSITIONS = [
    ["/nowhere", "Page not found", "Go to the home page"],
    [`/campaigns/${CREATOR.address}`, "Campaign not found", "All campaigns"],
    [`/campaigns/${claimable}/changes/9`, "Version not found", "View campaign"],
    [`/campaigns/${claimable}/proof/999`, "Allocation not found", "View campaign"],
    [`/campaigns/${CREATOR.address}/rotate`, "Campaign not found", "All campaigns"],
    [`/campaigns/${CREATOR.address}/certificate`, "Campaign not found", "All campaigns"],
  ] as const;
  for (const [path, title, back] of POSITIONS) {
    const answer = await openPage(page, dashboard.url + path);
    expect([path, answer?.status()]).toEqual([path, 404]);
    await expect(page.getByText(title)).toBeVisible();
    await page.getByRole("link", { name: back }).click();
    await expect(page.getByText(title)).toHaveCount(0);
  }
});

test("gives each page its own title, with the campaign's name in it", async ({ page, dashboard }) => {
  const { claimable } = dashboard.trees;
  const paths = [
    ...[
      "/",
      "/campaigns",
      "/create",
      "/portfolio",
      "/activity",
      "/docs",
      "/docs/concepts",
      "/docs/api",
      "/docs/api/interactive",
      "/nowhere",
    ],
    ...[`/portfolio?address=${CREATOR.address}`, `/activity?address=${CREATOR.address}`],
  ];
  const ofCampaign = [
    "",
    "?view=claims",
    "?view=timeline",
    "?view=roots",
    "/rotate",
    "/changes/2",
    "/proof/0",
    "/certificate",
  ];
  const titles: string[] = [];
  for (const path of paths) {
    await openPage(page, dashboard.url + path);
    titles.push(await page.title());
  }
  for (const path of ofCampaign) {
    await openPage(page, `${dashboard.url}/campaigns/${claimable}${path}`);
    expect(await page.title()).toContain("Team grants");
    titles.push(await page.title());
  }
  expect(new Set(titles).size).toBe(titles.length);
});

test("serves an icon to browsers, and rules to crawlers", async ({ page, dashboard }) => {
  const icon = await page.request.get(`${dashboard.url}/favicon.ico`);
  expect([icon.status(), (await icon.body()).subarray(0, 4).toString("hex")]).toEqual([200, "00000100"]);
  const robots = await page.request.get(`${dashboard.url}/robots.txt`);
  const text = await robots.text();
  expect(text).toContain("Disallow: /api/");
  expect(text).not.toContain("/create");
  await openPage(page, dashboard.url);
  const links = page.locator('link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]');
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(paths).toHaveLength(4);
  for (const path of paths) {
    const file = await page.request.get(new URL(path, dashboard.url).href);
    expect([path, file.status(), file.headers()["cache-control"]]).toEqual([
      path,
      200,
      "public, max-age=86400",
    ]);
  }
});
