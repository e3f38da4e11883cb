// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { type CheckedSheet, checkSheet } from "@/components/sheet/check-sheet";
import { readSheet } from "@/components/sheet/read-sheet";
import type { Sheet } from "@/components/sheet/sheet";
import { SheetEditor } from "@/components/sheet/sheet-editor";
import { PATIENT } from "@/ledger/tests/support/long";
import { toToken } from "@/lib/contract/names";
import { english } from "@/lib/core/i18n/translator";
import { createWallet } from "@/tests/support/http";
import { german, showGerman } from "../show";

configure({ asyncUtilTimeout: PATIENT.timeout });
afterEach(cleanup);

const token = toToken("So11111111111111111111111111111111111111112", 9);
const OPTIONS = { t: english, decimals: 9, defaults: {} };
const address = (seed: number) => createWallet(new Uint8Array(32).fill(seed)).address;
const HEADER = "beneficiary,amount,releaseType,startTime,cliffTime,endTime,milestoneIdx";
const row = (of: string, amount: string) => `${of},${amount},cliff,2027-01-01,2027-01-02,2027-01-02,`;
const file = (rows: readonly string[]) => readSheet(english, [HEADER, ...rows].join("\n"));

/** Query by tag, because a query by role takes seconds in long lists. */
const listed = () => [...document.querySelectorAll<HTMLElement>("ol > li")];

type Checked = { sheet: Sheet; checked: CheckedSheet };

/** Renders the editor over the result of the real check, again after each change, as the forms do. */
function Editing({ initial, onChecked }: { initial: Checked; onChecked: (checked: Promise<void>) => void }) {
  const [state, setState] = useState(initial);
  const change = (sheet: Sheet) =>
    onChecked(checkSheet(sheet, OPTIONS).then((checked) => setState({ sheet, checked })));
  return <SheetEditor {...state} onChange={change} token={token} />;
}

async function edit(rows: readonly string[]) {
  const sheet = await file(rows);
  const checks: Promise<void>[] = [];
  const checked = await checkSheet(sheet, OPTIONS);
  render(<Editing initial={{ sheet, checked }} onChecked={(check) => checks.push(check)} />);
  return async (act: () => void) => {
    act();
    await Promise.all(checks);
    // React renders the result of the check before the next task.
    await screen.findByRole("list");
  };
}

test("marks an invalid cell, lets the user correct it in place, and keeps its row editable", async () => {
  const after = await edit([row(address(1), "1.5"), row(address(2), "many"), row("nobody", "2")]);
  expect(screen.getByRole("alert").textContent).toContain("2 rows need correction");
  expect(screen.getByText(/“many” is not an amount|“many” has letters|write digits/)).toBeTruthy();
  const [first, second, third] = listed();
  if (!first || !second || !third) throw new Error("There are three rows.");
  expect(within(first).queryByRole("textbox")).toBeNull();
  expect(first.textContent).toContain("Read as 1.5 wSOL, all on 2 Jan 2027");
  await after(() => fireEvent.change(within(second).getByLabelText("Amount"), { target: { value: "2.25" } }));
  expect((await screen.findByRole("alert")).textContent).toContain("1 row needs correction");
  expect(second.textContent).toContain("Read as 2.25 wSOL");
  expect(within(second).getByLabelText("Amount")).toHaveProperty("value", "2.25");
  await after(() => fireEvent.click(within(third).getByRole("button", { name: "Remove row 4" })));
  expect((await screen.findByText("All 2 rows are valid.")).closest("[role=status]")).toBeTruthy();
  expect(listed()).toHaveLength(2);
});

test("pages, searches and filters long files down to the rows with errors", async () => {
  const rows = Array.from({ length: 45 }, (_, index) => row(address(index + 1), index === 44 ? "-1" : "1"));
  await edit(rows);
  const shown = () => listed().map((item) => item.textContent);
  expect(shown()).toHaveLength(20);
  fireEvent.click(screen.getByText("Next rows"));
  expect(shown()[0]).toContain(address(21));
  fireEvent.change(screen.getByLabelText("Find a recipient"), { target: { value: address(30) } });
  expect(await screen.findByText("1 found")).toBeTruthy();
  expect(shown()).toEqual([expect.stringContaining(address(30))]);
  fireEvent.change(screen.getByLabelText("Find a recipient"), { target: { value: "" } });
  fireEvent.click(screen.getByText("Show only rows with errors"));
  expect(shown()).toEqual([expect.stringContaining("Row 46")]);
});

test("lists warnings apart from errors", async () => {
  await edit([row(address(1), "1"), row(address(1), "1")]);
  expect(screen.getByText("Review these warnings")).toBeTruthy();
  expect(screen.getByText(/Row 3 is identical to row 2/)).toBeTruthy();
});

test("reads a sheet again for another language, with its errors and its summary", async () => {
  const sheet = await file([`${row(address(1), "1.5")},5`, row(address(2), "1234.5")]);
  const inEnglish = await checkSheet(sheet, OPTIONS);
  const checked = await checkSheet(sheet, { ...OPTIONS, t: german });
  expect(inEnglish.errors.get(2)?.row).toContain("more cells than the header");
  expect(checked.errors.get(2)?.row).toContain("mehr Felder als die Kopfzeile");
  const { text } = showGerman(
    <SheetEditor sheet={sheet} checked={checked} onChange={() => undefined} token={token} />,
  );
  expect(text()).toContain("1 Zeile ist zu berichtigen");
  expect(text()).toContain("Gelesen als 1234.5 wSOL, alles am 2. Jan. 2027 (UTC)");
  expect(screen.getByRole("button", { name: /^Entfernen ?: Zeile 2$/ })).toBeTruthy();
});
