import type { FileColumn, RecipientColumn } from "@/lib/core/recipients/file-header";
import type { SheetRow } from "./packed-rows";
import { newSheet, type Sheet } from "./sheet";

/** A sheet as drafts of earlier versions keep it: an object for each row, in the order shown. */
type SheetOfRows = Pick<Sheet, "told" | "acceptsUnused"> & {
  header: readonly FileColumn[];
  rows: readonly {
    line: number;
    cells: Partial<Record<RecipientColumn, string>>;
    leafIndex?: number;
    /** Cells of columns that are not used, by position. */
    rest?: Readonly<Record<number, string>>;
  }[];
};

/** A sheet from a browser's storage, whichever version kept it there. */
export function fromKept(kept: Sheet | SheetOfRows): Sheet {
  if (!("rows" in kept)) return kept;
  const { header, told, acceptsUnused } = kept;
  const shown = kept.rows.map(({ cells, rest = {}, ...row }, place): SheetRow & { place: number } => {
    const beyond = Object.keys(rest).map((position) => Number(position) + 1);
    const texts = Array.from({ length: Math.max(header.length, ...beyond) }, (_, position) => {
      const column = header[position]?.column;
      return (column ? cells[column] : rest[position]) ?? "";
    });
    return { ...row, cells: texts, place };
  });
  const inFile = shown.toSorted((a, b) => a.line - b.line);
  const order = new Uint32Array(inFile.length);
  for (const [number, { place }] of inFile.entries()) order[place] = number;
  return { ...newSheet(header, inFile), told, acceptsUnused, order };
}
