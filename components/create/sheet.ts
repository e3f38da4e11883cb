import { parse } from "csv-parse/browser/esm/sync";
import {
  CellError,
  readAddress,
  readAmount,
  readMilestoneIdx,
  readReleaseType,
  readTime,
} from "@/lib/registration/cells";
import { columnOf, RECIPIENT_COLUMNS, type RecipientColumn } from "@/lib/registration/recipient-columns";
import { type Recipient, recipientFaults, recipientWarnings } from "@/lib/registration/recipients";

/** A recipients file as its cells, so that faulty ones can be corrected where they stand. */
export type Sheet = { columns: readonly RecipientColumn[]; rows: readonly SheetRow[] };

/** `line` is the row as a spreadsheet counts, the header being 1. */
export type SheetRow = { line: number; cells: Partial<Record<RecipientColumn, string>> };

type CellFaults = Partial<Record<RecipientColumn | "row", string>>;

export type CheckedSheet = {
  /** Every recipient, when no row has a fault; else those that are right by themselves. */
  recipients: Recipient[];
  faults: ReadonlyMap<number, CellFaults>;
  warnings: readonly string[];
  totalAmount: bigint;
};

/** What stands in for columns that the file does not have. */
export type ColumnDefaults = Partial<Record<RecipientColumn, string>>;

export type SheetOptions = { decimals: number | undefined; defaults: ColumnDefaults };

/** Thrown for a text that is no recipients file; the message says what to change. */
export class SheetError extends Error {
  override readonly name = "SheetError";
}

const DELIMITERS = [",", ";", "\t"];

/** Reads the cells of a CSV text. Throws SheetError when it has no rows, or lacks a column without a default. */
export function readSheet(text: string, defaults: ColumnDefaults): Sheet {
  const [header, ...records] = readRecords(text);
  if (!header || records.length === 0) throw new SheetError("The file has no rows under its header.");
  const columns = header.cells.map((title) => columnOf(title));
  const missing = RECIPIENT_COLUMNS.filter(
    (column) => !columns.includes(column) && defaults[column] === undefined && column !== "milestoneIdx",
  );
  if (missing.length > 0) throw new SheetError(`The header has no column for ${missing.join(", ")}.`);
  const rows = records.map(({ line, cells }) => ({ line, cells: named(columns, cells) }));
  return { columns: RECIPIENT_COLUMNS.filter((column) => columns.includes(column)), rows };
}

function readRecords(text: string): { line: number; cells: string[] }[] {
  const [firstLine = ""] = text.split(/\r?\n/, 1);
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  const delimiter = DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
  const records: { line: number; cells: string[] }[] = [];
  try {
    parse(text, {
      bom: true,
      delimiter,
      on_record: (cells: string[], { lines }) => {
        records.push({ line: lines, cells });
        return null;
      },
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    });
    return records;
  } catch (error) {
    throw new SheetError(`This is not a CSV file: ${error instanceof Error ? error.message : "unreadable"}`);
  }
}

function named(columns: readonly (RecipientColumn | null)[], cells: readonly string[]): SheetRow["cells"] {
  const row: SheetRow["cells"] = {};
  for (const [position, column] of columns.entries()) if (column) row[column] = cells[position] ?? "";
  return row;
}

/** A sheet with one cell changed. */
export function withCell(sheet: Sheet, at: { line: number; column: RecipientColumn; text: string }): Sheet {
  const change = (row: SheetRow) =>
    row.line === at.line ? { ...row, cells: { ...row.cells, [at.column]: at.text } } : row;
  return { ...sheet, rows: sheet.rows.map(change) };
}

export function withoutRow(sheet: Sheet, line: number): Sheet {
  return { ...sheet, rows: sheet.rows.filter((row) => row.line !== line) };
}

/** Checks every cell and the list as a whole, by the same rules as the service. */
export function checkSheet(sheet: Sheet, options: SheetOptions): CheckedSheet {
  const faults = new Map<number, CellFaults>();
  const recipients: Recipient[] = [];
  for (const row of sheet.rows) {
    const read = readRow(row, options);
    if ("faults" in read) faults.set(row.line, read.faults);
    else recipients.push(read.recipient);
  }
  for (const { index, field, message } of recipientFaults(recipients)) {
    const line = index === null ? undefined : recipients[index]?.row;
    if (line !== undefined) faults.set(line, { ...faults.get(line), [faultPlace(field)]: message });
  }
  return {
    recipients,
    faults,
    warnings: recipientWarnings(recipients),
    totalAmount: recipients.reduce((sum, { amount }) => sum + amount, 0n),
  };
}

const faultPlace = (field: keyof Recipient | null): RecipientColumn | "row" =>
  RECIPIENT_COLUMNS.find((column) => column === field) ?? "row";

function readRow(
  row: SheetRow,
  { decimals, defaults }: SheetOptions,
): { recipient: Recipient } | { faults: CellFaults } {
  const faults: CellFaults = {};
  const cell = <T>(column: RecipientColumn, read: (text: string) => T, fallback: T): T => {
    const text = row.cells[column] ?? defaults[column] ?? "";
    if (text === "" && column === "milestoneIdx") return fallback;
    try {
      if (text === "") throw new CellError("This cell is empty.");
      return read(text);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      faults[column] = error.message;
      return fallback;
    }
  };
  const recipient: Recipient = {
    row: row.line,
    beneficiary: cell("beneficiary", readAddress, ""),
    amount: cell("amount", (text) => readAmount(text, decimals), 0n),
    releaseType: cell("releaseType", readReleaseType, 0),
    startTime: cell("startTime", readTime, 0n),
    cliffTime: cell("cliffTime", readTime, 0n),
    endTime: cell("endTime", readTime, 0n),
    milestoneIdx: cell("milestoneIdx", readMilestoneIdx, 0),
  };
  return Object.keys(faults).length > 0 ? { faults } : { recipient };
}
