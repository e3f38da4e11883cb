import type { ReactNode } from "react";

/** A column: its title, and how one row fills it. `wide` columns are left out of the cards that phones show. */
export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  align?: "right";
  wide?: boolean;
};

type TableProps<Row> = {
  /** Says to screen readers what the table lists. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/**
 * A table that turns into one card per row where its place is narrower than 672 px, whatever the window: each cell then
 * stands beside its column's title, so nothing has to be scrolled sideways.
 */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    // Chromium prints nothing of a container whose size is asked for.
    <div className="@container print:[container-type:normal]">
      <table className="w-full border-collapse text-sm @max-2xl:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="@max-2xl:sr-only">
          <tr className="border-b border-line text-ink-soft">
            {columns.map(({ title, align }) => (
              <th key={title} scope="col" className={`px-2 py-2 font-medium ${alignment(align)}`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-2xl:block">
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-0 @max-2xl:block @max-2xl:py-2">
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

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const phone = column.wide
    ? "@max-2xl:hidden"
    : "@max-2xl:flex @max-2xl:items-baseline @max-2xl:justify-between @max-2xl:gap-4 @max-2xl:px-0 @max-2xl:py-1 @max-2xl:text-right";
  return (
    <td className={`px-2 py-2.5 align-baseline ${alignment(column.align)} ${phone}`}>
      <span aria-hidden="true" className="shrink-0 text-ink-soft @2xl:hidden print:hidden">
        {column.title}
      </span>
      <span className="min-w-0 wrap-anywhere print:wrap-normal">{column.cell(row)}</span>
    </td>
  );
}

const alignment = (align: "right" | undefined) => (align === "right" ? "text-right" : "text-left");
