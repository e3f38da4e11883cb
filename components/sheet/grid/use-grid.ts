import { useMemo, useState } from "react";
import type { CheckedSheet } from "../check-sheet";
import { addressOfName } from "../names-of-sheet";
import type { SheetRow } from "../packed-rows";
import { getLine, numberAt, rowCount, type Sheet, withNewRow, withoutRow } from "../sheet";
import { gridColumns, withRows, withText } from "./edits";
import { type GridView, type RowFilter, useGridView } from "./grid-view";

/** A cell by the index of its row in the view and the index of its column. */
export type GridCell = { index: number; column: number };

type GridOptions = {
  sheet: Sheet;
  checked: CheckedSheet;
  onChange: (sheet: Sheet) => void;
  filters: readonly RowFilter[];
  errorsLabel: string;
  removed: readonly SheetRow[];
};

/** The first data column. Column 0 contains the row numbers. */
const FIRST_COLUMN = 1;

const ERRORS = "errors";

/** Returns the filter for rows with errors. Such rows stay in place while the user corrects them. */
function useErrorFilter({ checked, errorsLabel }: Pick<GridOptions, "checked" | "errorsLabel">) {
  const [edited, setEdited] = useState<ReadonlySet<number>>(new Set());
  const { errors } = checked;
  const filter = useMemo<RowFilter>(
    () => ({
      id: ERRORS,
      label: errorsLabel,
      count: errors.size,
      has: (line) => errors.has(line) || edited.has(line),
    }),
    [errors, edited, errorsLabel],
  );
  return {
    filter,
    add: (line: number) => setEdited((before) => new Set(before).add(line)),
    reset: () => setEdited(new Set()),
  };
}

/** Returns the indexes of the visible rows with errors. */
function useErrorIndexes({ editable, lineAt }: GridView, { errors }: CheckedSheet): readonly number[] {
  return useMemo(() => {
    if (errors.size === 0) return [];
    const indexes: number[] = [];
    for (let index = 0; index < editable; index++) if (errors.has(lineAt(index))) indexes.push(index);
    return indexes;
  }, [editable, lineAt, errors]);
}

/** The state of a grid: the active cell, the open editor, the visible rows, and the changes of the user. */
export function useGrid({ sheet, checked, onChange, filters, errorsLabel, removed }: GridOptions) {
  const [wanted, setActive] = useState<GridCell>({ index: 0, column: FIRST_COLUMN });
  /** The initial text of the cell editor; null while no cell is edited. */
  const [editing, setEditing] = useState<string | null>(null);
  /** The line of the row in the dialog. */
  const [opened, setOpened] = useState<number | null>(null);
  const [query, setQuery] = useState("");
  const [filterId, setFilterId] = useState<string | null>(null);
  const columns = useMemo(() => gridColumns(sheet), [sheet]);
  const withErrors = useErrorFilter({ checked, errorsLabel });
  const all = [...filters, withErrors.filter];
  const filter = all.find(({ id }) => id === filterId) ?? null;
  const view = useGridView({ sheet, query, filter, removed });
  const errorIndexes = useErrorIndexes(view, checked);
  const active = {
    index: Math.max(0, Math.min(wanted.index, view.count - 1)),
    column: Math.min(wanted.column, columns.length + 2),
  };
  const activate = (cell: GridCell) => {
    setEditing(null);
    setActive(cell);
  };
  const filterBy = (id: string | null) => {
    withErrors.reset();
    setFilterId(id);
    activate({ index: 0, column: FIRST_COLUMN });
  };
  const setCells = (row: SheetRow, cells: readonly string[]) => {
    withErrors.add(row.line);
    onChange(withRows(sheet, [{ line: row.line, cells }]));
  };
  /** Stores the text of a cell. */
  const setText = ({ index, column }: GridCell, text: string) => {
    const { row, isRemoved } = view.rowAt(index);
    const position = columns[column - FIRST_COLUMN]?.position;
    if (!isRemoved && position !== undefined) setCells(row, withText(row.cells, position, text));
  };
  /** Adds a row at the end and returns its line. */
  const add = (): number => {
    const next = withNewRow(sheet);
    setQuery("");
    filterBy(null);
    activate({ index: rowCount(sheet), column: FIRST_COLUMN });
    onChange(next);
    return getLine(next, numberAt(next, rowCount(sheet)));
  };
  /** Activates the first invalid cell of the next row with errors, after the active row. */
  const goToNextError = () => {
    const index = errorIndexes.find((each) => each > active.index) ?? errorIndexes[0];
    if (index === undefined) return;
    const errors = checked.errors.get(view.lineAt(index)) ?? {};
    const at = columns.findIndex(({ column }) => errors[column] !== undefined);
    activate({ index, column: FIRST_COLUMN + Math.max(0, at) });
  };
  return {
    ...{ columns, view, active, editing, opened, query, filter, filters: all, errorIndexes },
    ...{ activate, setEditing, setOpened, setQuery, filterBy, setCells, setText, add, goToNextError },
    /** Returns the address that replaces a name in the recipient column; null for any other text. */
    getAddress: (text: string) => addressOfName(sheet, text),
    remove: (line: number) => onChange(withoutRow(sheet, line)),
  };
}

export type Grid = ReturnType<typeof useGrid>;
