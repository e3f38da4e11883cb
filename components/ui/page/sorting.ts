import { SORT_ORDERS, type SortOrder } from "@/lib/core/lists/campaign-list";
import type { ColumnSort, ColumnSorts } from "../table";
import { oneOf, type Search } from "./page-query";

/** How a list is sorted, as its page's address says it. */
export type Sorting<Sort extends string> = { sort: Sort; order: SortOrder };

type Usual<Sort extends string> = {
  /** The sorts that the list offers, the first of them unless another is named. */
  sorts: readonly [Sort, ...Sort[]];
  /** The direction of a sort unless one is named. */
  orderOf: (sort: Sort) => SortOrder;
};

/** What an address says of a list's order; what it does not say, or says wrong, is as usual. */
export function readSorting<Sort extends string>(
  search: Search,
  { sorts, orderOf }: Usual<Sort>,
): Sorting<Sort> {
  const sort = oneOf(search, "sort", sorts) ?? sorts[0];
  return { sort, order: oneOf(search, "order", SORT_ORDERS) ?? orderOf(sort) };
}

/** The same for an address: what is as usual is not said. */
export function sortingQuery<Sort extends string>(
  { sort, order }: Sorting<Sort>,
  { sorts, orderOf }: Usual<Sort>,
): { sort: Sort | undefined; order: SortOrder | undefined } {
  return {
    sort: sort === sorts[0] ? undefined : sort,
    order: order === orderOf(sort) ? undefined : order,
  };
}

/** Whether a list is in the order that it has unless another is asked for. */
export const isUsual = <Sort extends string>(now: Sorting<Sort>, of: Usual<Sort>): boolean =>
  Object.values(sortingQuery(now, of)).every((said) => said === undefined);

type Linked<Sort extends string> = Usual<Sort> & {
  href: (query: ReturnType<typeof sortingQuery<Sort>>) => string;
};

/** The links of these columns. */
export const columnSorts = <Sort extends string>(
  sorts: readonly Sort[],
  now: Sorting<Sort>,
  of: Linked<Sort>,
): ColumnSorts<Sort> =>
  Object.fromEntries(sorts.map((sort) => [sort, columnSort(sort, now, of)])) as ColumnSorts<Sort>;

/** A column's link: into its usual order, or out of the order that the list has into the other one. */
function columnSort<Sort extends string>(sort: Sort, now: Sorting<Sort>, of: Linked<Sort>): ColumnSort {
  const isNow = now.sort === sort;
  const order = isNow ? (now.order === "asc" ? "desc" : "asc") : of.orderOf(sort);
  return {
    href: of.href(sortingQuery({ sort, order }, of)),
    direction: isNow ? (now.order === "asc" ? "ascending" : "descending") : null,
  };
}
