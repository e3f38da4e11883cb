import type { Page } from "@playwright/test";
import { DEMO_BENEFICIARIES } from "@/lib/client/demo-accounts";
import { ADA_NAME, ada, CREATOR_NAME, creator, expect, test } from "../support/demo-session";
import { seriousViolations, sidewaysScroll } from "../support/page";

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };
const [, BEN_NAME] = DEMO_BENEFICIARIES;

/** Copies with a button and returns the text; the page of a test has no clipboard of its own. */
async function copied(page: Page, button: string): Promise<string> {
  await page.getByRole("button", { name: button }).first().click();
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a listed and an invited wallet confirm, and the create form keeps only their rows", async ({
  session,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const csv = `wallet,amount\n${ada.address},2\nBen,1\n${creator.address},3\nCarol,4\n`;
  await session.prepare({ name: "Confirmed", cliffDays: 1, csv });
  await page.getByText("Wallet confirmation", { exact: true }).click();
  await expect(page.getByText("2 wallets to confirm, 2 recipients to invite")).toBeVisible();
  await page.getByLabel("Name of the list").fill("Team tokens");
  await page.getByRole("button", { name: "Create confirmation list" }).click();
  await expect(page.getByText("The links are shown only once.")).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  const link = await copied(page, "Copy confirmation link");
  const invite = await copied(page, "Copy the invite link for Ben");
  expect(link).toMatch(/\/confirm\/cl_[\w-]{22}$/);
  expect(invite).toMatch(/\/confirm\/cl_[\w-]{22}#invite=2\.[\w-]{43}$/);
  const buildPath = (url: string) => url.slice(new URL(url).origin.length);

  const recipient = session.in(await context.newPage());
  await recipient.page.setViewportSize(PHONE);
  await recipient.goto(buildPath(link));
  await expect(recipient.page.getByText("Team tokens")).toBeVisible();
  await recipient.playAs(BEN_NAME);
  await recipient.page.getByRole("button", { name: "This wallet is mine" }).click();
  await expect(recipient.page.getByText("This wallet is not on the list")).toBeVisible();
  expect(await seriousViolations(recipient.page)).toEqual([]);
  expect(await sidewaysScroll(recipient.page)).toBeLessThanOrEqual(0);
  await recipient.playAs(ADA_NAME);
  await recipient.page.getByRole("button", { name: "This wallet is mine" }).click();
  await expect(recipient.page.getByText("Your wallet is confirmed")).toBeVisible();
  await recipient.goto("/");
  await recipient.goto(buildPath(invite));
  await recipient.page.getByRole("button", { name: "This wallet is mine" }).click();
  await expect(recipient.page.getByText("This wallet has another row of the list")).toBeVisible();
  await recipient.playAs(BEN_NAME);
  await recipient.page.getByRole("button", { name: "This wallet is mine" }).click();
  await expect(recipient.page.getByText("Your wallet is confirmed")).toBeVisible();
  expect(await sidewaysScroll(recipient.page)).toBeLessThanOrEqual(0);
  await recipient.playAs(CREATOR_NAME);
  await recipient.page.getByRole("button", { name: "This wallet is mine" }).click();
  // The creator's wallet is listed, so it has another row than that of the invite.
  await expect(recipient.page.getByText("This wallet has another row of the list")).toBeVisible();

  await page.bringToFront();
  await page.getByRole("button", { name: "Show my confirmation lists" }).click();
  await page.getByRole("button", { name: "Check confirmations" }).click();
  await expect(page.getByText("2 of 4 confirmed", { exact: true })).toBeVisible();
  await expect(page.getByText("2 rows are kept, 2 rows are removed. 1 name is replaced")).toBeVisible();
  await page.getByRole("button", { name: "Keep only confirmed rows" }).click();
  await expect(page.getByText(/^2 rows, 3 SOL in total/)).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText(/^4 rows,/)).toBeVisible();
  await page.getByRole("button", { name: "Keep only confirmed rows" }).click();
  await expect(page.getByText(/^2 rows, 3 SOL in total/)).toBeVisible();
  await session.sign();
  const tree = await session.open("Confirmed");
  const { leaves } = await session.api.leaves(tree);
  expect(leaves.map(({ beneficiary }) => beneficiary)).toContain(ada.address);
  expect(leaves).toHaveLength(2);
});

test("a creator manages confirmation lists on a phone and on a wide screen", async ({ session, page }) => {
  await session.goto("/confirmations");
  await session.playAs(CREATOR_NAME);
  await page.getByLabel("Name of the list").fill("Advisors");
  await page.getByLabel("Recipients, one per line").fill(`Ada, ${ada.address}\nDan\nDan`);
  await expect(page.getByText("Line 3: This recipient is already on the list.")).toBeVisible();
  await page.getByLabel("Recipients, one per line").fill(`Ada, ${ada.address}\nDan`);
  await page.getByRole("button", { name: "Create confirmation list" }).click();
  const card = page.locator("section", { has: page.getByRole("heading", { name: "Advisors" }) }).last();
  await expect(card.getByText("0 of 2 confirmed", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Show recipients" }).click();
  await expect(card.getByRole("cell", { name: "Dan", exact: true })).toBeVisible();
  await card.getByLabel("Show recipients").selectOption("Confirmed");
  await expect(card.getByText("No recipient has this status.")).toBeVisible();
  await card.getByLabel("Show recipients").selectOption("Waiting");
  await card.getByRole("button", { name: "New invite" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create new invite" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    card.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^confirmations-cl_[\w-]{22}\.csv$/);
  await card.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete confirmation list" }).click();
  await expect(page.getByRole("heading", { name: "Advisors" })).toHaveCount(0);
});

test("a link to a list that does not exist says so", async ({ session, page }) => {
  await session.goto(`/confirm/cl_${"a".repeat(22)}`);
  await expect(page.getByText("Confirmation list not found")).toBeVisible();
});
