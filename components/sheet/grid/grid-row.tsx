"use client";

import type { ReactNode, Ref } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Icon } from "@/components/ui/icon";
import { Breakable } from "@/components/ui/values/address";
import type { CellErrors } from "@/lib/core/recipients/row-reader";
import { CellEditor, type CellMove } from "./cell-editor";
import { COLUMN_LOOKS } from "./columns";
import { type CommonMinutes, splitTime } from "./common-minutes";
import { cellText, type GridColumn } from "./edits";
import type { ViewRow } from "./grid-view";
import { isIdleTime } from "./idle-times";
import { NameAddress } from "./name-address";
import { releaseText } from "./release-text";

type GridRowProps = {
  id: string;
  index: number;
  /** The index by which the virtualizer measures the row. */
  virtualIndex: number;
  view: ViewRow;
  columns: readonly GridColumn[];
  errors: CellErrors | undefined;
  /** Returns the address of a name; null for any other text. */
  getAddress: (text: string) => string | null;
  /** The content of the column after the cells, and its classes. */
  extra: ReactNode;
  extraLook: string;
  /** A note below the amount. */
  amountNote: ReactNode;
  /** The times of day in the header. */
  minutes: CommonMinutes;
  /** The active column, if the active cell is in this row. */
  active: number | null;
  /** The initial text of the editor, if the active cell is being edited. */
  editing: string | null;
  onCommit: (text: string, move: CellMove) => void;
  onCancel: () => void;
  onOpen: () => void;
  onRemove: () => void;
  /** Adds a removed row again. */
  onRestore: (() => void) | null;
  measure: Ref<HTMLTableRowElement>;
};

export const cellId = (id: string, index: number, column: number) => `${id}-${index}-${column}`;

const FRAME = "border-r border-b border-line align-middle";
const CELL = `relative p-2 ${FRAME}`;
const ACTIVE = "outline-2 -outline-offset-2 outline-accent";

/** A row of the grid: its number, its cells, what they mean, and its removal. */
export function GridRow(props: GridRowProps) {
  const { id, index, virtualIndex, view, columns, extra, extraLook, active, errors, onOpen, measure } = props;
  const t = useTranslator();
  const { row, isRemoved } = view;
  const at = (column: number) => ({
    id: cellId(id, index, column),
    "data-index": index,
    "data-column": column,
    "aria-selected": active === column,
  });
  const look = (column: number) => (active === column ? ACTIVE : "");
  const rowName = isRemoved ? "–" : `${row.line}`;
  return (
    <tr
      ref={measure}
      data-index={virtualIndex}
      aria-rowindex={index + 2}
      className={isRemoved ? "bg-raised text-ink-soft" : errors ? "bg-danger-soft" : "bg-surface"}
    >
      <th
        {...at(0)}
        scope="row"
        className={`${FRAME} sticky left-0 z-10 bg-inherit p-0 text-right font-normal tabular-nums ${look(0)}`}
      >
        <button
          type="button"
          tabIndex={-1}
          disabled={isRemoved}
          aria-label={isRemoved ? t("Removed row") : t("Edit row {row}", { row: rowName })}
          onClick={onOpen}
          className="min-h-9 w-full px-2 text-xs text-ink-soft enabled:hover:text-ink enabled:hover:underline"
        >
          {rowName}
        </button>
      </th>
      {columns.map((column, position) => (
        <TextCell
          key={column.position}
          {...props}
          cell={at(position + 1)}
          className={look(position + 1)}
          column={column}
          isEdited={active === position + 1 && props.editing !== null}
        />
      ))}
      <td
        {...at(columns.length + 1)}
        className={`${CELL} bg-inherit text-xs ${extraLook} ${look(columns.length + 1)}`}
      >
        {errors?.row && <p className="text-danger">{errors.row}</p>}
        {extra}
      </td>
      <td
        {...at(columns.length + 2)}
        className={`${FRAME} sticky right-0 z-10 border-r-0 border-l bg-inherit p-0 ${look(columns.length + 2)}`}
      >
        <RowAction {...props} rowName={rowName} />
      </td>
    </tr>
  );
}

function RowAction({ onRestore, onRemove, rowName }: GridRowProps & { rowName: string }) {
  const t = useTranslator();
  const look = "grid min-h-9 w-full place-items-center px-2 text-xs";
  if (onRestore) {
    return (
      <button
        type="button"
        tabIndex={-1}
        aria-label={t("Restore")}
        title={t("Restore")}
        onClick={onRestore}
        className={`${look} text-accent`}
      >
        <Icon name="undo" className="size-4" />
      </button>
    );
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t("Remove row {row}", { row: rowName })}
      onClick={onRemove}
      className={`${look} text-ink-soft hover:text-danger`}
    >
      <Icon name="trash" className="size-4" />
    </button>
  );
}

type TextCellProps = GridRowProps & {
  cell: { id: string };
  className: string;
  column: GridColumn;
  isEdited: boolean;
};

const isTime = (column: string) => /^(?:start|cliff|end)Time$/.test(column);

/**
 * Shortens a time in UTC to its day, and to its minute unless the header shows it. The editor of the cell shows the
 * whole text.
 */
function TimeText({ text, headMinute }: { text: string; headMinute: string | undefined }) {
  const time = splitTime(text);
  if (!time) return text || "\u00a0";
  return (
    <span title={text} className="whitespace-nowrap tabular-nums">
      {time.day}{" "}
      {time.minute !== "00:00" && time.minute !== headMinute && (
        <span className="block text-xs text-ink-soft">{time.minute}</span>
      )}
    </span>
  );
}

type CellTextProps = { column: string; text: string; headMinute: string | undefined };

/** The text of a cell: times without common parts, names of release types, and addresses in two halves. */
function CellText({ column, text, headMinute }: CellTextProps) {
  const t = useTranslator();
  if (isTime(column)) return <TimeText {...{ text, headMinute }} />;
  const shown = column === "releaseType" ? releaseText(t, text) : text;
  return shown ? <Breakable text={shown} /> : "\u00a0";
}

const FACES: Partial<Record<string, string>> = {
  beneficiary: "max-w-[23ch] font-mono text-xs",
  amount: "text-right tabular-nums",
  releaseType: "whitespace-nowrap",
};

function TextCell(props: TextCellProps) {
  const { cell, className, column, view, errors, editing, isEdited, onCommit, onCancel } = props;
  const { minutes, amountNote } = props;
  const t = useTranslator();
  const text = view.row.cells[column.position] ?? "";
  const release = cellText(view.row.cells, props.columns, "releaseType");
  const isIdle = isIdleTime(column.column, { columns: props.columns, release });
  const error = view.isRemoved ? undefined : errors?.[column.column];
  const errorId = `${cell.id}-error`;
  return (
    <td
      {...cell}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
      className={`${CELL} cursor-cell ${error ? "shadow-[inset_0_0_0_1px_var(--color-danger)]" : ""} ${className}`}
    >
      <span
        className={`block wrap-anywhere ${FACES[column.column] ?? ""} ${isIdle ? "text-ink-soft" : ""} ${view.isRemoved ? "line-through" : ""}`}
      >
        <CellText column={column.column} text={text} headMinute={minutes[column.column]} />
      </span>
      {column.column === "amount" && amountNote}
      {column.column === "beneficiary" && <NameAddress address={props.getAddress(text)} />}
      {error && (
        <span id={errorId} className="block font-sans text-xs text-danger">
          {error}
        </span>
      )}
      {isEdited && (
        <CellEditor
          label={t("{column}, row {row}", {
            column: t(COLUMN_LOOKS[column.column].title),
            row: `${view.row.line}`,
          })}
          initial={editing ?? ""}
          {...{ onCommit, onCancel }}
        />
      )}
    </td>
  );
}
