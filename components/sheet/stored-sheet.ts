import type { FileColumn, RecipientColumn } from "@/lib/core/recipients/file-header";
import type { SheetRow } from "./packed-rows";
import { newSheet, type Sheet } from "./sheet";

/** The stored format of a sheet in drafts of earlier versions: an object for each row, in display order. */
type SheetOfRows = Pick<Sheet, "acceptsUnused"> & {
  /** The answers, under the name of earlier versions. */
  told: Sheet["answers"];
  header: readonly FileColumn[];
  rows: readonly {
    line: number;
    cells: Partial<Record<RecipientColumn, string>>;
    leafIndex?: number;
    /** Cells of unused columns, by position. */
    rest?: Readonly<Record<number, string>>;
  }[];
};

/** The stored format of packed rows in drafts of earlier versions. */
type PackedSheet = Omit<Sheet, "answers"> & Pick<SheetOfRows, "told">;

/** Converts a stored sheet of any version to the current format. */
export function fromStoredSheet(stored: Sheet | PackedSheet | SheetOfRows): Sheet {
  if ("answers" in stored) return stored;
  if (!("rows" in stored)) return { ...stored, answers: stored.told };
  const { header, told: answers, acceptsUnused } = stored;
  const shown = stored.rows.map(({ cells, rest = {}, ...row }, shownAt): SheetRow & { shownAt: number } => {
    const beyond = Object.keys(rest).map((position) => Number(position) + 1);
    const texts = Array.from({ length: Math.max(header.length, ...beyond) }, (_, position) => {
      const column = header[position]?.column;
      return (column ? cells[column] : rest[position]) ?? "";
    });
    return { ...row, cells: texts, shownAt };
  });
  const inFile = shown.toSorted((a, b) => a.line - b.line);
  const order = new Uint32Array(inFile.length);
  for (const [number, { shownAt }] of inFile.entries()) order[shownAt] = number;
  return { ...newSheet(header, inFile), answers, acceptsUnused, order };
}
