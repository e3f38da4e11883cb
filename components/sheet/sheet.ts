import { type FileColumn, RECIPIENT_COLUMNS, type RecipientColumn } from "@/lib/core/recipients/file-header";
import type { Told } from "@/lib/core/recipients/read-row";

/** A recipients file as its cells, so that faulty ones can be corrected where they stand. */
export type Sheet = {
  /** The columns of the file as they stand there, used or not. */
  header: readonly FileColumn[];
  /** The columns that are used, in our order. */
  columns: readonly RecipientColumn[];
  rows: readonly SheetRow[];
  /** What was said about how its columns are written. The same object as long as nothing else is said. */
  told: Told;
  /** Somebody has said that the columns that are not used may be left out. */
  acceptsUnused: boolean;
};

/** `line` is the row as a spreadsheet counts, the header being 1. A row that is not edited stays the same object. */
export type SheetRow = {
  line: number;
  cells: Partial<Record<RecipientColumn, string>>;
  /** The leaf of a campaign that the row was read from. */
  leafIndex?: number;
  /** Cells of columns that are not used, by position; beyond the header, of no column at all. */
  rest?: Readonly<Record<number, string>>;
};

/** What stands in for columns that the file does not have. */
export type ColumnDefaults = Partial<Record<RecipientColumn, string>>;

const NOTHING_TOLD: Told = {};

/** A sheet of which nothing has been said yet. */
export function newSheet(header: readonly FileColumn[], rows: readonly SheetRow[]): Sheet {
  return { header, columns: usedColumns(header), rows, told: NOTHING_TOLD, acceptsUnused: false };
}

const usedColumns = (header: readonly FileColumn[]) =>
  RECIPIENT_COLUMNS.filter((column) => header.some((of) => of.column === column));

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

/** A sheet of which one thing more is said. */
export const withTold = (sheet: Sheet, change: Told): Sheet => ({
  ...sheet,
  told: { ...sheet.told, ...change },
});

/** A sheet in which another column of the file holds something, or one holds nothing that is used. Edits stay. */
export function withColumn(sheet: Sheet, position: number, column: RecipientColumn | null): Sheet {
  const before = sheet.header[position]?.column ?? null;
  if (before === column) return sheet;
  const rival = column === null ? -1 : sheet.header.findIndex((of) => of.column === column);
  const header = sheet.header.map((of, at) => {
    if (at === position) return { ...of, column };
    return at === rival ? { ...of, column: null } : of;
  });
  const rows = sheet.rows.map((row) => {
    const cells = { ...row.cells };
    const rest = { ...row.rest };
    const put = (at: number, from: RecipientColumn) => {
      rest[at] = cells[from] ?? "";
      delete cells[from];
    };
    if (before) put(position, before);
    if (column && rival >= 0) put(rival, column);
    if (column) {
      cells[column] = rest[position] ?? "";
      delete rest[position];
    }
    return { ...row, cells, rest };
  });
  return { ...sheet, header, columns: usedColumns(header), rows, acceptsUnused: false };
}

export const SORT_ORDERS = [
  { value: "place", label: "as the leaves stand" },
  { value: "wallet", label: "by wallet" },
  { value: "amount", label: "largest amount first" },
  { value: "claimed", label: "most claimed first" },
] as const;
export type SortOrder = (typeof SORT_ORDERS)[number]["value"];

/** What is known of rows by line: the amount that each says, and what was claimed of it, in base units. */
type Known = {
  checked: { byLine: ReadonlyMap<number, { amount: bigint }> };
  claimed: ReadonlyMap<number, bigint>;
};

/** The rows in another order; it changes nobody's leaf. Rows that say nothing yet come first, to be seen. */
export function sortSheet(sheet: Sheet, order: SortOrder, { checked, claimed }: Known): Sheet {
  const amount = ({ line }: SheetRow) => checked.byLine.get(line)?.amount;
  const compare: Record<SortOrder, (a: SheetRow, b: SheetRow) => number> = {
    place: (a, b) => a.line - b.line,
    wallet: (a, b) => ((a.cells.beneficiary ?? "") < (b.cells.beneficiary ?? "") ? -1 : 1),
    amount: (a, b) => descending(amount(a), amount(b)),
    claimed: (a, b) => descending(claimed.get(a.line) ?? 0n, claimed.get(b.line) ?? 0n),
  };
  return { ...sheet, rows: sheet.rows.toSorted(compare[order]) };
}

function descending(a: bigint | undefined, b: bigint | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  return a > b ? -1 : 1;
}
