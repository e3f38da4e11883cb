import { expect, type Locator, type Page } from "@playwright/test";

/** Returns a cell of the grid of recipients. `line` is the number of its row. */
export async function gridCell(page: Page, line: number, column: string): Promise<Locator> {
  const grid = page.getByRole("grid", { name: "Recipients" });
  await expect(grid).toBeVisible();
  const titles = await grid.getByRole("columnheader").allTextContents();
  const header = page.getByRole("rowheader", { name: `Edit row ${line}`, exact: true });
  // The first column contains the row headers.
  return grid
    .getByRole("row")
    .filter({ has: header })
    .getByRole("gridcell")
    .nth(titles.indexOf(column) - 1);
}

/** Replaces the text of a cell. */
export async function fillCell(page: Page, line: number, column: string, text: string): Promise<void> {
  await (await gridCell(page, line, column)).dblclick();
  const editor = page.getByRole("textbox", { name: `${column}, row ${line}`, exact: true });
  await editor.fill(text);
  await editor.press("Enter");
}

/** Copies a text into the clipboard of the page's grid, as Ctrl+V does after a copy in a spreadsheet. */
export async function pasteInto(page: Page, text: string): Promise<void> {
  await page.getByRole("grid", { name: "Recipients" }).evaluate((grid, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", copied);
    grid.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Opens the review of the changed list of recipients. */
export const reviewChanges = (page: Page): Promise<void> =>
  page.getByRole("button", { name: /^Review \d+ changes?$/ }).click();
