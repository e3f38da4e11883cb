import type { Locator, Page } from "@playwright/test";
import { shortAddress } from "@/lib/contract/names";
import { ada, CREATOR_NAME, creator, DAY, expect, other, test, twoRecipients } from "../support/demo-session";
import { fillCell, reviewChanges } from "../support/grid";
import { sidewaysScroll } from "../support/page";

/** Checks a review on a wide and on a narrow screen: every address is whole. */
async function expectWhole(page: Page, review: Locator, addresses: readonly string[]): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of addresses) {
      await expect(review).toContainText(address);
      await expect(review).not.toContainText(shortAddress(address));
    }
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
}

test("every review shows whole addresses, and dates in the past are confirmed beside the button", async ({
  session,
  page,
}) => {
  const main = page.locator("main");
  const dialog = page.getByRole("dialog");
  const openReview = async (button: string) => {
    await main.getByRole("button", { name: button }).click();
    await expect(dialog.getByText("Simulation passed.")).toBeVisible();
  };
  await session.goto("/create");
  await session.playAs(CREATOR_NAME);
  await session.openStep("Recipients");
  await expect(page.getByLabel("Amount in SOL")).toBeVisible();
  await expect(main).not.toContainText("in the past");

  await session.prepare({ name: "Reviews", csv: twoRecipients(), cliffDays: -20 });
  await session.review();
  const sign = page.getByRole("button", { name: "Sign and create campaign" });
  await expect(sign).toBeDisabled();
  await expectWhole(page, main, [creator.address, ada.address, other.address]);
  await page.getByLabel(/^I confirm that recipients can claim 1\.5\d* SOL immediately$/).check();
  await sign.click();
  const tree = await session.open("Reviews");

  await page.getByRole("link", { name: "Update recipients" }).click();
  await fillCell(page, 1, "Amount", "3");
  await fillCell(page, 2, "Amount", "3");
  await reviewChanges(page);
  await expect(page.getByText("Transaction details")).toBeVisible();
  await expectWhole(page, main, [creator.address, ada.address, other.address, tree]);
  await session.goto(`/campaigns/${tree}`);
  await openReview("Cancel campaign");
  await expectWhole(page, dialog, [creator.address, tree]);
  await dialog.getByRole("button", { name: "Sign and send" }).click();
  await expect(dialog.getByText("grace period has begun")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await session.advance(8 * DAY);
  // The countdown of the grace period ends without a reload.
  await expect(page.locator("header:has(h1)").getByText("Cancelled, ended")).toBeVisible();
  await openReview("Withdraw remaining tokens");
  await expectWhole(page, dialog, [creator.address, tree]);

  const csv = twoRecipients(",releaseType,milestoneIdx", ",milestone,3");
  const next = await session.create({ name: "Reviews of a refund", csv, cliffDays: 20 });
  await openReview("Refund everything");
  await expectWhole(page, dialog, [creator.address, next]);
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await openReview("Release milestone 3");
  await expectWhole(page, dialog, [creator.address, next]);
});
