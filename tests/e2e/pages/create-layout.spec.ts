import { expect, test } from "../support/dashboard";
import { openPage } from "../support/page";

test("the button to the next step has the width of the form on a phone", async ({ page, dashboard }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, `${dashboard.url}/create?step=permissions`);
  const next = page.getByRole("button", { name: "Review campaign" });
  const back = page.getByRole("button", { name: "Back", exact: true });
  await expect(back).toBeVisible();
  const [nextBox, backBox] = [await next.boundingBox(), await back.boundingBox()];
  const form = await next.evaluate((button) => button.parentElement?.getBoundingClientRect().width);
  expect(nextBox?.width).toBe(form);
  expect(backBox?.y).toBeLessThan(nextBox?.y ?? 0);
});

/** The width of a date with its time of day and the button of the calendar, in pixels. */
const TIME_WIDTH = 240;

for (const width of [360, 1024, 1280]) {
  test(`the times of a schedule are not cut at ${width} pixels`, async ({ page, dashboard }) => {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, `${dashboard.url}/create?step=schedule`);
    for (const name of ["Start", "Vesting begins (cliff)", "End"]) {
      const field = page.getByLabel(name, { exact: true });
      await expect
        .poll(async () => (await field.boundingBox())?.width ?? 0)
        .toBeGreaterThanOrEqual(TIME_WIDTH);
    }
  });
}
