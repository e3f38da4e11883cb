import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";
import type { ColumnSort, DataColumn, DataTableState } from "./columns";

type Direction = ColumnSort["direction"];
type HeadProps<Row extends object> = {
  table: DataTableState<Row>;
  columns: readonly DataColumn<Row>[];
};

const DIRECTIONS = { asc: "ascending", desc: "descending" } as const;

/** Returns how a column sorts: by a link to the sorted page, in the browser, or not at all. */
function getSort<Row extends object>(table: DataTableState<Row>, { id, sort }: DataColumn<Row>) {
  const column = table.getColumn(id);
  if (sort) return { direction: sort.direction, href: sort.href };
  if (!column?.getCanSort()) return null;
  const sorted = column.getIsSorted();
  return { direction: sorted ? DIRECTIONS[sorted] : null, sort: () => column.toggleSorting() };
}

/** The header stays visible below the navigation while the page scrolls. */
export function TableHead<Row extends object>({ table, columns, top }: HeadProps<Row> & { top: string }) {
  return (
    <thead className="@max-2xl:sr-only">
      <tr>
        {columns.map((column) => {
          const by = getSort(table, column);
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={by ? (by.direction ?? "none") : undefined}
              className={`sticky z-10 h-9 border-b border-line bg-surface px-2 text-xs font-medium text-ink-soft first:pl-0 last:pr-0 @5xl:px-3 @5xl:first:pl-0 @5xl:last:pr-0 print:static ${top} ${column.wide ? "@max-4xl:hidden" : ""} ${column.align === "right" ? "text-right" : "text-left"}`}
            >
              {by ? (
                <SortControl {...by} isRight={column.align === "right"}>
                  {column.title}
                </SortControl>
              ) : (
                column.title
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type SortControlProps = {
  direction: Direction;
  href?: string;
  sort?: () => void;
  children: ReactNode;
  /** The same control in the choice of a phone, which has its own mark. */
  isChoice?: boolean;
  /** Puts the mark before the title, so that the title ends where the numbers of its column end. */
  isRight?: boolean;
};

const getArrow = (direction: Direction) =>
  direction === "ascending" ? "↑" : direction === "descending" ? "↓" : "";

function SortControl({
  direction,
  href,
  sort,
  children,
  isChoice = false,
  isRight = false,
}: SortControlProps) {
  const className = `inline-flex items-center gap-1 rounded transition-colors hover:text-ink ${isRight ? "flex-row-reverse" : ""} ${direction ? "font-semibold text-ink" : "text-ink-soft"} ${isChoice ? "min-h-11 w-full" : "min-h-9"}`;
  const content = (
    <>
      {children}
      {/* The mark has the same width without a direction, so that sorting moves no column. */}
      {!isChoice && (
        <span aria-hidden="true" className="inline-block w-3 print:hidden">
          {getArrow(direction)}
        </span>
      )}
    </>
  );
  const current = isChoice && direction ? "true" : undefined;
  return href === undefined ? (
    <button type="button" aria-current={current} onClick={sort} className={className}>
      {content}
    </button>
  ) : (
    <Link href={href} scroll={false} aria-current={current} className={className}>
      {content}
    </Link>
  );
}

/** Shows the same sort orders as a menu above the rows of a phone, which have no column headers. */
export function SortChoices<Row extends object>(props: HeadProps<Row> & { caption: string }) {
  const { table, columns, caption } = props;
  const t = useTranslator();
  const sortable = columns.flatMap((column) => {
    const by = getSort(table, column);
    return by ? [{ ...by, id: column.id, title: column.title }] : [];
  });
  if (sortable.length === 0) return null;
  const label = t("Sort order of {list}", { list: caption });
  const current = sortable.find(({ direction }) => direction);
  const getContent = ({ title, direction }: { title: string; direction: Direction }) => (
    <>
      {title} <span aria-hidden="true">{getArrow(direction)}</span>
      {direction && (
        <span className="sr-only">, {direction === "ascending" ? t("ascending") : t("descending")}</span>
      )}
    </>
  );
  return (
    <nav aria-label={label} className="border-b border-line @2xl:hidden print:hidden">
      {/* Works without scripts. A new order closes the choice. */}
      <details key={`${current?.id} ${current?.direction}`} className="relative text-sm">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 text-ink-soft">
          {t("Sort by")} {current && <span className="font-medium text-ink">{getContent(current)}</span>}
        </summary>
        <ul className="absolute z-20 min-w-56 rounded-card border border-line bg-surface px-3 py-1.5 shadow-raised">
          {sortable.map(({ id, title, ...by }) => (
            <li key={id}>
              <SortControl {...by} isChoice>
                {getContent({ title, direction: by.direction })}
              </SortControl>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
