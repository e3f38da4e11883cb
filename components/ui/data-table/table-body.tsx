import { Fragment, type KeyboardEvent, type ReactNode, type Ref } from "react";
import type { DataColumn, DataRow } from "./columns";

type BodyProps<Row extends object> = {
  rows: readonly DataRow<Row>[];
  columns: readonly DataColumn<Row>[];
  detail?: ((row: Row) => ReactNode) | undefined;
};

export function PlainBody<Row extends object>({ rows, columns, detail }: BodyProps<Row>) {
  return (
    <tbody className="@max-2xl:block" onKeyDown={moveBetweenRows}>
      {rows.map((row, index) => (
        <Fragment key={row.id}>
          <BodyRow {...{ row, columns, index }} />
          {detail && (
            <tr data-detail>
              <td colSpan={columns.length} data-phone="line">
                {detail(row.original)}
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </tbody>
  );
}

type BodyRowProps<Row extends object> = {
  row: DataRow<Row>;
  columns: readonly DataColumn<Row>[];
  index: number;
  /** Set for rows of which only a part is in the page. */
  rowIndex?: number;
  measure?: Ref<HTMLTableRowElement>;
};

export function BodyRow<Row extends object>(props: BodyRowProps<Row>) {
  const { row, columns, index, rowIndex, measure } = props;
  return (
    <tr
      ref={measure}
      data-row
      data-index={index}
      aria-rowindex={rowIndex}
      // The first row is in the tab order. Arrow keys reach the other rows.
      tabIndex={index === 0 ? 0 : -1}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          data-phone={column.phone}
          data-wide={column.wide}
          className={column.align === "right" ? "text-right" : undefined}
        >
          {column.cell(row.original)}
        </td>
      ))}
    </tr>
  );
}

/** Moves the focus between rows with the arrow keys, Home and End. Enter follows the first link of the row. */
export function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const row = event.target;
  // Keys inside a cell belong to its links and buttons.
  if (!(row instanceof HTMLTableRowElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter") {
    row.querySelector("a")?.click();
    return;
  }
  const target = rowAt(row, event.key);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function rowAt(row: HTMLTableRowElement, key: string): HTMLElement | null {
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const at = rows.indexOf(row);
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
  };
  return rows[targets[key] ?? -1] ?? null;
}
