import { useMemo } from "react";
import { useSearchResult } from "@/components/ui/paging/use-search-result";
import type { SheetRow } from "../packed-rows";
import { getCell, getLine, getRow, numberAt, rowCount, type Sheet } from "../sheet";

/** A filter by line, with the number of its rows. */
export type RowFilter = {
  id: string;
  label: string;
  count: number;
  has: (line: number) => boolean;
  /** Whether the filter shows the removed rows. */
  showsRemoved?: boolean;
};

export type ViewRow = { key: string; row: SheetRow; isRemoved: boolean };

/** The rows that the grid shows: filtered rows of the sheet, then removed rows, by index. */
export type GridView = {
  count: number;
  rowAt: (index: number) => ViewRow;
  lineAt: (index: number) => number;
  /** The number of rows that are in the sheet. Removed rows follow. */
  editable: number;
  /** The number of rows with the searched address; null without a search, or while the search runs. */
  found: number | null;
};

const BY_WALLET = {
  count: rowCount,
  textAt: (sheet: Sheet, position: number) =>
    getCell(sheet, getRow(sheet, numberAt(sheet, position)), "beneficiary") ?? "",
};

const positionsTo = (count: number) => Array.from({ length: count }, (_, position) => position);

type GridViewOptions = {
  sheet: Sheet;
  query: string;
  filter: RowFilter | null;
  removed: readonly SheetRow[];
};

export function useGridView({ sheet, query, filter, removed }: GridViewOptions): GridView {
  const found = useSearchResult(sheet, query, BY_WALLET);
  return useMemo(() => {
    const isIn = (position: number) => filter?.has(getLine(sheet, numberAt(sheet, position)));
    // Without a filter the view has no list of positions: a list would be as long as the file.
    const positions = filter ? (found ?? positionsTo(rowCount(sheet))).filter(isIn) : found;
    const gone = filter === null || filter.showsRemoved ? removed : [];
    const shown = query
      ? gone.filter((row) => (getCell(sheet, row, "beneficiary") ?? "").includes(query))
      : gone;
    const editable = positions?.length ?? rowCount(sheet);
    const numberOfIndex = (index: number) => numberAt(sheet, positions?.[index] ?? index);
    const rowAt = (index: number): ViewRow => {
      const removedRow = shown[index - editable];
      if (removedRow) return { key: `removed ${removedRow.line}`, row: removedRow, isRemoved: true };
      const row = getRow(sheet, numberOfIndex(index));
      return { key: `${row.line}`, row, isRemoved: false };
    };
    return {
      count: editable + shown.length,
      rowAt,
      lineAt: (index) => getLine(sheet, numberOfIndex(index)),
      editable,
      found: found && found.length + shown.length,
    };
  }, [sheet, filter, found, query, removed]);
}
