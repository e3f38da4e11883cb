import type { Page } from "@playwright/test";
import { ADA_NAME, ada, expect, test, twoRecipients } from "../support/demo-session";
import { seriousViolations } from "../support/page";

const PARTNER = "http://partner.example.com";

/** Shows an address in a frame of another site, which follows the height that the frame reports. */
async function embed(page: Page, site: string, address: string) {
  const body = `<!doctype html><html lang="en"><title>Partner</title><h1>Our team</h1>
    <iframe src="${address}" title="Claim" width="100%" height="200" style="border: 0"></iframe>
    <script>
      addEventListener("message", ({ origin, data }) => {
        if (origin !== new URL("${address}").origin || data.type !== "vesting-index:height") return;
        document.querySelector("iframe").height = data.height;
      });
    </script>`;
  await page.route(`${site}/`, (route) => route.fulfill({ body, contentType: "text/html" }));
  await page.goto(`${site}/`);
  return page.frameLocator("iframe");
}

test("a recipient claims in a frame on an allowed site, whose height follows the page", async ({
  session,
  page,
}) => {
  const tree = await session.create({ name: "Embedded claim", csv: twoRecipients(), cliffDays: -20 });
  const frame = await embed(page, PARTNER, `${session.service.url}/embed/claim/${tree}`);
  await expect(frame.getByRole("heading", { name: "Embedded claim" })).toBeVisible();
  await expect(frame.getByRole("navigation")).toHaveCount(0);
  await expect.poll(() => page.locator("iframe").getAttribute("height").then(Number)).toBeGreaterThan(400);

  await frame.getByRole("button", { name: "Connect", exact: true }).click();
  await frame.getByRole("button", { name: new RegExp(ADA_NAME) }).click();
  await frame.getByRole("button", { name: /^Claim \d/ }).click();
  await frame.getByRole("button", { name: "Sign and send" }).click();
  await expect(frame.getByText("Claimed.", { exact: true })).toBeVisible();
  const { claims } = await session.api.claims(tree);
  expect(claims.map(({ beneficiary }) => beneficiary)).toEqual([ada.address]);

  await frame.getByRole("button", { name: "Close" }).last().click();
  const opened = page.waitForEvent("popup");
  await frame.getByRole("link", { name: /^Shown by/ }).click();
  expect((await opened).url()).toBe(`${session.service.url}/`);
  expect(page.url()).toBe(`${PARTNER}/`);
});

test("the progress of a campaign is shown on an allowed site, also in the width of a column", async ({
  session,
  page,
}) => {
  const tree = await session.create({ name: "Embedded progress", csv: twoRecipients(), cliffDays: -20 });
  await page.setViewportSize({ width: 320, height: 700 });
  const address = `${session.service.url}/embed/progress/${tree}`;
  const frame = await embed(page, PARTNER, address);
  await expect(frame.getByText("6 SOL")).toBeVisible();
  await expect(frame.getByText("Unlocked, not claimed")).toBeVisible();
  await expect(frame.getByRole("link", { name: "Open the claim page" })).toHaveAttribute(
    "href",
    `/claim/${tree}`,
  );
  await page.goto(address);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await seriousViolations(page)).toEqual([]);
});

test("no other site can frame the claim, and no site can frame another page", async ({ session, page }) => {
  const tree = await session.create({ name: "Not framed", csv: twoRecipients(), cliffDays: -20 });
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/frame-ancestors|X-Frame-Options/i.test(message.text())) refused.push(message.text());
  });
  for (const [site, path] of [
    ["http://evil.example.com", `/embed/claim/${tree}`],
    [PARTNER, `/claim/${tree}`],
    [PARTNER, "/create"],
  ] as const) {
    refused.length = 0;
    const frame = await embed(page, site, session.service.url + path);
    await expect.poll(() => refused.length).toBeGreaterThan(0);
    await expect(frame.getByRole("heading")).toHaveCount(0);
  }
});
