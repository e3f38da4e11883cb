import { message } from "@/lib/core/i18n/translator";
import { type FileColumn, RECIPIENT_COLUMNS, type RecipientColumn } from "@/lib/core/recipients/file-header";
import type { Answers } from "@/lib/core/recipients/questions";
import type { KnownNames } from "@/lib/core/recipients/read-name-cell";
import type { RecipientList } from "@/lib/core/recipients/recipient-list";
import { type PackedRows, packedRow, RowPacker, type SheetRow } from "./packed-rows";

/**
 * A recipients file as its cells, so that the user can correct errors in place. The rows stay packed, and
 * changed rows are stored separately. Contains only data that IndexedDB can store.
 */
export type Sheet = PackedRows & {
  /** All columns in the order of the file, used or not. */
  header: readonly FileColumn[];
  /** The used columns, in the order of `RECIPIENT_COLUMNS`. */
  columns: readonly RecipientColumn[];
  /** Edited and added rows, by row number. Packed rows have the numbers from 0. */
  changed: ReadonlyMap<number, SheetRow>;
  /**
   * The numbers of the remaining rows, in display order. Null while these are the packed rows in their order.
   */
  order: Uint32Array | null;
  /** The answers about the formats of the columns. The object changes only when an answer changes. */
  answers: Answers;
  /** Whether the user confirmed that the unused columns can be ignored. */
  acceptsUnused: boolean;
  /** Names in the recipient column that were looked up. Their addresses stay until the user replaces them. */
  names?: KnownNames;
  /** Notes of the parser, for example about lines above the header. */
  notes?: readonly string[];
};

/** The cells to use for columns that the file omits. */
export type ColumnDefaults = Partial<Record<RecipientColumn, string>>;

/** Maximum number of rows with errors to report. More errors than this usually have one cause. */
export const MAX_MARKED_ROWS = 10_000;

const NO_ANSWERS: Answers = {};

/** Creates a sheet without answers. Requires rows in the order of their lines. */
export function newSheet(header: readonly FileColumn[], rows: PackedRows | Iterable<SheetRow>): Sheet {
  const packed = "ends" in rows ? rows : packRows(rows);
  const columns = usedColumns(header);
  return {
    ...packed,
    header,
    columns,
    changed: new Map(),
    order: null,
    answers: NO_ANSWERS,
    acceptsUnused: false,
  };
}

/** Creates a list with one empty row, for input by hand. */
export const emptySheet = (): Sheet =>
  newSheet(
    (["beneficiary", "amount"] as const).map((column) => ({ title: column, column })),
    [{ line: 2, cells: ["", ""] }],
  );

function packRows(rows: Iterable<SheetRow>): PackedRows {
  const packer = new RowPacker();
  for (const row of rows) packer.add(row);
  return packer.end();
}

const usedColumns = (header: readonly FileColumn[]) =>
  RECIPIENT_COLUMNS.filter((column) => header.some((item) => item.column === column));

export const rowCount = ({ order, lines }: Sheet): number => (order ?? lines).length;

/** Returns the number of the row at a display position. */
export const numberAt = ({ order }: Sheet, position: number): number =>
  order === null ? position : (order[position] as number);

export const getRow = (sheet: Sheet, number: number): SheetRow =>
  sheet.changed.get(number) ?? packedRow(sheet, number);

export const getLine = ({ lines, changed }: Sheet, number: number): number =>
  lines[number] ?? changed.get(number)?.line ?? 0;

/** Returns the rows between two display positions. */
export const rowsBetween = (sheet: Sheet, from = 0, to = rowCount(sheet)): SheetRow[] =>
  Array.from({ length: Math.max(0, Math.min(to, rowCount(sheet)) - from) }, (_, at) =>
    getRow(sheet, numberAt(sheet, from + at)),
  );

/** Returns the cell of a row in a column, or undefined if the file does not have the column. */
export function getCell({ header }: Sheet, { cells }: SheetRow, column: RecipientColumn): string | undefined {
  const position = header.findIndex((item) => item.column === column);
  return position < 0 ? undefined : (cells[position] ?? "");
}

/** Returns the number of the row at a line of the file, or undefined if the sheet has no such line. */
export function findNumber({ lines, changed }: Sheet, line: number): number | undefined {
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((lines[middle] as number) < line) from = middle + 1;
    else to = middle;
  }
  if (lines[from] === line) return from;
  for (const [number, row] of changed) if (row.line === line) return number;
  return undefined;
}

/**
 * Returns the number of the row at a line of the file.
 * @throws RangeError if the sheet has no such line
 */
export function getNumber(sheet: Sheet, line: number): number {
  const number = findNumber(sheet, line);
  if (number === undefined) throw new RangeError(`The sheet has no line ${line}.`);
  return number;
}

/** Returns the leaf index of the campaign from which a row was read, if any. */
export function leafIndexAt({ changed, leafIndexes }: Sheet, number: number): number | undefined {
  const row = changed.get(number);
  if (row) return row.leafIndex;
  const leafIndex = leafIndexes?.[number] ?? -1;
  return leafIndex < 0 ? undefined : leafIndex;
}

const getOrder = ({ order, lines }: Sheet): Uint32Array => order ?? lines.map((_, number) => number);

/** Returns a sheet with one changed cell. */
export function withCell(sheet: Sheet, at: { line: number; column: RecipientColumn; text: string }): Sheet {
  const number = getNumber(sheet, at.line);
  const row = getRow(sheet, number);
  const position = sheet.header.findIndex((item) => item.column === at.column);
  if (position < 0) throw new RangeError(`The sheet has no column ${at.column}.`);
  const width = Math.max(sheet.header.length, row.cells.length);
  const cells = Array.from({ length: width }, (_, each) =>
    each === position ? at.text : (row.cells[each] ?? ""),
  );
  return { ...sheet, changed: new Map(sheet.changed).set(number, { ...row, cells }) };
}

export function withoutRow(sheet: Sheet, line: number): Sheet {
  const gone = getNumber(sheet, line);
  const changed = new Map(sheet.changed);
  changed.delete(gone);
  return { ...sheet, changed, order: getOrder(sheet).filter((number) => number !== gone) };
}

/** Returns a sheet with more rows at its end. */
export function withAddedRows(sheet: Sheet, rows: readonly Omit<SheetRow, "line">[]): Sheet {
  const { lines, changed } = sheet;
  let line = lines.at(-1) ?? 1;
  let number = lines.length - 1;
  for (const [each, row] of changed) {
    line = Math.max(line, row.line);
    number = Math.max(number, each);
  }
  const next = new Map(changed);
  const before = getOrder(sheet);
  const order = new Uint32Array(before.length + rows.length);
  order.set(before);
  for (const [at, row] of rows.entries()) {
    next.set(++number, { ...row, line: ++line });
    order[before.length + at] = number;
  }
  return { ...sheet, changed: next, order };
}

/** Returns the cells of a new row: those of the last row except for the recipient and the amount. */
export function newRowCells(sheet: Sheet): string[] {
  const count = rowCount(sheet);
  const last = count > 0 ? getRow(sheet, numberAt(sheet, count - 1)) : undefined;
  return sheet.header.map(({ column }, position) =>
    column === null || column === "beneficiary" || column === "amount" ? "" : (last?.cells[position] ?? ""),
  );
}

export const withNewRow = (sheet: Sheet): Sheet => withAddedRows(sheet, [{ cells: newRowCells(sheet) }]);

/** Returns a sheet with more answers. */
export const withAnswers = (sheet: Sheet, change: Answers): Sheet => ({
  ...sheet,
  answers: { ...sheet.answers, ...change },
});

/** Returns a sheet in which a column of the file has another meaning, or none. Keeps edits. */
export function withColumn(sheet: Sheet, position: number, column: RecipientColumn | null): Sheet {
  const before = sheet.header[position]?.column ?? null;
  if (before === column) return sheet;
  const header = sheet.header.map((item, at) => {
    if (at === position) return { ...item, column };
    return column !== null && item.column === column ? { ...item, column: null } : item;
  });
  return { ...sheet, header, columns: usedColumns(header), acceptsUnused: false };
}

export const SORT_ORDERS = [
  { value: "original", label: message("Original order") },
  { value: "wallet", label: message("Wallet address") },
  { value: "amount", label: message("Largest amount first") },
  { value: "claimed", label: message("Most claimed first") },
] as const;
export type SortOrder = (typeof SORT_ORDERS)[number]["value"];

/** Facts about rows by line: the amount of each row, and the claimed part of it, in base units. */
type Known = {
  checked: { recipients: RecipientList };
  claimed: ReadonlyMap<number, bigint>;
};

/**
 * Returns the rows in another display order, which does not change the leaves. Rows without an amount come
 * first so that the user sees them.
 */
export function sortSheet(sheet: Sheet, order: SortOrder, { checked, claimed }: Known): Sheet {
  const { leaves, rows } = checked.recipients;
  const amounts = new Map<number, bigint>();
  rows?.forEach((line, index) => {
    amounts.set(line, (amounts.get(line) ?? 0n) + leaves.amount(index));
  });
  const shown = [...getOrder(sheet)].map((number) => {
    const row = getRow(sheet, number);
    return { number, line: row.line, wallet: getCell(sheet, row, "beneficiary") ?? "" };
  });
  type Shown = (typeof shown)[number];
  const compare: Record<SortOrder, (a: Shown, b: Shown) => number> = {
    original: (a, b) => a.line - b.line,
    wallet: (a, b) => (a.wallet < b.wallet ? -1 : 1),
    amount: (a, b) => descending(amounts.get(a.line), amounts.get(b.line)),
    claimed: (a, b) => descending(claimed.get(a.line) ?? 0n, claimed.get(b.line) ?? 0n),
  };
  return { ...sheet, order: Uint32Array.from(shown.toSorted(compare[order]), ({ number }) => number) };
}

function descending(a: bigint | undefined, b: bigint | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  return a > b ? -1 : 1;
}
