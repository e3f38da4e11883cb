// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { checkSheet } from "@/components/sheet/check-sheet";
import { gridColumns } from "@/components/sheet/grid/edits";
import { RowDialog } from "@/components/sheet/grid/row-dialog";
import { readSheet } from "@/components/sheet/read-sheet";
import { getRow } from "@/components/sheet/sheet";
import { toToken } from "@/lib/contract/names";
import { english } from "@/lib/core/i18n/translator";
import { createWallet } from "@/tests/support/http";

afterEach(cleanup);

const token = toToken("So11111111111111111111111111111111111111112", 9);
const ada = createWallet(new Uint8Array(32).fill(1)).address;
const HEADER = "beneficiary,amount,releaseType,startTime,cliffTime,endTime,milestoneIdx";

/** Opens the dialog of the first row of a file. */
async function open(row: string, { header = HEADER, isRotation = true } = {}) {
  const sheet = await readSheet(english, `${header}\n${row}`);
  const checked = await checkSheet(sheet, { t: english, decimals: 9, defaults: {}, isRotation });
  const onSave = vi.fn();
  const first = getRow(sheet, 0);
  const shared = { sheet, checked, token, onSave, note: null, row: first, columns: gridColumns(sheet) };
  render(
    <RowDialog {...shared} getAddress={() => null} onRemove={() => undefined} onClose={() => undefined} />,
  );
  const dialog = within(screen.getByRole("dialog"));
  const field = (name: string) => dialog.getByLabelText<HTMLInputElement | HTMLSelectElement>(name);
  const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
  const save = () => fireEvent.submit(field("Recipient").form as HTMLFormElement);
  const labels = () => [...document.querySelectorAll("form label")].map(({ textContent }) => textContent);
  return { dialog, field, fill, save, labels, onSave, cells: first.cells };
}

describe("RowDialog", () => {
  test("has a select for the release type, date fields, and the decimal keys of a phone for the amount", async () => {
    const { field, labels } = await open(`${ada},1.5,linear,2027-01-01,2027-01-02,2028-01-02T10:30:00Z,`);
    expect(labels()).toEqual(["Recipient", "Amount", "Release", "Start", "Cliff", "End"]);
    expect(field("Release").tagName).toBe("SELECT");
    expect(field("Release").value).toBe("linear");
    expect(field("Amount").inputMode).toBe("decimal");
    expect([field("Cliff").type, field("Cliff").value]).toEqual(["datetime-local", "2027-01-02T00:00"]);
    expect([field("End").type, field("End").value]).toEqual(["datetime-local", "2028-01-02T10:30"]);
  });

  test("shows the fields of the chosen release type only", async () => {
    const { fill, labels } = await open(`${ada},1.5,cliff,2027-01-01,2027-01-02,2027-01-02,`);
    expect(labels()).toEqual(["Recipient", "Amount", "Release", "Cliff"]);
    fill("Release", "milestone");
    expect(labels()).toEqual(["Recipient", "Amount", "Release", "Cliff", "Milestone number"]);
    fill("Release", "linear");
    expect(labels()).toEqual(["Recipient", "Amount", "Release", "Start", "Cliff", "End"]);
    expect(document.getElementById("field-startTime-note")?.textContent).toBe("Does not affect vesting");
  });

  test("saves the cells without a change if no field was edited", async () => {
    const { save, onSave, cells } = await open(`${ada},1.50,Sperrfrist,@1800000000,31.1.2027,2027-02-01,`);
    save();
    expect(onSave).toHaveBeenCalledWith(cells);
  });

  test("keeps the original spelling of a value that was changed and chosen again", async () => {
    const { fill, save, onSave, cells } = await open(`${ada},1,Sperrfrist,2027-01-01,31.1.2027,2027-02-09,`);
    fill("Release", "linear");
    fill("Cliff", "2027-02-02T00:00");
    fill("Cliff", "2027-01-31T00:00");
    fill("Release", "cliff");
    save();
    expect(onSave).toHaveBeenCalledWith(cells);
  });

  test("keeps a text that a control cannot show in a text field with a hint", async () => {
    const header = "beneficiary,amount,startTime,cliff,durationMonths,steps";
    const { dialog, field, save, onSave, cells } = await open(`${ada},4,2027-01-01,12 months,24,quarterly`, {
      ...{ header, isRotation: false },
    });
    expect([field("Cliff").type, field("Cliff").value]).toEqual(["text", "12 months"]);
    expect(field("Remainder after the cliff").tagName).toBe("SELECT");
    expect(dialog.getByText("This text stays unless you change it.").id).toBe("field-cliffTime-note");
    expect(dialog.queryByText("Does not affect vesting")).toBeNull();
    save();
    expect(onSave).toHaveBeenCalledWith(cells);
  });

  test("shows an error below its field, and does not save the row until it is corrected", async () => {
    const { dialog, field, fill, save, onSave } = await open(
      `${ada},1.5,linear,2027-01-01,2027-01-02,2028-01-02,`,
    );
    fill("End", "2026-12-01T00:00");
    expect(document.getElementById("field-endTime-note")?.textContent).toBe(
      "The end must not be before the cliff.",
    );
    save();
    expect(onSave).not.toHaveBeenCalled();
    expect(dialog.getByRole("status").textContent).toBe("Correct the marked fields.");
    expect(document.activeElement).toBe(field("End"));
    fill("End", "2027-12-01T00:00");
    expect(dialog.getByRole("status").textContent).toBe("");
    save();
    expect(onSave.mock.lastCall?.[0]?.[5]).toBe("2027-12-01T00:00:00Z");
  });

  test("shows the errors of an empty row only after the user tries to save it", async () => {
    const { dialog, save, onSave } = await open(",,cliff,2027-01-01,2027-01-02,2027-01-02,");
    expect(dialog.queryByText("This cell is empty.")).toBeNull();
    save();
    expect(dialog.getAllByText("This cell is empty.")).toHaveLength(2);
    expect(onSave).not.toHaveBeenCalled();
  });

  test("shows a hidden field while its text has an error", async () => {
    const { labels } = await open(`${ada},1,cliff,2027-01-01,2027-01-02,someday,`);
    expect(labels()).toEqual(["Recipient", "Amount", "Release", "Cliff", "End"]);
  });

  test("saves a name that is looked up above the list", async () => {
    const header = "beneficiary,amount,releaseType,cliffTime";
    const { fill, save, onSave } = await open(`${ada},1,cliff,2027-01-02`, { header, isRotation: false });
    fill("Recipient", "alice.sol");
    save();
    expect(onSave.mock.lastCall?.[0]?.[0]).toBe("alice.sol");
  });
});
