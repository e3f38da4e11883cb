import {
  type CooperativeScheduler,
  createScheduler,
  processInChunks,
} from "@/lib/core/cooperative-scheduler";
import type { RecipientColumn } from "@/lib/core/recipients/file-header";
import { RowPacker, type SheetRow } from "../packed-rows";
import { getNumber, getRow, newRowCells, type Sheet, withAddedRows } from "../sheet";

/** A column of the grid: its meaning and its position in the cells of a row. */
export type GridColumn = { column: RecipientColumn; position: number };

/** Returns the used columns in the order of the file, so that a copied block fits. */
export const gridColumns = ({ header }: Sheet): GridColumn[] =>
  header.flatMap(({ column }, position) => (column ? [{ column, position }] : []));

/** Returns the text of a row in a column; empty if the grid does not have the column. */
export const cellText = (
  cells: readonly string[],
  columns: readonly GridColumn[],
  wanted: RecipientColumn,
): string => cells[columns.find(({ column }) => column === wanted)?.position ?? -1] ?? "";

/** Returns the cells of a row with another text at a position. */
export const withText = (cells: readonly string[], position: number, text: string): string[] =>
  Array.from({ length: Math.max(cells.length, position + 1) }, (_, at) =>
    at === position ? text : (cells[at] ?? ""),
  );

/** Returns a sheet in which the rows at some lines have other cells; the same sheet without a difference. */
export function withRows(sheet: Sheet, rows: readonly Pick<SheetRow, "line" | "cells">[]): Sheet {
  const edits = rows
    .map(({ line, cells }) => ({ number: getNumber(sheet, line), cells }))
    .filter(({ number, cells }) => !isSame(getRow(sheet, number).cells, cells));
  if (edits.length === 0) return sheet;
  const changed = new Map(sheet.changed);
  for (const { number, cells } of edits) changed.set(number, { ...getRow(sheet, number), cells });
  return { ...sheet, changed };
}

/** Returns whether two rows have the same texts. Cells that a row does not have are empty. */
const isSame = (first: readonly string[], second: readonly string[]): boolean =>
  Array.from({ length: Math.max(first.length, second.length) }).every(
    (_, at) => (first[at] ?? "") === (second[at] ?? ""),
  );

type Paste = {
  /** The lines of the rows from the selected cell down. */
  lines: readonly number[];
  /** The columns from the selected cell to the right. */
  columns: readonly GridColumn[];
  block: readonly (readonly string[])[];
};

export const blockWidth = (block: Paste["block"]): number =>
  block.reduce((width, cells) => Math.max(width, cells.length), 0);

/** Returns a sheet with a block of cells at the selected cell. Rows beyond the last row are added. */
export function withBlock(sheet: Sheet, { lines, columns, block }: Paste): Sheet {
  const isIn = (_: unknown, at: number) => at < lines.length;
  const blank = newRowCells(sheet);
  const overwrite = (cells: readonly string[], texts: readonly string[]): readonly string[] =>
    texts.reduce((before, text, at) => {
      const position = columns[at]?.position;
      if (position === undefined) throw new RangeError("The block is wider than the columns.");
      return withText(before, position, text);
    }, cells);
  const changed = block.filter(isIn).map((texts, at) => {
    const line = lines[at] as number;
    return { line, cells: overwrite(getRow(sheet, getNumber(sheet, line)).cells, texts) };
  });
  const added = block.slice(lines.length).map((texts) => ({ cells: overwrite(blank, texts) }));
  const edited = withRows(sheet, changed);
  return added.length > 0 ? withAddedRows(edited, added) : edited;
}

/** More changed rows than this are packed, because a change copies the map of changed rows. */
const MAX_CHANGED_ROWS = 1_000;
const ROWS_PER_CHUNK = 100;

/** Packs the changed rows of a sheet if there are many. Does not change rows, lines and their order. */
export async function packChanges(
  sheet: Sheet,
  scheduler: CooperativeScheduler = createScheduler(),
): Promise<Sheet> {
  if (sheet.changed.size <= MAX_CHANGED_ROWS) return sheet;
  const { order, lines } = sheet;
  // Lines ascend with the numbers of the rows.
  const numbers = (order ?? lines.map((_, number) => number)).slice().sort();
  const packer = new RowPacker();
  const rank = new Map<number, number>();
  await processInChunks({ count: numbers.length, chunkSize: ROWS_PER_CHUNK, scheduler }, (from, to) => {
    for (let at = from; at < to; at++) {
      const number = numbers[at] as number;
      rank.set(number, at);
      packer.add(getRow(sheet, number));
    }
  });
  const isSorted = order === null || order.every((number, at) => number === numbers[at]);
  return {
    ...sheet,
    ...packer.end(),
    changed: new Map(),
    order: isSorted ? null : order.map((number) => rank.get(number) as number),
  };
}
