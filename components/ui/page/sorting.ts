import { SORT_ORDERS, type SortOrder } from "@/lib/core/lists/campaign-list";
import type { ColumnSort, ColumnSorts } from "../data-table/columns";
import { readChoice, type Search } from "./page-query";

/** The sort order of a list, as the URL states it. */
export type Sorting<Sort extends string> = { sort: Sort; order: SortOrder };

type Usual<Sort extends string> = {
  /** The sort keys of the list. The first is the default. */
  sorts: readonly [Sort, ...Sort[]];
  /** Returns the default direction of a sort key. */
  getOrder: (sort: Sort) => SortOrder;
};

/** Reads the sort order from the URL, with the default for missing and invalid values. */
export function readSorting<Sort extends string>(
  search: Search,
  { sorts, getOrder }: Usual<Sort>,
): Sorting<Sort> {
  const sort = readChoice(search, "sort", sorts) ?? sorts[0];
  return { sort, order: readChoice(search, "order", SORT_ORDERS) ?? getOrder(sort) };
}

/** Returns the query parameters of a sort order. Omits defaults. */
export function sortingQuery<Sort extends string>(
  { sort, order }: Sorting<Sort>,
  { sorts, getOrder }: Usual<Sort>,
): { sort: Sort | undefined; order: SortOrder | undefined } {
  return {
    sort: sort === sorts[0] ? undefined : sort,
    order: order === getOrder(sort) ? undefined : order,
  };
}

/** Returns whether a list has its default order. */
export const isUsual = <Sort extends string>(now: Sorting<Sort>, sorting: Usual<Sort>): boolean =>
  Object.values(sortingQuery(now, sorting)).every((value) => value === undefined);

type Linked<Sort extends string> = Usual<Sort> & {
  href: (query: ReturnType<typeof sortingQuery<Sort>>) => string;
};

/** Returns the sort links of these columns. */
export const columnSorts = <Sort extends string>(
  sorts: readonly Sort[],
  now: Sorting<Sort>,
  sorting: Linked<Sort>,
): ColumnSorts<Sort> =>
  Object.fromEntries(sorts.map((sort) => [sort, columnSort(sort, now, sorting)])) as ColumnSorts<Sort>;

/**
 * Returns the sort link of a column: its default direction, or the opposite direction if the column is
 * already sorted.
 */
function columnSort<Sort extends string>(sort: Sort, now: Sorting<Sort>, sorting: Linked<Sort>): ColumnSort {
  const isNow = now.sort === sort;
  const order = isNow ? (now.order === "asc" ? "desc" : "asc") : sorting.getOrder(sort);
  return {
    href: sorting.href(sortingQuery({ sort, order }, sorting)),
    direction: isNow ? (now.order === "asc" ? "ascending" : "descending") : null,
  };
}
