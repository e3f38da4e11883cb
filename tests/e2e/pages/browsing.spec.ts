import { gzipSync } from "node:zlib";
import type { Response } from "@playwright/test";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { expect, test } from "../support/dashboard";
import { openPage } from "../support/page";
import type { SampleTrees } from "../support/sample-campaigns";
import { ADA, CREATOR, sampleAccount } from "../support/sample-keys";

const MAX_FIRST_LOAD_BYTES = 250 * 1024;
/** Chart.js, which loads after the page. */
const CHART_BYTES = 60 * 1024;

test("keeps every filter of the list in the URL", async ({ page, dashboard }) => {
  await openPage(page, `${dashboard.url}/campaigns`);
  await page.getByLabel("Status").selectOption("paused");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/status=paused/);
  await expect(page.getByRole("link", { name: "Partner programme" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "1 campaign" })).toBeVisible();
  await openPage(page);
  await expect(page.getByLabel("Status")).toHaveValue("paused");
});

test("opens the page of any address", async ({ page, dashboard }) => {
  const find = async (address: string) => {
    await openPage(page, `${dashboard.url}/campaigns?q=${address}`);
    return new URL(page.url());
  };
  expect((await find(dashboard.trees.paused)).pathname).toBe(`/campaigns/${dashboard.trees.paused}`);
  expect((await find(CREATOR.address)).searchParams.get("creator")).toBe(CREATOR.address);
  expect((await find(ADA.address)).pathname).toBe("/portfolio");
  await find(sampleAccount("nobody").address);
  await expect(
    page.getByText("No campaign, creator, token or recipient here has this address"),
  ).toBeVisible();
});

test("searches a name while it is typed, keeps it in the URL, and sends nothing more", async ({
  page,
  dashboard,
}) => {
  await openPage(page, `${dashboard.url}/campaigns`);
  const box = page.getByLabel("Name or address");
  await box.pressSequentially("GRANTS te", { delay: 20 });
  await expect(page).toHaveURL(/[?&]q=GRANTS\+te$/);
  const rows = page.getByRole("region", { name: "Campaigns" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Team grants" })).toBeVisible();
  // The typed text stays while the list loads.
  await box.pressSequentially("nobody has this");
  await expect(page.getByText("No campaigns match “GRANTS tenobody has this”")).toBeVisible();
  await expect(box).toHaveValue("GRANTS tenobody has this");
  await expect(box).toBeFocused();
  await page.getByRole("link", { name: "Show all campaigns" }).click();
  await expect(page).toHaveURL(`${dashboard.url}/campaigns`);
  await expect(box).toHaveValue("");
});

test("sorts the list by its columns, by keyboard, on a phone, and without scripts", async ({
  page,
  dashboard,
  browser,
}) => {
  const api = await page.request.get(`${dashboard.url}/api/campaigns?sort=name&limit=100`);
  const { campaigns } = await api.json();
  const expected: string[] = campaigns.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  const expectNames = (names: string[], item = page) => {
    const links = item.getByRole("region", { name: "Campaigns" }).locator("tbody tr td:first-child a");
    return expect.poll(() => links.allInnerTexts()).toEqual(names);
  };
  await openPage(page, `${dashboard.url}/campaigns`);
  const head = page.getByRole("columnheader", { name: "Campaign" });
  await expect(page.getByRole("columnheader", { name: "Created" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await head.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/\?sort=name$/);
  await expectNames(expected);
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expectNames([...expected].reverse());
  // Totals of several tokens are not compared.
  await expect(page.getByRole("columnheader", { name: "Allocated" }).getByRole("link")).toHaveCount(0);

  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
  const plain = await phone.newPage();
  await plain.goto(`${dashboard.url}/campaigns`);
  const order = plain.getByRole("navigation", { name: "Sort order of Campaigns" });
  await order.getByText("Sort by").click();
  await order.getByRole("link", { name: "Campaign" }).click();
  await expectNames(expected, plain);
  await plain.getByLabel("Name or address").fill("grants");
  await plain.getByRole("button", { name: "Search" }).click();
  await expect(plain).toHaveURL(/[?&]sort=name(&|$)/);
  await expectNames(
    expected.filter((name) => /\bgrants/i.test(name)),
    plain,
  );
  await phone.close();
});

test("lists activity by month, and filters it by the kind of event", async ({ page, dashboard }) => {
  await openPage(page, `${dashboard.url}/activity?address=${CREATOR.address}`);
  const table = page.getByRole("table", { name: "Events" });
  await expect(table.getByRole("rowheader").first()).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "Amount" })).toBeVisible();
  await page.getByRole("navigation", { name: "Kind of event" }).getByRole("link", { name: "Pauses" }).click();
  await expect(page).toHaveURL(/kind=pauses/);
  await expect(table.getByRole("row").filter({ has: page.getByRole("cell") })).toHaveText([/Paused/]);
});

test("shows the progress of a campaign on its claim page without a wallet", async ({ page, dashboard }) => {
  await openPage(page, `${dashboard.url}/claim/${dashboard.trees.claimable}`);
  const main = page.getByRole("main");
  await expect(main.getByText("518.9629 SOL").first()).toBeVisible();
  await expect(main.getByText("Unvested", { exact: true })).toBeVisible();
  await expect(main.getByText(/^Continuous until/)).toBeVisible();
  await expect(main.getByRole("button", { name: "Connect a wallet" })).toBeVisible();
  const address = main.getByLabel("Check whether an address is a recipient");
  for (const [account, answer] of [
    [ADA, "This address is a recipient: 15.123456789 SOL"],
    [CREATOR, "This address is not a recipient."],
  ] as const) {
    await address.fill(account.address);
    await main.getByRole("button", { name: "Check address" }).click();
    await expect(main.getByRole("status")).toContainText(answer);
    await expect(page).toHaveURL(/\/claim\//);
  }
});

test("selects the events that name an address if it created no campaign, unless the URL has another filter", async ({
  page,
  dashboard,
}) => {
  const filter = page.getByRole("link", { name: "This address only" });
  await openPage(page, `${dashboard.url}/activity?address=${CREATOR.address}`);
  await expect(filter).not.toHaveAttribute("aria-current");
  await openPage(page, `${dashboard.url}/activity?address=${ADA.address}`);
  await expect(filter).toHaveAttribute("aria-current", "true");
  await filter.click();
  await expect(page).toHaveURL(/only=all/);
  await expect(filter).not.toHaveAttribute("aria-current");
  await filter.click();
  await expect(page).toHaveURL(/only=address/);
  await expect(filter).toHaveAttribute("aria-current", "true");
});

test("shows a rotation's changes for each recipient", async ({ page, dashboard }) => {
  await openPage(page, `${dashboard.url}/campaigns/${dashboard.trees.claimable}?view=roots`);
  await page.getByRole("link", { name: /Changes per recipient/ }).click();
  const table = page.getByRole("table");
  await expect(table.getByText("+5.000000000 SOL", { exact: true })).toBeVisible();
  await expect(table.getByText("Added").first()).toBeVisible();
  await expect(table.getByText("Removed").first()).toBeVisible();
  await expect(page.getByText("Net change")).toBeVisible();
});

test("finds a recipient in a campaign, and reports a stranger as missing", async ({ page, dashboard }) => {
  const path = `${dashboard.url}/campaigns/${dashboard.trees.claimable}`;
  await openPage(page, `${path}?recipient=${ADA.address}`);
  await expect(page.getByRole("row").filter({ hasText: ADA.address.slice(0, 4) })).toHaveCount(1);
  await openPage(page, `${path}?recipient=${CREATOR.address}`);
  await expect(page.getByText("Not a recipient")).toBeVisible();
});

const BUDGETED = {
  "a campaign": [(trees: SampleTrees) => `/campaigns/${trees.claimable}`, CHART_BYTES],
  "the create form": [() => "/create", 0],
  "a portfolio": [() => `/portfolio?address=${ADA.address}`, CHART_BYTES],
} as const;

for (const [name, [path, chartBytes]] of Object.entries(BUDGETED)) {
  test(`the first load of ${name} stays within its script budget`, async ({ page, dashboard }) => {
    const scripts: Promise<number>[] = [];
    const measure = (response: Response) => {
      if (!/\.js($|\?)/.test(response.url())) return;
      scripts.push(response.body().then((body) => gzipSync(body).length));
    };
    page.on("response", measure);
    await openPage(page, dashboard.url + path(dashboard.trees), { waitUntil: "networkidle" });
    page.off("response", measure);
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES + chartBytes);
  });
}

test("prefetches no link or form target before a click", async ({ page, dashboard }) => {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (searchParams.has("_rsc") || request.headers().rsc) requested.push(pathname);
  });
  for (const path of ["/", "/campaigns", `/campaigns/${dashboard.trees.claimable}`, "/portfolio"])
    await openPage(page, dashboard.url + path, { waitUntil: "networkidle" });
  expect(requested).toEqual([]);
  await page.getByRole("navigation").getByRole("link", { name: "Campaigns" }).first().click();
  await expect(page.getByRole("heading", { name: "Campaigns", level: 1 })).toBeVisible();
  expect(requested).toEqual(["/campaigns"]);
});

test("shows a page with status 404 for unknown addresses", async ({ page, dashboard }) => {
  const answer = await openPage(page, `${dashboard.url}/campaigns/${CREATOR.address}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("Campaign not found")).toBeVisible();
});

test("keeps amounts and omits dollars while the price provider is unreachable", async ({
  page,
  dashboard,
}) => {
  await openPage(page, `${dashboard.url}/campaigns/${dashboard.trees.active}`);
  await expect(page.getByText("518.9629 SOL").first()).toBeVisible();
  await expect(page.locator("main")).not.toContainText("$");
  const answer = await page.request.get(`${dashboard.url}/api/prices?mints=${NATIVE_MINT}`);
  expect(await answer.json()).toMatchObject({ prices: { [NATIVE_MINT]: null } });
  expect(answer.status()).toBe(200);
});

test("finds a recipient among the rows of a rotation", async ({ page, dashboard }) => {
  await openPage(page, `${dashboard.url}/campaigns/${dashboard.trees.claimable}/rotate`);
  const grid = page.getByRole("grid", { name: "Recipients" });
  const rows = grid.getByRole("row").filter({ has: page.getByRole("rowheader") });
  await expect(rows.nth(1)).toBeVisible();
  await page.getByLabel("Find a recipient").fill(ADA.address.slice(3, 20));
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole("gridcell").first()).toHaveText(ADA.address);
  await expect(page.getByText("1 found")).toBeVisible();
});

test("begins the list of an update in the upper part of the window, with one line of tools", async ({
  page,
  dashboard,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, `${dashboard.url}/campaigns/${dashboard.trees.claimable}/rotate`);
  const top = async (role: "grid" | "button" | "textbox", name: string) =>
    (await page.getByRole(role, { name, exact: true }).boundingBox())?.y;
  await expect(page.getByRole("grid", { name: "Recipients" })).toBeVisible();
  expect(await top("grid", "Recipients")).toBeLessThanOrEqual(330);
  const tools = ["Undo", "Import file", "Export CSV"];
  const line = await top("textbox", "Find a recipient");
  expect(await Promise.all(tools.map((name) => top("button", name)))).toEqual(tools.map(() => line));
});

test("does not serve the gallery of UI parts in production", async ({ page, dashboard }) => {
  const answer = await openPage(page, `${dashboard.url}/gallery`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("Development only")).toHaveCount(0);
});
