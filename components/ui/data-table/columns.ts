import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type ReactTable,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { ReactNode } from "react";

/**
 * The sort direction of a column, if the list is sorted by it, and the URL that sorts by it or reverses the
 * direction.
 */
export type ColumnSort = { href: string; direction: "ascending" | "descending" | null };

/** The sort links of the columns by sort key. Columns without a link are not sortable. */
export type ColumnSorts<Sort extends string> = Partial<Record<Sort, ColumnSort>>;

/** A column of a data table. */
export type DataColumn<Row> = {
  /** Identifies the column in the remembered settings. */
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  align?: "right";
  /** Hides the column if the table is narrower than 896 px. */
  wide?: boolean;
  /** The sort link of a sortable column. */
  sort?: ColumnSort | undefined;
  /**
   * The place on a phone, where a row has two lines: `title` and `value` at the ends of the first line, `note`
   * and `state` at those of the second. `line` is a title over the whole first line. Other columns are hidden
   * there.
   */
  phone?: "title" | "line" | "value" | "note" | "state";
  /** Returns the value by which the browser sorts and filters. Only for lists whose rows are all in the page. */
  value?: (row: Row) => string | number | bigint;
};

/** Further content of a row, below it over the whole width. `label` names the button that unfolds `folded`. */
export type RowDetail = { notes?: ReactNode; folded: ReactNode; label: string };

export const FEATURES = tableFeatures({
  columnFilteringFeature,
  columnVisibilityFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

export type DataTableState<Row extends object> = ReactTable<typeof FEATURES, Row>;
/** The part of a row of TanStack Table that the body renders. */
export type DataRow<Row> = { id: string; original: Row };

/** Columns in the form that TanStack Table needs. The first column cannot be hidden. */
export const toDefinitions = <Row extends object>(columns: readonly DataColumn<Row>[]) =>
  columns.map(({ id, value }, at) => ({
    id,
    accessorFn: value ?? (() => ""),
    enableHiding: at > 0,
    enableSorting: value !== undefined,
    enableGlobalFilter: value !== undefined,
    sortFn: compareRows,
  }));

type Valued = { getValue: (columnId: string) => unknown };

/** Compares numbers and amounts by size, and texts in the alphabet of the viewer. */
function compareRows(first: Valued, second: Valued, columnId: string): number {
  const [a, b] = [first.getValue(columnId), second.getValue(columnId)];
  if (typeof a === "string" && typeof b === "string") return a.localeCompare(b);
  const [left, right] = [a as bigint, b as bigint];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Returns whether the text of a cell contains the filter text, without regard to case. */
export const includesText = (row: Valued, columnId: string, text: unknown): boolean =>
  String(row.getValue(columnId)).toLowerCase().includes(String(text).toLowerCase());
