import { ADA_NAME, ada, CREATOR_NAME, expect, test, twoRecipients } from "../support/demo-session";
import { openPage, seriousViolations, sidewaysScroll } from "../support/page";

/** The viewport of a phone. */
test.use({ viewport: { width: 390, height: 844 } });

test("a recipient claims by the shared link, whose preview describes it", {
  tag: "@smoke",
}, async ({ session, page }) => {
  const tree = await session.create({ name: "Link scenario", csv: twoRecipients(), cliffDays: -20 });
  await page.getByRole("link", { name: "Open claim page" }).click();
  await expect(page).toHaveURL(`${session.service.url}/claim/${tree}`);
  await expect(page.getByRole("heading", { name: "Link scenario" })).toBeVisible();
  await expect(page.getByText("This wallet is not a recipient of this campaign.")).toBeVisible();
  // A phone cannot scan its own screen.
  await expect(page.getByRole("img", { name: "QR code of this page" })).toBeHidden();

  const message = (property: string) =>
    page.locator(`meta[property="${property}"]`).first().getAttribute("content");
  expect(await message("og:title")).toBe("Claim from Link scenario");
  expect(await message("og:description")).toBe("6 SOL in 2 allocations. 0 SOL claimed so far.");
  const picture = await page.request.get((await message("og:image")) ?? "");
  expect(picture.headers()["content-type"]).toBe("image/png");
  const rules = await page.request.get(`${session.service.url}/actions.json`);
  expect(await rules.json()).toEqual({
    rules: [{ pathPattern: "/claim/*", apiPath: "/api/actions/claim/*" }],
  });

  await session.playAs(ADA_NAME);
  await session.act(/^Claim \d/, "The tokens are in your wallet.");
  await expect(page.getByRole("heading", { name: "Your claims" })).toBeVisible();
  const { claims } = await session.api.claims(tree);
  expect(claims.map(({ beneficiary }) => beneficiary)).toEqual([ada.address]);
});

test("the page explains why nothing can be claimed: before the cliff, paused, and without a campaign", async ({
  session,
  page,
}) => {
  const tree = await session.create({ name: "Waiting link", csv: twoRecipients(), cliffDays: 20 });
  await session.goto(`/claim/${tree}`);
  await expect(page.getByText("First unlock in")).toBeVisible();
  await session.playAs(ADA_NAME);
  await expect(page.getByRole("heading", { name: "Next unlock" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Subscribe to unlocks" })).toBeVisible();
  await expect(page.locator("main").getByRole("button", { name: "Claim", exact: true })).toHaveCount(0);

  await session.goto(`/campaigns/${tree}`);
  await session.playAs(CREATOR_NAME);
  await session.act("Pause claims", "Campaign paused.");
  await session.goto(`/claim/${tree}`);
  await session.playAs(ADA_NAME);
  await expect(page.getByText(/^Claims are paused until/)).toBeVisible();

  const nowhere = await openPage(page, `${session.service.url}/claim/${ada.address}`);
  expect(nowhere?.status()).toBe(404);
  await expect(page.getByText("Campaign not found")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test("the page is accessible on a phone", async ({ session, page }) => {
      const tree = await session.create({ name: "Phone link", csv: twoRecipients(), cliffDays: -20 });
      await session.playAs(ADA_NAME);
      await session.goto(`/claim/${tree}`);
      await expect(page.locator("main").getByRole("button", { name: /^Claim \d/ })).toBeEnabled();
      expect(await seriousViolations(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await page.screenshot({ path: `.data/e2e/claim-link-${colorScheme}.png`, fullPage: true });
    });
  });
}
