import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readLeavesCsv } from "@/lib/service/registration/recipients-csv";
import { expect, test } from "../support/dashboard";
import { openPage } from "../support/page";
import { ADA } from "../support/sample-keys";

/** Returns the file behind a link. */
async function getDownload(page: Page, label: string) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: label, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

test("exports each list of a campaign whole", async ({ page, dashboard }) => {
  const tree = dashboard.trees.claimable;
  const path = `${dashboard.url}/campaigns/${tree}`;
  await openPage(page, `${path}?view=recipients`);
  const recipients = await getDownload(page, "Export with claims");
  expect(recipients.name).toBe(`recipients-${tree.slice(0, 8)}.csv`);
  const { leaves, errors } = await readLeavesCsv(new Blob([recipients.text]).stream(), {});
  expect([leaves.length > 20, errors]).toEqual([true, []]);
  const forExcel = await getDownload(page, "Export with claims: CSV for Excel");
  expect(forExcel.text).toMatch(/^\uFEFFLeaf index,Recipient wallet,/);
  await openPage(page, `${path}?view=claims`);
  expect((await getDownload(page, "Export all claims as CSV")).text).toMatch(/^time,beneficiary,.*\r\n2/);
  await openPage(page, `${path}?view=timeline`);
  expect((await getDownload(page, "Export all events as CSV")).text).toMatch(/\r\n[^,]+,milestone_released,/);
});

test("exports the campaigns, payments and dates of an address", async ({ page, dashboard }) => {
  await openPage(page, `${dashboard.url}/portfolio?address=${ADA.address}`);
  await page.getByText("Export and calendar feed").click();
  expect((await getDownload(page, "Export campaigns as CSV")).text).toContain("Team grants,");
  expect((await getDownload(page, "Export payments for accounting as CSV")).text).toMatch(/\r\n[^,]+,claim,/);
  const feed = page.getByRole("link", { name: "Subscribe to unlocks" });
  await expect(feed).toHaveAttribute("href", /^webcal:\/\/[^/]+\/api\/beneficiary\/\w+\/unlocks\.ics$/);
  const answer = await page.request.get(`${dashboard.url}/api/beneficiary/${ADA.address}/unlocks.ics`);
  expect(await answer.text()).toMatch(/^BEGIN:VCALENDAR\r\n.*BEGIN:VEVENT\r\n.*END:VCALENDAR\r\n$/s);
});

const PRINTED = {
  campaign: ({ claimable }: { claimable: string }) => `/campaigns/${claimable}`,
  portfolio: () => `/portfolio?address=${ADA.address}`,
};

for (const [name, path] of Object.entries(PRINTED)) {
  test(`prints a ${name} without controls, black on white`, async ({ page, dashboard }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await openPage(page, `${dashboard.url}${path(dashboard.trees)}`);
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    await expect(page.getByText("Team grants").first()).toBeVisible();
    for (const role of ["navigation", "button", "textbox"] as const) {
      await expect(page.getByRole(role)).toHaveCount(0);
    }
    const colors = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.documentElement);
      return [color, backgroundColor];
    });
    expect(colors).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    await page.setViewportSize({ width: 720, height: 1_020 });
    await page.screenshot({ path: `.data/e2e/${name}-print.png`, fullPage: true });
  });
}
