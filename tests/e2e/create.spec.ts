import { expect, test } from "./dashboard";
import { sampleAddress } from "./sample-keys";

const recipients = Array.from({ length: 200 }, (_, index) => sampleAddress(`csv ${index}`));
const BAD_ROW = 57;

/** 200 rows, one with a broken address. */
const csv = [
  "beneficiary,amount",
  ...recipients.map((address, index) => `${index === BAD_ROW ? `${address}x` : address},${index + 1}.5`),
].join("\n");

test("a file of 200 with one bad row is corrected in place and its tree built", async ({
  page,
  dashboard,
}) => {
  await page.goto(`${dashboard.url}/create`);
  await page.getByRole("button", { name: "Many, from a CSV" }).click();
  await page
    .getByLabel("Recipients file")
    .last()
    .setInputFiles({ name: "r.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(page.getByText("1 row needs correction")).toBeVisible();
  await page.getByRole("button", { name: "Show only rows to correct" }).click();
  const cell = page.locator(`#row-${BAD_ROW + 2}-beneficiary`);
  await expect(cell).toHaveAttribute("aria-invalid", "true");
  await cell.fill(recipients[BAD_ROW] ?? "");
  await expect(page.getByText("All 200 rows are right.")).toBeVisible();
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByRole("button", { name: /Demo creator/ }).click();
  await page.getByRole("button", { name: "Build the tree" }).click();
  await expect(page.getByText("200 allocations")).toBeVisible();
  await expect(page.getByText("20,200 SOL", { exact: true }).first()).toBeVisible();
});

test("the curve follows the template", async ({ page, dashboard }) => {
  await page.goto(`${dashboard.url}/create`);
  await page.getByLabel("Release").selectOption("0");
  await expect(page.getByLabel("Release on")).toBeVisible();
  await expect(page.getByText(/Vesting curve:/)).toBeAttached();
});
