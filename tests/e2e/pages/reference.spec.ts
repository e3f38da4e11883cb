import { expect, test } from "../support/dashboard";
import { openPage, seriousViolations, sidewaysScroll } from "../support/page";

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

/** Waits until the renderer has drawn the reference and our corrections to its markup are in place. */
async function isDrawn(page: Page): Promise<void> {
  const operation = "Get a campaign";
  await expect(page.getByRole("heading", { name: operation, exact: true })).toBeAttached(DRAWING);
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
      await openPage(page, `${dashboard.url}/docs/api`);
      await isDrawn(page);
      expect(await seriousViolations(page, RENDERERS_OWN)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    });
  });
}

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
  await openPage(page, `${dashboard.url}/docs/api`, { waitUntil: "networkidle" });
  await isDrawn(page);
  expect([outside, refused]).toEqual([[], []]);
});

test("a call is sent by keyboard, and its response shown", async ({ page, dashboard }) => {
  await openPage(page, `${dashboard.url}/docs/api`);
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

test("its renderer is fetched by this page alone, and leaves nothing behind", async ({ page, dashboard }) => {
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (/standalone\.[^/]*\.js/.test(request.url())) fetched.push(request.url());
  });
  await openPage(page, `${dashboard.url}/campaigns`, { waitUntil: "networkidle" });
  const before = await look(page);
  expect(fetched).toEqual([]);
  await openPage(page, `${dashboard.url}/docs/api`);
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
