import { type FileColumn, RECIPIENT_COLUMNS, type RecipientColumn } from "@/lib/core/recipients/file-header";
import type { Answers } from "@/lib/core/recipients/questions";
import type { RecipientList } from "@/lib/core/recipients/recipient-list";
import { message } from "@/lib/core/words/words";
import { type PackedRows, packedRow, RowPacker, type SheetRow } from "./packed-rows";

/**
 * A recipients file as its cells, so that faulty ones can be corrected where they stand. Its rows stay packed as they were
 * read, and beside them stands what was changed. Only data that a browser's storage takes.
 */
export type Sheet = PackedRows & {
  /** The columns of the file as they stand there, used or not. */
  header: readonly FileColumn[];
  /** The columns that are used, in our order. */
  columns: readonly RecipientColumn[];
  /** Rows that were edited or added, by number; the packed ones have the numbers from 0 on. */
  changed: ReadonlyMap<number, SheetRow>;
  /** The numbers of the rows that are left, as they are shown; null as long as these are the packed ones in order. */
  order: Uint32Array | null;
  /** What was said about how its columns are written. The same object as long as nothing else is said. */
  told: Answers;
  /** Somebody has said that the columns that are not used may be left out. */
  acceptsUnused: boolean;
  /** Remarks of the reader, such as on lines above the header. */
  notes?: readonly string[];
};

/** What stands in for columns that the file does not have. */
export type ColumnDefaults = Partial<Record<RecipientColumn, string>>;

/** Rows whose faults are told at once: more than these have one cause. */
export const MOST_MARKED = 10_000;

const NOTHING_TOLD: Answers = {};

/** A sheet of which nothing has been said yet. Rows come in the order of their lines. */
export function newSheet(header: readonly FileColumn[], rows: PackedRows | Iterable<SheetRow>): Sheet {
  const packed = "ends" in rows ? rows : packRows(rows);
  const columns = usedColumns(header);
  return {
    ...packed,
    header,
    columns,
    changed: new Map(),
    order: null,
    told: NOTHING_TOLD,
    acceptsUnused: false,
  };
}

function packRows(rows: Iterable<SheetRow>): PackedRows {
  const packer = new RowPacker();
  for (const row of rows) packer.add(row);
  return packer.end();
}

const usedColumns = (header: readonly FileColumn[]) =>
  RECIPIENT_COLUMNS.filter((column) => header.some((of) => of.column === column));

export const rowCount = ({ order, lines }: Sheet): number => (order ?? lines).length;

/** The number of the row that is shown at a place. */
export const numberAt = ({ order }: Sheet, place: number): number =>
  order === null ? place : (order[place] as number);

export const rowOf = (sheet: Sheet, number: number): SheetRow =>
  sheet.changed.get(number) ?? packedRow(sheet, number);

export const lineOf = ({ lines, changed }: Sheet, number: number): number =>
  lines[number] ?? changed.get(number)?.line ?? 0;

/** The rows that are shown from one place up to another. */
export const rowsBetween = (sheet: Sheet, from = 0, to = rowCount(sheet)): SheetRow[] =>
  Array.from({ length: Math.max(0, Math.min(to, rowCount(sheet)) - from) }, (_, at) =>
    rowOf(sheet, numberAt(sheet, from + at)),
  );

/** The text of a row in a column; undefined where the file has no such column. */
export function cellOf({ header }: Sheet, { cells }: SheetRow, column: RecipientColumn): string | undefined {
  const position = header.findIndex((of) => of.column === column);
  return position < 0 ? undefined : (cells[position] ?? "");
}

/** The number of the row that stands at a line of the file. */
export function numberOf(sheet: Sheet, line: number): number {
  const { lines, changed } = sheet;
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((lines[middle] as number) < line) from = middle + 1;
    else to = middle;
  }
  if (lines[from] === line) return from;
  const added = [...changed].find(([, row]) => row.line === line);
  if (!added) throw new RangeError(`The sheet has no line ${line}.`);
  return added[0];
}

const orderOf = ({ order, lines }: Sheet): Uint32Array => order ?? lines.map((_, number) => number);

/** A sheet with one cell changed. */
export function withCell(sheet: Sheet, at: { line: number; column: RecipientColumn; text: string }): Sheet {
  const number = numberOf(sheet, at.line);
  const row = rowOf(sheet, number);
  const position = sheet.header.findIndex((of) => of.column === at.column);
  if (position < 0) throw new RangeError(`The sheet has no column ${at.column}.`);
  const width = Math.max(sheet.header.length, row.cells.length);
  const cells = Array.from({ length: width }, (_, each) =>
    each === position ? at.text : (row.cells[each] ?? ""),
  );
  return { ...sheet, changed: new Map(sheet.changed).set(number, { ...row, cells }) };
}

export function withoutRow(sheet: Sheet, line: number): Sheet {
  const gone = numberOf(sheet, line);
  const changed = new Map(sheet.changed);
  changed.delete(gone);
  return { ...sheet, changed, order: orderOf(sheet).filter((number) => number !== gone) };
}

/** A sheet with one row more, which repeats the last but for whom it is and how much. */
export function withNewRow(sheet: Sheet): Sheet {
  const { header, lines, changed } = sheet;
  const order = orderOf(sheet);
  const last = order.length > 0 ? rowOf(sheet, order.at(-1) as number) : undefined;
  let line = lines.at(-1) ?? 1;
  let number = lines.length - 1;
  for (const [each, row] of changed) {
    line = Math.max(line, row.line);
    number = Math.max(number, each);
  }
  const cells = header.map(({ column }, position) =>
    column === null || column === "beneficiary" || column === "amount" ? "" : (last?.cells[position] ?? ""),
  );
  return {
    ...sheet,
    changed: new Map(changed).set(number + 1, { line: line + 1, cells }),
    order: Uint32Array.from([...order, number + 1]),
  };
}

/** A sheet of which one thing more is said. */
export const withTold = (sheet: Sheet, change: Answers): Sheet => ({
  ...sheet,
  told: { ...sheet.told, ...change },
});

/** A sheet in which another column of the file holds something, or one holds nothing that is used. Edits stay. */
export function withColumn(sheet: Sheet, position: number, column: RecipientColumn | null): Sheet {
  const before = sheet.header[position]?.column ?? null;
  if (before === column) return sheet;
  const header = sheet.header.map((of, at) => {
    if (at === position) return { ...of, column };
    return column !== null && of.column === column ? { ...of, column: null } : of;
  });
  return { ...sheet, header, columns: usedColumns(header), acceptsUnused: false };
}

export const SORT_ORDERS = [
  { value: "place", label: message("as the leaves stand") },
  { value: "wallet", label: message("by wallet") },
  { value: "amount", label: message("largest amount first") },
  { value: "claimed", label: message("most claimed first") },
] as const;
export type SortOrder = (typeof SORT_ORDERS)[number]["value"];

/** What is known of rows by line: the amount that each says, and what was claimed of it, in base units. */
type Known = {
  checked: { recipients: RecipientList };
  claimed: ReadonlyMap<number, bigint>;
};

/** The rows in another order; it changes nobody's leaf. Rows that say nothing yet come first, to be seen. */
export function sortSheet(sheet: Sheet, order: SortOrder, { checked, claimed }: Known): Sheet {
  const { leaves, rows } = checked.recipients;
  const amounts = new Map<number, bigint>();
  rows?.forEach((line, place) => {
    amounts.set(line, (amounts.get(line) ?? 0n) + leaves.amount(place));
  });
  const shown = [...orderOf(sheet)].map((number) => {
    const row = rowOf(sheet, number);
    return { number, line: row.line, wallet: cellOf(sheet, row, "beneficiary") ?? "" };
  });
  type Shown = (typeof shown)[number];
  const compare: Record<SortOrder, (a: Shown, b: Shown) => number> = {
    place: (a, b) => a.line - b.line,
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
