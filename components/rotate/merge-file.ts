import type { Sheet, SheetRow } from "@/components/sheet/sheet";
import type { RecipientColumn } from "@/lib/core/recipients/file-header";
import { EDITED_COLUMNS } from "./current-allocations";

/**
 * A recipients file as the new list: what it does not say is taken from the same wallet's current allocation, the first
 * that no row of the file has taken yet. A file's leaf indexes name the allocations that its rows go on from.
 */
export function mergeFile(current: Sheet, file: Sheet): Sheet {
  const missing = EDITED_COLUMNS.filter((column) => !file.columns.includes(column));
  const open = new Map<string, SheetRow[]>();
  for (const row of current.rows) {
    const rows = open.get(row.cells.beneficiary ?? "");
    if (rows) rows.push(row);
    else open.set(row.cells.beneficiary ?? "", [row]);
  }
  const width = file.header.length;
  const rows = file.rows.map((row): SheetRow => {
    const { leafIndex: indexCell, ...cells } = row.cells;
    const named = indexCell !== undefined && /^\d{1,10}$/.test(indexCell) ? Number(indexCell) : undefined;
    const own = open.get(cells.beneficiary ?? "") ?? [];
    const at = Math.max(0, named === undefined ? 0 : own.findIndex(({ leafIndex }) => leafIndex === named));
    const [from] = missing.length > 0 || named !== undefined ? own.splice(at, 1) : [];
    return {
      ...row,
      cells: { ...cells, ...filled(missing, from) },
      leafIndex: named,
      // Columns are added behind the file's own: what stood beyond its header has to stay beyond.
      ...(row.rest && { rest: shifted(row.rest, width, missing.length) }),
    };
  });
  return {
    ...file,
    header: [...file.header, ...missing.map((column) => ({ title: column, column }))],
    columns: EDITED_COLUMNS,
    rows,
  };
}

const filled = (missing: readonly RecipientColumn[], from: SheetRow | undefined) =>
  Object.fromEntries(missing.map((column) => [column, from?.cells[column] ?? ""]));

const shifted = (rest: Readonly<Record<number, string>>, width: number, by: number) =>
  Object.fromEntries(
    Object.entries(rest).map(([position, text]) => [
      Number(position) >= width ? Number(position) + by : position,
      text,
    ]),
  );
