import type { ClipboardEvent, MouseEvent, RefObject } from "react";
import type { SheetRow } from "../packed-rows";
import type { CellMove } from "./cell-editor";
import type { Grid } from "./use-grid";

type CellActionsOptions = { grid: Grid; onRestore: (row: SheetRow) => void };

/** Returns the actions of the active cell. */
export function useCellActions(
  { grid, onRestore }: CellActionsOptions,
  table: RefObject<HTMLTableElement | null>,
) {
  const { view, columns, active, editing } = grid;
  const { index, column } = active;
  const focus = () => table.current?.focus({ preventScroll: true });
  /** Returns the text of the active cell, or undefined for any other cell than that of a text. */
  const text = () => {
    const position = columns[column - 1]?.position;
    if (position === undefined || index >= view.count) return undefined;
    return view.rowAt(index).row.cells[position] ?? "";
  };
  const edit = () => {
    if (index < view.editable) grid.setEditing(text() ?? null);
  };
  const open = () => {
    if (view.count === 0) return;
    const { row, isRemoved } = view.rowAt(index);
    if (column === columns.length + 2) return isRemoved ? onRestore(row) : grid.remove(row.line);
    if (column > 0 && column <= columns.length) return edit();
    if (!isRemoved) grid.setOpened(row.line);
  };
  const commit = (text: string, move: CellMove) => {
    grid.setText(active, text);
    const steps = { down: [1, 0], next: [0, 1], previous: [0, -1], stay: [0, 0] } as const;
    const [rows, cells] = steps[move];
    const target = Math.min(index + rows, view.count - 1);
    grid.activate({ index: target, column: Math.max(1, Math.min(column + cells, columns.length)) });
    if (move !== "stay") focus();
  };
  const cancel = () => {
    grid.setEditing(null);
    focus();
  };
  /** Closes the editor without its text, because a paste replaces the cell. */
  const discard = () => {
    grid.setEditing(null);
    // A focus before the editor is gone would store its text.
    setTimeout(focus);
  };
  const click = (event: MouseEvent) => {
    const cell = cellOfEvent(event);
    // A click in the open editor places its caret.
    if (!cell || (editing !== null && cell.index === index && cell.column === column)) return;
    grid.activate(cell);
  };
  return { text, edit, open, commit, cancel, discard, click };
}

/** Returns the cell of an event, or null outside the cells. */
export function cellOfEvent({ target }: MouseEvent): { index: number; column: number } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  return cell && { index: Number(cell.dataset.index), column: Number(cell.dataset.column) };
}

/** Pastes a copied text into the grid. A single line that is pasted into the open editor belongs to its text. */
export function pasteFrom(event: ClipboardEvent, onPaste: (text: string) => void): void {
  const text = event.clipboardData.getData("text/plain");
  const isInEditor = event.target instanceof HTMLInputElement;
  if (text === "" || (isInEditor && !/[\t\n]/.test(text.trimEnd()))) return;
  event.preventDefault();
  onPaste(text);
}

export function copyTo(event: ClipboardEvent, text: string | undefined): void {
  const isTextSelected = (document.getSelection()?.toString() ?? "") !== "";
  if (event.target instanceof HTMLInputElement || isTextSelected || text === undefined) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", text);
}
