import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from "react";
import { Icon } from "@/components/ui/icon";
import type { DataColumn, DataRow, RowDetail } from "./columns";

type BodyProps<Row extends object> = {
  rows: readonly DataRow<Row>[];
  columns: readonly DataColumn<Row>[];
  detail?: ((row: Row) => RowDetail) | undefined;
  group?: ((row: Row) => string) | undefined;
};

export function PlainBody<Row extends object>({ rows, columns, detail, group }: BodyProps<Row>) {
  const titles = group ? rows.map(({ original }) => group(original)) : [];
  return (
    <tbody className="@max-2xl:block" onKeyDown={moveBetweenRows} onClick={followRow}>
      {rows.map((row, index) => (
        <Fragment key={row.id}>
          {titles[index] !== titles[index - 1] && (
            <tr data-group>
              <th
                scope="rowgroup"
                colSpan={columns.length}
                className="border-b border-line pt-5 pb-2 text-left text-xs font-semibold text-ink-soft @max-2xl:col-span-2 @max-2xl:border-0 @max-2xl:pt-3 @max-2xl:pb-0"
              >
                {titles[index]}
              </th>
            </tr>
          )}
          {detail ? (
            <DetailedRow {...{ row, columns, index }} detail={detail(row.original)} />
          ) : (
            <BodyRow {...{ row, columns, index }} />
          )}
        </Fragment>
      ))}
    </tbody>
  );
}

type DetailedRowProps<Row extends object> = BodyRowProps<Row> & { detail: RowDetail };

/** A row with a chevron that unfolds its detail. Paper and pages without scripts show the detail. */
function DetailedRow<Row extends object>({ detail, ...row }: DetailedRowProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { notes, folded, label } = detail;
  return (
    <>
      <BodyRow
        {...row}
        lead={
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={label}
            onClick={() => setOpen(!isOpen)}
            className="-my-2.5 -ml-2.5 grid size-11 shrink-0 place-items-center rounded-box text-ink-soft transition-colors hover:bg-raised hover:text-ink md:pointer-fine:-my-1 md:pointer-fine:-ml-1.5 md:pointer-fine:size-8 noscript:hidden"
          >
            <Icon
              name="next"
              className={`size-5 transition-transform duration-150 ${isOpen ? "rotate-90" : ""}`}
            />
          </button>
        }
      />
      <tr data-detail>
        <td colSpan={row.columns.length} data-phone="line">
          {notes && <div className="max-w-2xl text-sm sm:pl-10 [&>*]:pb-2">{notes}</div>}
          <div
            id={id}
            className={`pb-3 sm:pl-10 ${isOpen ? "animate-rise" : "hidden print:block noscript:block"}`}
          >
            {folded}
          </div>
        </td>
      </tr>
    </>
  );
}

type BodyRowProps<Row extends object> = {
  row: DataRow<Row>;
  columns: readonly DataColumn<Row>[];
  index: number;
  /** Set for rows of which only a part is in the page. */
  rowIndex?: number;
  measure?: Ref<HTMLTableRowElement>;
  /** A control before the content of the first cell. */
  lead?: ReactNode;
};

export function BodyRow<Row extends object>(props: BodyRowProps<Row>) {
  const { row, columns, index, rowIndex, measure, lead } = props;
  return (
    <tr
      ref={measure}
      data-row
      data-index={index}
      aria-rowindex={rowIndex}
      // The first row is in the tab order. Arrow keys reach the other rows.
      tabIndex={index === 0 ? 0 : -1}
    >
      {columns.map((column, at) => (
        <td
          key={column.id}
          data-phone={column.phone}
          data-wide={column.wide}
          className={column.align === "right" ? "text-right" : undefined}
        >
          {lead && at === 0 ? (
            <span className="flex items-center gap-1">
              {lead}
              {column.cell(row.original)}
            </span>
          ) : (
            column.cell(row.original)
          )}
        </td>
      ))}
    </tr>
  );
}

/**
 * Follows the link of the clicked row, if there is one. Ignores clicks on links and buttons in the row, and clicks that
 * end a text selection. A link over the whole row would prevent the selection of text and hide tooltips.
 */
function followRow({
  target,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: MouseEvent<HTMLTableSectionElement>): void {
  if (!(target instanceof Element) || target.closest("a, button")) return;
  if (ctrlKey || metaKey || shiftKey || altKey || getSelection()?.toString()) return;
  target.closest("[data-row]")?.querySelector<HTMLElement>("a[data-row-link]")?.click();
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
