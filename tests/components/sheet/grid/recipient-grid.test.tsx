// @vitest-environment happy-dom

import { act, cleanup, configure, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type CheckedSheet, checkSheet } from "@/components/sheet/check-sheet";
import { RecipientGrid } from "@/components/sheet/grid/recipient-grid";
import { readSheet } from "@/components/sheet/read-sheet";
import { emptySheet, type Sheet } from "@/components/sheet/sheet";
import { useHistory } from "@/components/sheet/use-history";
import { PATIENT } from "@/ledger/tests/support/long";
import { toToken } from "@/lib/contract/names";
import { english } from "@/lib/core/i18n/translator";
import { createWallet } from "@/tests/support/http";
import { german, showGerman } from "../../show";

configure({ asyncUtilTimeout: PATIENT.timeout });

const token = toToken("So11111111111111111111111111111111111111112", 9);
const OPTIONS = { t: english, decimals: 9, defaults: {} };
const SCHEDULE = {
  releaseType: "cliff",
  startTime: "2027-01-01",
  cliffTime: "2027-01-02",
  endTime: "2027-01-02",
};
const address = (seed: number) => createWallet(new Uint8Array(32).fill(seed)).address;
const HEADER = "beneficiary,amount,releaseType,startTime,cliffTime,endTime,milestoneIdx";
const row = (text: string, amount: string) => `${text},${amount},cliff,2027-01-01,2027-01-02,2027-01-02,`;
const file = (rows: readonly string[]) => readSheet(english, [HEADER, ...rows].join("\n"));

let isPhone = false;

beforeEach(() => {
  isPhone = false;
  // Elements have no size without a layout.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(44);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(480);
  vi.stubGlobal("matchMedia", () => ({
    matches: !isPhone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Checked = { sheet: Sheet; checked: CheckedSheet };

/** Renders the grid over the result of the real check, again after each change, as the forms do. */
function Editing({ initial, onChecked }: { initial: Checked; onChecked: (checked: Promise<void>) => void }) {
  const [state, setState] = useState(initial);
  const history = useHistory(state.sheet, (sheet) => {
    const check = checkSheet(sheet, { ...OPTIONS, defaults: SCHEDULE });
    onChecked(check.then((checked) => setState({ sheet, checked })));
  });
  return <RecipientGrid {...state} {...{ history, token }} onFile={() => undefined} readsHeader />;
}

async function edit(sheet: Sheet) {
  const checks: Promise<void>[] = [];
  const checked = await checkSheet(sheet, { ...OPTIONS, defaults: SCHEDULE });
  render(<Editing initial={{ sheet, checked }} onChecked={(check) => checks.push(check)} />);
  /** Does something and waits for the check of each change that follows. */
  return async (perform: () => void) => {
    const count = checks.length;
    perform();
    await act(async () => {
      await vi.waitFor(() => expect(checks.length).toBeGreaterThan(count), PATIENT);
      await Promise.all(checks);
    });
  };
}

const grid = () => screen.getByRole("grid", { name: "Recipients" });
/** Query by tag, because a query by role takes seconds in long lists. */
const bodyRows = () => [...grid().querySelectorAll<HTMLElement>("tbody > tr:has(th)")];
const cell = (index: number, column: number) => {
  const found = bodyRows()[index]?.querySelectorAll<HTMLElement>("th, td")[column];
  if (!found) throw new Error(`There is no cell ${column} in row ${index}.`);
  return found;
};
const getTexts = (column: number) => bodyRows().map((_, index) => cell(index, column).textContent?.trim());
const press = (key: string, options = {}) => fireEvent.keyDown(grid(), { key, ...options });
const activeText = () =>
  document.getElementById(grid().getAttribute("aria-activedescendant") ?? "")?.textContent?.trim();
const editor = () => screen.getByRole("textbox", { name: /, row \d+$/ });
const paste = (text: string) => fireEvent.paste(grid(), { clipboardData: { getData: () => text } });
/** Types a text over a cell and presses a key. */
const type = (index: number, column: number, text: string, end = "Enter") => {
  fireEvent.click(cell(index, column));
  press(text.slice(0, 1));
  fireEvent.change(editor(), { target: { value: text } });
  fireEvent.keyDown(editor(), { key: end });
};

describe("RecipientGrid", () => {
  test("has no message that all rows are valid before the first edit of a list that was valid before", async () => {
    const sheet = await file([row(address(1), "1.5")]);
    const checked = await checkSheet(sheet, { ...OPTIONS, defaults: SCHEDULE });
    const history = { change: () => undefined, undo: null };
    const shown = { sheet, checked, history, token, onFile: () => undefined };
    const { rerender } = render(<RecipientGrid {...shown} isEdited={false} />);
    expect(screen.queryByText("The row is valid.")).toBeNull();
    rerender(<RecipientGrid {...shown} isEdited />);
    expect(screen.getByText("The row is valid.")).toBeTruthy();
  });

  test("marks an invalid cell, and lets the user correct it in place or remove its row", async () => {
    const change = await edit(
      await file([row(address(1), "1.5"), row(address(2), "many"), row("nobody", "2")]),
    );
    expect(screen.getByRole("alert").textContent).toContain("2 rows need correction");
    expect(screen.getByText(/“many” is not an amount|“many” has letters|write digits/)).toBeTruthy();
    expect(bodyRows()[0]?.textContent).toContain("Read as 1.5 wSOL, all on 2 Jan 2027");
    expect(cell(1, 2).getAttribute("aria-invalid")).toBe("true");
    await change(() => type(1, 2, "2.25"));
    expect(screen.getByRole("alert").textContent).toContain("1 row needs correction");
    expect(bodyRows()[1]?.textContent).toContain("Read as 2.25 wSOL");
    expect(cell(1, 2).getAttribute("aria-invalid")).toBeNull();
    await change(() => fireEvent.click(screen.getByRole("button", { name: "Remove row 4" })));
    expect(screen.getByText("All 2 rows are valid.").closest("[role=status]")).toBeTruthy();
    expect(bodyRows()).toHaveLength(2);
  });

  test("shows how a row is read only if the row has its own schedule or its amount is read as another number", async () => {
    const rows = [`${address(1)},10`, `${address(2)},2.50`, `${address(3)},"1,234.50"`];
    await edit(await readSheet(english, ["beneficiary,amount", ...rows].join("\n")));
    expect(within(grid()).getAllByRole("columnheader")[0]?.textContent).toBe("Line");
    expect(bodyRows().map(({ textContent }) => textContent?.includes("Read as"))).toEqual([
      false,
      false,
      true,
    ]);
    expect(bodyRows()[2]?.textContent).toContain("Read as 1234.5 wSOL, all on 2 Jan 2027");
    cleanup();
    await edit(await file([row(address(1), "3")]));
    expect(bodyRows()[0]?.textContent).toContain("Read as 3 wSOL, all on 2 Jan 2027");
  });

  test("moves with the arrow keys, edits with Enter, cancels with Escape, and clears with Delete", async () => {
    const change = await edit(await file([row(address(1), "1"), row(address(2), "2"), row(address(3), "3")]));
    expect(activeText()).toBe(address(1));
    press("ArrowRight");
    press("ArrowDown");
    expect(activeText()).toBe("2");
    press("Enter");
    expect(editor()).toHaveProperty("value", "2");
    expect(document.activeElement).toBe(editor());
    fireEvent.change(editor(), { target: { value: "20" } });
    fireEvent.keyDown(editor(), { key: "Escape" });
    expect(getTexts(2)).toEqual(["1", "2", "3"]);
    expect(document.activeElement).toBe(grid());
    await change(() => type(1, 2, "20"));
    expect(activeText()).toBe("3");
    await change(() => press("Delete"));
    expect(getTexts(2)).toEqual(["1", "20", "This cell is empty."]);
    await change(() => press("z", { ctrlKey: true }));
    await change(() => press("z", { ctrlKey: true }));
    expect(getTexts(2)).toEqual(["1", "2", "3"]);
    press("Home", { ctrlKey: true });
    expect(activeText()).toBe("2");
  });

  test("pastes rows and columns at the active cell, adds rows, and undoes the paste as one step", async () => {
    const change = await edit(await file([row(address(1), "1"), row(address(2), "2")]));
    press("ArrowDown");
    await change(() => paste(`${address(8)}\t8\n${address(9)}\t9\r\n`));
    expect(getTexts(1)).toEqual([address(1), address(8), address(9)]);
    expect(getTexts(2)).toEqual(["1", "8", "9"]);
    expect(screen.getByText("All 3 rows are valid.")).toBeTruthy();
    await change(() => fireEvent.click(screen.getByRole("button", { name: "Undo" })));
    expect(getTexts(2)).toEqual(["1", "2"]);
    expect(screen.getByRole("button", { name: "Undo" })).toHaveProperty("disabled", true);
    press("End");
    press("ArrowLeft");
    press("ArrowLeft");
    paste("1\t2");
    expect(await screen.findByText(/copied cells have 2 columns/)).toBeTruthy();
    expect(getTexts(2)).toEqual(["1", "2"]);
  });

  test("reads a pasted table with its header into an empty list", async () => {
    const change = await edit(emptySheet());
    await change(() => paste(`Wallet\tToken Amount\tMonths\n${address(1)}\t5\t\n`));
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toContain("Recipient");
    expect([getTexts(1), getTexts(2)]).toEqual([[address(1)], ["5"]]);
  });

  test("adds a row that is filled in from the keyboard", async () => {
    const change = await edit(emptySheet());
    await change(() => type(0, 1, address(1), "Tab"));
    await change(() => type(0, 2, "1"));
    expect(screen.getByText("The row is valid.")).toBeTruthy();
    await change(() => fireEvent.click(screen.getByRole("button", { name: "Add a recipient" })));
    expect(bodyRows()).toHaveLength(2);
    await change(() => type(1, 1, address(2), "Tab"));
    await change(() => type(1, 2, "2"));
    expect(screen.getByText("All 2 rows are valid.")).toBeTruthy();
  });

  test("renders a part of a long list, finds rows, filters rows with errors, and goes to the next error", async () => {
    const rows = Array.from({ length: 200 }, (_, index) =>
      row(address(index + 1), index === 99 || index === 199 ? "-1" : "1"),
    );
    await edit(await file(rows));
    expect(grid().getAttribute("aria-rowcount")).toBe("201");
    expect(bodyRows().length).toBeLessThan(100);
    fireEvent.change(screen.getByLabelText("Find a recipient"), { target: { value: address(30) } });
    expect(await screen.findByText("1 found")).toBeTruthy();
    expect(getTexts(1)).toEqual([address(30)]);
    fireEvent.change(screen.getByLabelText("Find a recipient"), { target: { value: "" } });
    const filter = screen.getByRole("combobox", { name: "Rows to show" });
    expect([...filter.children].map(({ textContent }) => textContent)).toEqual([
      "All rows",
      "Rows with errors 2",
    ]);
    fireEvent.change(filter, { target: { value: "errors" } });
    expect(getTexts(0)).toEqual(["101", "201"]);
    fireEvent.click(screen.getByRole("button", { name: "Next error" }));
    expect(grid().getAttribute("aria-activedescendant")).toMatch(/-1-2$/);
    fireEvent.click(screen.getByRole("button", { name: "Next error" }));
    expect(grid().getAttribute("aria-activedescendant")).toMatch(/-0-2$/);
    fireEvent.change(filter, { target: { value: "" } });
    expect(bodyRows().length).toBeGreaterThan(2);
  });

  test("shows the days of the cliff and the end in each row of a phone", async () => {
    isPhone = true;
    const linear = `${address(2)},2,linear,2027-01-01,2027-01-02,2028-01-02T10:30:00Z,`;
    const sheet = await file([row(address(1), "1"), linear]);
    const checked = await checkSheet(sheet, { ...OPTIONS, defaults: SCHEDULE });
    const of = { sheet, checked, token, history: { change: () => undefined, undo: null } };
    const extra = { title: "Change", cell: () => "Unchanged" };
    render(<RecipientGrid {...of} extra={extra} onFile={() => undefined} />);
    const [first, second] = [...grid().querySelectorAll('[role="row"]')].map((item) => item.textContent);
    expect(first).toMatch(/Cliff2027-01-02Unchanged$/);
    expect(second).toMatch(/Linear2027-01-02 – 2028-01-02Unchanged$/);
  });

  test("edits a row of a phone in a dialog", async () => {
    isPhone = true;
    const change = await edit(await file([row(address(1), "1.5"), row(address(2), "many")]));
    fireEvent.click(screen.getByRole("button", { name: new RegExp(`^Edit row 3: ${address(2)}, many`) }));
    const dialog = within(screen.getByRole("dialog", { name: "Row 3" }));
    expect(dialog.getByLabelText("Recipient")).toHaveProperty("value", address(2));
    fireEvent.change(dialog.getByLabelText("Amount"), { target: { value: "3" } });
    expect(dialog.getByText(/Read as/).textContent).toContain("Read as 3 wSOL");
    await change(() => fireEvent.click(dialog.getByRole("button", { name: "Save row" })));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("All 2 rows are valid.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: /^Edit row 2:/ }));
    await change(() => fireEvent.click(screen.getByRole("button", { name: "Remove row" })));
    expect(screen.getByText("The row is valid.")).toBeTruthy();
  });

  test("lists warnings apart from errors", async () => {
    await edit(await file([row(address(1), "1"), row(address(1), "1")]));
    expect(screen.getByText("Review these warnings")).toBeTruthy();
    expect(screen.getByText(/Row 3 is identical to row 2/)).toBeTruthy();
  });

  test("reads a sheet again for another language, with its errors and its summary", async () => {
    const sheet = await file([`${row(address(1), "1.5")},5`, row(address(2), "1234.5")]);
    const inEnglish = await checkSheet(sheet, OPTIONS);
    const checked = await checkSheet(sheet, { ...OPTIONS, t: german });
    expect(inEnglish.errors.get(2)?.row).toContain("more cells than the header");
    expect(checked.errors.get(2)?.row).toContain("mehr Felder als die Kopfzeile");
    const history = { change: () => undefined, undo: null };
    const { text } = showGerman(
      <RecipientGrid {...{ sheet, checked, history, token }} onFile={() => undefined} />,
    );
    expect(text()).toContain("1 Zeile ist zu berichtigen");
    expect(text()).toContain("Gelesen als 1234.5 wSOL, alles am 2. Jan. 2027 (UTC)");
    expect(screen.getByRole("button", { name: "Zeile 2 entfernen" })).toBeTruthy();
  });
});
