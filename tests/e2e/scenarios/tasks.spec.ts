import type { Page } from "@playwright/test";
import { formatMonth } from "@/components/format/time";
import { shortAddress } from "@/lib/contract/names";
import { english } from "@/lib/core/i18n/translator";
import { ADA_NAME, ada, CREATOR_NAME, expect, test, twoRecipients } from "../support/demo-session";

// The largest unlocks of a creator include all campaigns that they ever created.
test.use({ apart: "tasks" });

/** Counts the clicks and taps of the user from now on. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction("countClick", () => {
    clicks += 1;
  });
  const listen = () => {
    const { countClick } = window as unknown as { countClick: () => void };
    document.addEventListener("click", ({ isTrusted }) => isTrusted && countClick(), true);
  };
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => clicks;
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a recipient claims with at most three taps after connecting", async ({ session, page }) => {
    const tree = await session.create({ name: "Three taps", csv: twoRecipients(), cliffDays: -20 });
    await session.goto(`/claim/${tree}`);
    await session.playAs(ADA_NAME);
    const taps = await countClicks(page);
    await page
      .locator("main")
      .getByRole("button", { name: /^Claim \d/ })
      .tap();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Sign and send" }).tap();
    await expect(dialog.getByText("Sent and confirmed.")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().tap();
    await expect(page.getByRole("heading", { name: "Your claims" })).toBeVisible();
    expect(taps()).toBeLessThanOrEqual(3);
    const { claims } = await session.api.claims(tree);
    expect(claims.map(({ beneficiary }) => beneficiary)).toEqual([ada.address]);
  });
});

test("a creator finds who unlocks most next month with at most two clicks", async ({ session, page }) => {
  const now = new Date();
  const middle = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15));
  const cliffDays = (middle.getTime() - now.getTime()) / 86_400_000;
  await session.create({ name: "Next month", csv: twoRecipients(), cliffDays });
  await session.goto("/");
  await session.playAs(CREATOR_NAME);
  const clicks = await countClicks(page);
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  const month = formatMonth(middle.toISOString().slice(0, 7), english);
  const title = `Largest unlocks in ${month}`;
  await page.getByRole("link", { name: title }).click();
  const rows = page.getByRole("table", { name: title }).getByRole("row");
  await expect(rows.nth(1)).toContainText(shortAddress(ada.address));
  expect(clicks()).toBeLessThanOrEqual(2);
});
