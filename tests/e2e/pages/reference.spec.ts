import { expect, test } from "../support/dashboard";
import { blockStream, openPage, seriousViolations, sidewaysScroll } from "../support/page";

/** Accessibility errors of the renderer that cannot be fixed here. */
const RENDERERS_OWN = [
  // The choice between two media types of a response is within the button that opens the response.
  "nested-interactive",
];

type Page = Parameters<typeof openPage>[0];

/**
 * The renderer needs about ten seconds of processor time for the document, and other scenarios run at the same time.
 */
const DRAWING = { timeout: 90_000 };

/** Opens the page, and then an operation of the index in the interactive reference. */
async function openReference(page: Page, url: string, operation = "Get a campaign"): Promise<void> {
  await openPage(page, `${url}/docs/api`);
  await page.getByRole("link", { name: `GET ${operation} /api/` }).click();
}

/** Waits until the renderer has drawn the reference and our corrections to its markup are in place. */
async function isDrawn(page: Page): Promise<void> {
  for (const name of ["Get a campaign", "Base URL"]) {
    await expect(page.getByRole("heading", { name, exact: true })).toBeAttached(DRAWING);
  }
  await expect(page.locator("button[aria-selected]:not([role]), button[role=search]")).toHaveCount(0);
}

for (const { colorScheme, viewport } of [
  { colorScheme: "light", viewport: { width: 360, height: 740 } },
  { colorScheme: "dark", viewport: { width: 1280, height: 900 } },
] as const) {
  test.describe(`renders in ${colorScheme}, ${viewport.width} wide`, () => {
    test.use({ colorScheme, viewport });

    test("the reference has no serious violation and does not scroll sideways", async ({
      page,
      dashboard,
    }) => {
      await openReference(page, dashboard.url);
      await isDrawn(page);
      expect(await seriousViolations(page, RENDERERS_OWN)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    });

    test("the index has no serious violation and does not scroll sideways", async ({ page, dashboard }) => {
      await openPage(page, `${dashboard.url}/docs/api`);
      expect(await seriousViolations(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    });
  });
}

test("an operation of the index opens in the reference, and Back returns to the index", async ({
  page,
  dashboard,
}) => {
  await openPage(page, `${dashboard.url}/docs/api`);
  const link = page.getByRole("link", { name: "GET Get metadata /api/" });
  await link.click();
  const operation = page.getByRole("heading", { name: "Get metadata", exact: true });
  await expect(operation).toBeInViewport(DRAWING);
  await page.getByRole("link", { name: "Campaigns" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
  await page.goBack();
  await expect(operation).toBeInViewport(DRAWING);
  await page.goBack();
  await expect(link).toBeVisible();
  await page.getByRole("link", { name: "Open interactive reference" }).click();
  await expect(page.getByRole("heading", { name: "Base URL" })).toBeInViewport(DRAWING);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the index lists the operations", async ({ page, dashboard }) => {
    await page.goto(`${dashboard.url}/docs/api`);
    await expect(page.getByRole("heading", { level: 3, name: "Recipients and claims" })).toBeVisible();
    await expect(page.getByText("/api/campaigns/{treeAddress}/proof", { exact: true })).toBeVisible();
  });
});

test("the reference sends requests only to the service, and follows the pages' policy", async ({
  page,
  dashboard,
}) => {
  const outside: string[] = [];
  const refused: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(dashboard.url) && !/^(?:data|blob):/.test(url)) outside.push(url);
  });
  page.on("console", (message) => {
    if (message.type() === "error") refused.push(message.text());
  });
  await blockStream(page);
  await openReference(page, dashboard.url);
  await isDrawn(page);
  await page.waitForLoadState("networkidle");
  expect([outside, refused]).toEqual([[], []]);
});

test("a call is sent by keyboard, and its response shown", async ({ page, dashboard }) => {
  await openReference(page, dashboard.url, "List campaigns");
  const operation = page.getByRole("button", { name: /Test Request.*get \/api\/campaigns\)/ });
  await operation.focus();
  await page.keyboard.press("Enter");
  const requested = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/campaigns");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /Send/ }).first().focus();
  await page.keyboard.press("Enter");
  expect((await requested).status()).toBe(200);
  await expect(dialog.getByText("200", { exact: false }).first()).toBeVisible();
});

test("the renderer is fetched only for the reference, and leaves nothing behind", async ({
  page,
  dashboard,
}) => {
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (/standalone\.[^/]*\.js/.test(request.url())) fetched.push(request.url());
  });
  await openPage(page, `${dashboard.url}/campaigns`, { waitUntil: "networkidle" });
  const before = await look(page);
  expect(fetched).toEqual([]);
  await openPage(page, `${dashboard.url}/docs/api`, { waitUntil: "networkidle" });
  expect(fetched).toEqual([]);
  await openReference(page, dashboard.url);
  await isDrawn(page);
  expect(fetched).toHaveLength(1);
  await page.getByRole("link", { name: "Campaigns" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
  expect(await look(page)).toEqual(before);
});

/** Returns the styles of a page that a whole-page renderer would change. */
const look = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, fontFamily, lineHeight, colorScheme } = getComputedStyle(document.body);
    return [document.body.className, backgroundColor, fontFamily, lineHeight, colorScheme];
  });
