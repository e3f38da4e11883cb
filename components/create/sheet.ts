import type { RecipientColumn } from "@/lib/registration/recipient-columns";

/** A recipients file as its cells, so that faulty ones can be corrected where they stand. */
export type Sheet = { columns: readonly RecipientColumn[]; rows: readonly SheetRow[] };

/** `line` is the row as a spreadsheet counts, the header being 1. A row that is not edited stays the same object. */
export type SheetRow = { line: number; cells: Partial<Record<RecipientColumn, string>> };

/** What stands in for columns that the file does not have. */
export type ColumnDefaults = Partial<Record<RecipientColumn, string>>;

/** A sheet with one cell changed. */
export function withCell(sheet: Sheet, at: { line: number; column: RecipientColumn; text: string }): Sheet {
  const change = (row: SheetRow) =>
    row.line === at.line ? { ...row, cells: { ...row.cells, [at.column]: at.text } } : row;
  return { ...sheet, rows: sheet.rows.map(change) };
}

export function withoutRow(sheet: Sheet, line: number): Sheet {
  return { ...sheet, rows: sheet.rows.filter((row) => row.line !== line) };
}

/** A sheet with one row more, which repeats the last but for whom it is and how much. */
export function withNewRow(sheet: Sheet): Sheet {
  const last = sheet.rows.at(-1);
  const line = sheet.rows.reduce((most, row) => Math.max(most, row.line), 1) + 1;
  return {
    ...sheet,
    rows: [...sheet.rows, { line, cells: { ...last?.cells, beneficiary: "", amount: "" } }],
  };
}
