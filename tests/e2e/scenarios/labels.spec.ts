import type { Page } from "@playwright/test";
import { ADA_NAME, ada, CREATOR_NAME, expect, other, test, twoRecipients } from "../support/demo-session";
import { seriousViolations, sidewaysScroll } from "../support/page";

const PHONE = { width: 390, height: 844 };
const NOTE = "Hired in 2025";

/** Clicks a button that downloads a file, and returns the file's text. */
async function downloadedText(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/** Returns everything that the page has stored in the browser. */
const storedText = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases]);
  });

test("a creator labels recipients, sees totals per category, exports them, and no other wallet sees a label", async ({
  session,
  page,
}) => {
  const tree = await session.create({ name: "Labelled", cliffDays: 10, csv: twoRecipients() });

  // Labels of a campaign's recipients, after one signature.
  await session.goto(`/campaigns/${tree}?view=recipients`);
  await page.getByRole("button", { name: "Show my labels" }).click();
  await page.getByRole("button", { name: "Add label" }).first().press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Category").fill("team");
  await dialog.getByLabel("Note").fill(NOTE);
  expect(await seriousViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Sign and save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("table").getByText(NOTE)).toBeVisible();
  await page.setViewportSize(PHONE);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await downloadedText(page, "Export with labels")).toContain(NOTE);
  expect(await storedText(page)).not.toContain(NOTE);

  // The list of all labels, with an import.
  await page.getByRole("link", { name: "All my labels" }).click();
  await expect(page.getByRole("heading", { name: "Labels", exact: true })).toBeVisible();
  await expect(page.getByText(NOTE)).toBeVisible();
  await page.getByLabel("Rows").fill(`wallet,category,note\n${other.address},investor,=SUM(A1)\nnobody,x,y`);
  await page.getByRole("button", { name: "Check rows" }).click();
  await expect(page.getByText("Line 3: This is not a Solana address.")).toBeVisible();
  await page.getByLabel("Rows").fill(`wallet,category,note\n${other.address},investor,=SUM(A1)`);
  await page.getByRole("button", { name: "Check rows" }).click();
  await page.getByRole("button", { name: "Sign and save 1 label" }).click();
  await expect(page.getByText("The labels are saved.")).toBeVisible();
  await expect(page.getByText("=SUM(A1)")).toBeVisible();
  await page.locator("#label-filter").selectOption({ label: "investor" });
  await expect(page.getByText(NOTE)).toHaveCount(0);
  await page.locator("#label-filter").selectOption({ label: "All categories" });
  expect(await downloadedText(page, "Export labels as CSV")).toContain("'=SUM(A1)");
  expect(await seriousViolations(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });

  // The statement, with totals per category.
  await session.goto(`/campaigns/${tree}/statement`);
  await page.getByRole("button", { name: "Show my labels" }).click();
  const totals = page.getByRole("table", { name: "Totals per category" });
  await expect(totals.getByRole("row")).toHaveCount(3);
  await expect(totals.getByRole("row", { name: /team/ })).toContainText("4");
  await expect(page.getByRole("table", { name: "Recipients" }).getByText(NOTE)).toBeVisible();
  expect(await downloadedText(page, "Export with labels")).toContain("category total");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(NOTE)).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize(PHONE);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  expect(await seriousViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });

  // Another wallet has neither the labels nor the button.
  await session.playAs(ADA_NAME);
  await expect(page.getByText(NOTE)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Show my labels" })).toHaveCount(0);
  await session.playAs(CREATOR_NAME);
  await expect(page.getByRole("button", { name: "Show my labels" })).toBeVisible();
  await expect(page.getByText(NOTE)).toHaveCount(0);

  // Deleting all, after a confirmation.
  await session.goto("/labels");
  await page.getByRole("button", { name: "Show my labels" }).click();
  await expect(page.getByText(ada.address.slice(0, 4)).first()).toBeVisible();
  await page.getByRole("button", { name: "Delete all labels" }).click();
  await page.getByRole("button", { name: "Sign and delete all labels" }).click();
  await expect(page.getByText("No labels yet")).toBeVisible();
});
