import type { KeyboardEvent } from "react";
import type { Grid } from "./use-grid";

const ROWS_PER_PAGE = 15;

type KeyActions = {
  grid: Grid;
  undo: (() => void) | null;
  /** Runs the action of the active cell: edits it, opens its row, or removes or restores the row. */
  open: () => void;
};

/** Handles a key on the grid while no cell is edited. Returns whether the key has a meaning here. */
export function handleGridKey(event: KeyboardEvent, { grid, undo, open }: KeyActions): boolean {
  const { key } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && key.toLowerCase() === "z" && !event.shiftKey) {
    undo?.();
    return true;
  }
  const target = getTarget(grid, key, isCommand);
  if (target) {
    grid.activate(target);
    return true;
  }
  if (isCommand || event.altKey) return false;
  if (key === "Enter" || key === "F2") {
    open();
    return true;
  }
  const isText = grid.active.column >= 1 && grid.active.column <= grid.columns.length;
  if (!isText || grid.active.index >= grid.view.editable) return false;
  if (key === "Delete" || key === "Backspace") {
    grid.setText(grid.active, "");
    return true;
  }
  if (key.length !== 1) return false;
  grid.setEditing(key);
  return true;
}

/** Returns the cell to which a key moves, or null for any other key. */
function getTarget({ active, view, columns }: Grid, key: string, isCommand: boolean) {
  const [lastRow, lastColumn] = [view.count - 1, columns.length + 2];
  const rowBy = (rows: number) => Math.max(0, Math.min(active.index + rows, lastRow));
  const columnBy = (steps: number) => Math.max(0, Math.min(active.column + steps, lastColumn));
  const { index, column } = active;
  const targets: Record<string, { index: number; column: number }> = {
    ArrowDown: { index: isCommand ? lastRow : rowBy(1), column },
    ArrowUp: { index: isCommand ? 0 : rowBy(-1), column },
    ArrowRight: { index, column: isCommand ? lastColumn : columnBy(1) },
    ArrowLeft: { index, column: isCommand ? 0 : columnBy(-1) },
    PageDown: { index: rowBy(ROWS_PER_PAGE), column },
    PageUp: { index: rowBy(-ROWS_PER_PAGE), column },
    Home: { index: isCommand ? 0 : index, column: 0 },
    End: { index: isCommand ? lastRow : index, column: lastColumn },
  };
  return targets[key] ?? null;
}
