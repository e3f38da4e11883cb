import { readFile } from "node:fs/promises";
import { fetchAllLeaves } from "@/lib/client/fetch-all";
import { buildTree } from "@/lib/core/merkle/tree";
import { readLeavesCsv } from "@/lib/service/registration/recipients-csv";
import { ada, expect, other, test } from "../support/demo-session";
import { sidewaysScroll } from "../support/page";

const EURO = ["Wallet;Amount", `${ada.address};1.234,50`, `${other.address};1,234`].join("\n");
const VESTING = [
  "Recipient Wallet,Token Amount,Vesting Start,Vesting Cliff,Vesting End,Team",
  `${ada.address},4,7/1/2027,13/1/2027,7/1/2028,core`,
].join("\n");

test("a decimal comma is read as one, and an ambiguous notation waits for a choice", async ({ session }) => {
  const { page } = session;
  await session.prepare({ name: "Comma", csv: EURO, cliffDays: 1 });
  await expect(page.getByText("1 row needs correction")).toBeVisible();
  await expect(page.getByText("“1,234” can mean 1234 or 1.234")).toBeVisible();
  await expect(page.getByText("Unambiguous: 1 row with a decimal comma.")).toBeVisible();
  await expect(page.getByText("Read as 1234.5 SOL")).toBeVisible();
  await page.getByRole("button", { name: /^Comma \(/ }).click();
  await expect(page.getByText("All 2 rows are valid.")).toBeVisible();
  await expect(page.getByText("2 rows, 1,235.734 SOL in total")).toBeVisible();
  // With three digits after the mark, 1.234 would be ambiguous again.
  await expect(page.getByText("Read as 1.2340 SOL")).toBeVisible();
  await page.screenshot({ path: ".data/e2e/decimal-comma.png", fullPage: true });
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: ".data/e2e/decimal-comma-phone.png", fullPage: true });
});

test("an ambiguous amount is refused at its field", async ({ session }) => {
  const { page } = session;
  await session.prepare({ name: "One", cliffDays: 1 });
  const amount = page.getByLabel("Amount in SOL");
  await amount.fill("1,234");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.locator("#amount-note")).toContainText("can mean 1234 or 1.234");
  await amount.fill("0,5");
  await expect(page.locator("#amount-note")).toHaveText("Read as 0.5 SOL");
});

test("columns of another service are recognized by name, and an unused column needs a confirmation", async ({
  session,
}) => {
  const { page } = session;
  await session.prepare({ name: "Columns", csv: VESTING, cliffDays: 1 });
  await expect(page.getByText("“Vesting Start” was read as start time.")).toBeVisible();
  await expect(page.getByText("1 column is not used")).toBeVisible();
  await page.getByRole("button", { name: /^Day first/ }).click();
  await expect(page.getByText("The row is valid.")).toBeVisible();
  await expect(page.getByText("evenly from 13 Jan 2027 to 7 Jan 2028, start 7 Jan 2027 (UTC)")).toBeVisible();

  await session.review();
  await expect(page.getByText("Confirm that these columns are omitted: Team.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign and create campaign" })).toHaveCount(0);
  await page.screenshot({ path: ".data/e2e/columns.png", fullPage: true });
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: ".data/e2e/columns-phone.png", fullPage: true });

  await session.openStep("Recipients");
  await page.getByLabel("Omit this column").check();
  await page.getByLabel("Default time zone").selectOption("Europe/Zurich");
  await expect(page.getByText("start 6 Jan 2027, 23:00 (UTC)")).toBeVisible();
  await session.review();
  await expect(page.getByRole("button", { name: "Sign and create campaign" })).toBeVisible();
});

test("a campaign's recipients are exported as the file that reproduces its root", async ({ session }) => {
  const { page, api } = session;
  const csv = ["beneficiary,amount", `${ada.address},1.2345`, `${other.address},2`].join("\n");
  const tree = await session.create({ name: "Exact file", csv, cliffDays: -1 });
  await session.goto(`/campaigns/${tree}?view=recipients`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export recipients as CSV" }).click();
  const file = await (await downloading).path();
  async function* bytes() {
    yield await readFile(file);
  }
  const { leaves, errors } = await readLeavesCsv(bytes(), {});
  expect(errors).toEqual([]);
  const { merkleRoot } = await api.campaign(tree);
  expect((await buildTree(leaves)).root).toBe(merkleRoot);
  expect(leaves).toEqual([...(await fetchAllLeaves(api, tree)).leaves]);
});
