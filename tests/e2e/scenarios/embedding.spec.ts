import type { Page } from "@playwright/test";
import { ADA_NAME, ada, expect, test, twoRecipients } from "../support/demo-session";
import { seriousViolations } from "../support/page";

/** Shows an address in a frame of another site. */
async function embed(page: Page, site: string | undefined, address: string) {
  await page.goto(`${site}/?${new URLSearchParams({ frame: address })}`);
  return page.frameLocator("iframe");
}

test("a recipient claims in a frame on an allowed site", async ({ session, page }) => {
  const tree = await session.create({ name: "Embedded claim", csv: twoRecipients(), cliffDays: -20 });
  const frame = await embed(page, session.service.partnerUrl, `${session.service.url}/embed/claim/${tree}`);
  await expect(frame.getByRole("heading", { name: "Embedded claim" })).toBeVisible();
  await expect(frame.getByRole("navigation")).toHaveCount(0);
  // Ports are one site, so the frame knows the wallet of the dashboard's own pages.
  await frame.getByRole("button", { name: /^Wallet Demo/ }).click();
  await frame.getByRole("menuitemcheckbox", { name: ADA_NAME }).click();
  await frame.getByRole("button", { name: /^Claim \d/ }).click();
  await frame.getByRole("button", { name: "Sign and send" }).click();
  await expect(frame.getByText("Sent and confirmed.")).toBeVisible();
  const { claims } = await session.api.claims(tree);
  expect(claims.map(({ beneficiary }) => beneficiary)).toEqual([ada.address]);

  await frame.getByRole("button", { name: "Close" }).last().click();
  const opened = page.waitForEvent("popup");
  await frame.getByRole("link", { name: /^Shown by/ }).click();
  expect((await opened).url()).toBe(`${session.service.url}/`);
  expect(page.url()).toContain(session.service.partnerUrl ?? "no partner");
});

test("the progress of a campaign fits a narrow column of an allowed site, whose frame takes its height", async ({
  session,
  page,
}) => {
  const tree = await session.create({ name: "Embedded progress", csv: twoRecipients(), cliffDays: -20 });
  await page.setViewportSize({ width: 320, height: 700 });
  const address = `${session.service.url}/embed/progress/${tree}`;
  const frame = await embed(page, session.service.partnerUrl, address);
  await expect(frame.getByText("6 SOL")).toBeVisible();
  await expect(frame.getByText("Unvested", { exact: true })).toBeVisible();
  await expect(page.locator("iframe")).not.toHaveAttribute("height", "640");
  const heights = () => frame.locator("html").evaluate((html) => [html.scrollHeight, html.clientHeight]);
  await expect.poll(async () => new Set(await heights()).size).toBe(1);
  await expect(frame.getByRole("link", { name: "Open the claim page" })).toHaveAttribute(
    "href",
    `/claim/${tree}`,
  );
  await page.goto(`${address}?language=de`);
  await expect(page.getByRole("link", { name: "Seite zum Abholen öffnen" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await seriousViolations(page)).toEqual([]);
});

test("no other site can frame the claim, and no site can frame another page", async ({ session, page }) => {
  const tree = await session.create({ name: "Not framed", csv: twoRecipients(), cliffDays: -20 });
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/frame-ancestors|X-Frame-Options/i.test(message.text())) refused.push(message.text());
  });
  const { partnerUrl } = session.service;
  // The same server under another name is another origin.
  const otherUrl = partnerUrl?.replace("127.0.0.1", "localhost");
  for (const [site, path] of [
    [otherUrl, `/embed/claim/${tree}`],
    [partnerUrl, `/claim/${tree}`],
    [partnerUrl, "/create"],
  ] as const) {
    refused.length = 0;
    const frame = await embed(page, site, session.service.url + path);
    await expect.poll(() => refused.length).toBeGreaterThan(0);
    await expect(frame.getByRole("heading")).toHaveCount(0);
  }
});
