import type { CSSProperties, ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";

/**
 * The sort direction of a column, if the list is sorted by it, and the URL that sorts by it or reverses the
 * direction.
 */
export type ColumnSort = { href: string; direction: "ascending" | "descending" | null };

/** The sort links of the columns by sort key. Columns without a link are not sortable. */
export type ColumnSorts<Sort extends string> = Partial<Record<Sort, ColumnSort>>;

/** A column: its title and the content of its cells. Cards on phones omit `wide` columns. */
export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  align?: "right";
  wide?: boolean;
  /** The sort link of a sortable column. */
  sort?: ColumnSort;
};

type TableProps<Row> = {
  /** The caption of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/**
 * A table that turns into one card per row if its container is narrower than 768 px, independent of the
 * window. Each cell then has the title of its column, so that no horizontal scrolling is necessary.
 */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    // Chromium prints nothing inside a size container, so the container applies to screens only.
    <div className="@container print:[container-type:normal]">
      <SortChoices caption={caption} columns={columns} />
      <table
        className={`rows w-full border-collapse text-sm @max-3xl:block ${CELLS}`}
        style={titlesOf(columns)}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="@max-3xl:sr-only">
          <tr className="border-b border-line text-ink-soft">
            {columns.map((column) => (
              <Head key={column.title} {...column} />
            ))}
          </tr>
        </thead>
        <tbody className="@max-3xl:block">
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ title, align, sort }: Omit<Column<never>, "cell">) {
  if (!sort) {
    return (
      <th scope="col" className={`px-2 py-2 font-medium ${alignment(align)}`}>
        {title}
      </th>
    );
  }
  const { href, direction } = sort;
  return (
    <th scope="col" aria-sort={direction ?? "none"} className={`px-2 font-medium ${alignment(align)}`}>
      <span className="@3xl:hidden">{title}</span>
      <Link
        href={href}
        scroll={false}
        className={`inline-flex min-h-11 items-center gap-1 underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-current @max-3xl:hidden ${direction ? "text-ink" : ""}`}
      >
        {title}
        <SortMark direction={direction} />
      </Link>
    </th>
  );
}

/** The mark has the same width without a direction, so that sorting moves no column. */
const SortMark = ({ direction }: Pick<ColumnSort, "direction">) => (
  <span aria-hidden="true" className="inline-block w-3 print:hidden">
    {direction === "ascending" ? "↑" : direction === "descending" ? "↓" : ""}
  </span>
);

/** Shows the same sort links above cards, which have no column headers. */
function SortChoices<Row>({ caption, columns }: Pick<TableProps<Row>, "caption" | "columns">) {
  const t = useTranslator();
  const sortable = columns.flatMap(({ title, sort }) => (sort ? [{ title, ...sort }] : []));
  if (sortable.length === 0) return null;
  return (
    <nav aria-label={t("Sort order of {list}", { list: caption })} className="@3xl:hidden">
      <ul className="flex flex-wrap items-center gap-x-4 text-sm">
        <li className="text-ink-soft">{t("Sort by")}</li>
        {sortable.map(({ title, href, direction }) => (
          <li key={title}>
            <Link
              href={href}
              scroll={false}
              aria-current={direction ? "true" : undefined}
              className={`inline-flex min-h-11 items-center gap-1 underline decoration-line-strong underline-offset-4 ${direction ? "font-semibold" : "text-ink-soft"}`}
            >
              {title}
              {direction && <SortMark direction={direction} />}
              {direction && (
                <span className="sr-only">
                  , {direction === "ascending" ? t("ascending") : t("descending")}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * The classes of rows and cells, set once on the table: repeated on each cell they would be half the size of
 * a list page.
 */
const CELLS = [
  "[&_tbody_tr]:border-b [&_tbody_tr]:border-line [&_tbody_tr:last-child]:border-0",
  "[&_tbody_tr]:@max-3xl:block [&_tbody_tr]:@max-3xl:py-2",
  "[&_td]:px-2 [&_td]:py-2.5 [&_td]:align-baseline",
  "[&_td]:@max-3xl:flex [&_td]:@max-3xl:items-baseline [&_td]:@max-3xl:justify-between [&_td]:@max-3xl:gap-4",
  "[&_td]:@max-3xl:px-0 [&_td]:@max-3xl:py-1 [&_td]:@max-3xl:text-right [&_td[data-wide]]:@max-3xl:hidden",
  "[&_td>span]:min-w-0 [&_td>span]:wrap-anywhere print:[&_td>span]:wrap-normal",
].join(" ");

/**
 * Returns the column titles of the cards as CSS variables, for the rule `.rows` in globals.css, which
 * supports nine columns.
 */
const titlesOf = (columns: readonly { title: string }[]): CSSProperties =>
  Object.fromEntries(columns.map(({ title }, at) => [`--title-${at + 1}`, JSON.stringify(title)]));

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return (
    <td className={column.align && alignment(column.align)} data-wide={column.wide}>
      <span>{column.cell(row)}</span>
    </td>
  );
}

const alignment = (align: "right" | undefined) => (align === "right" ? "text-right" : "text-left");
