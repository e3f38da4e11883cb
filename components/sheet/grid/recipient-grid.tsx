"use client";

import { type DragEvent, type ReactNode, useSyncExternalStore } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { RowPager } from "@/components/ui/paging/pagination";
import type { Token } from "@/lib/contract/names";
import type { CheckedSheet } from "../check-sheet";
import type { SheetRow } from "../packed-rows";
import { findNumber, getRow, MAX_MARKED_ROWS, rowCount, type Sheet } from "../sheet";
import type { SheetHistory } from "../use-history";
import { type GridExtra, GridTable } from "./grid-table";
import { GridToolbar } from "./grid-toolbar";
import type { RowFilter } from "./grid-view";
import { isIdleTime } from "./idle-times";
import { PhoneRows } from "./phone-rows";
import { RowDialog } from "./row-dialog";
import { hasOwnReading, RowReading } from "./row-reading";
import { type Grid, useGrid } from "./use-grid";
import { usePaste } from "./use-paste";

type RecipientGridProps = {
  sheet: Sheet;
  checked: CheckedSheet;
  history: SheetHistory;
  /** The token whose unit the read amounts are shown in. */
  token: Token;
  /** Reads a file that is dropped on the grid. */
  onFile: (file: File) => void;
  /** Whether a pasted table with a header can replace an empty list. */
  readsHeader?: boolean;
  /** The column after the cells. By default it shows how each row is read. */
  extra?: GridExtra;
  /** Returns a note below the amount of a row of the table. */
  amountNote?: (line: number) => ReactNode;
  /** Returns a note for the dialog of a row. */
  getNote?: (line: number) => ReactNode;
  filters?: readonly RowFilter[];
  /** Rows that the user removed. They follow the other rows, and the user can restore them. */
  removed?: readonly SheetRow[];
  onRestore?: (row: SheetRow) => void;
  /** Further actions on the list, and the same as a menu for phones. */
  tools?: ReactNode;
  menu?: ReactNode;
  /** Whether the user edited the list, by default true. Other lists have no message that all rows are valid. */
  isEdited?: boolean;
};

/** Browsers limit the height of an element, so a longer list is shown in blocks. */
const ROWS_PER_BLOCK = 200_000;

const NO_FILTERS: readonly RowFilter[] = [];
const NO_ROWS: readonly SheetRow[] = [];
const ignore = () => undefined;

/** An editable grid of recipients, with errors in the cells. A phone shows two lines for each row. */
export function RecipientGrid(props: RecipientGridProps) {
  const { sheet, checked, history, token, readsHeader = false, tools, menu, isEdited = true } = props;
  const { getNote, amountNote } = props;
  const { filters = NO_FILTERS, removed = NO_ROWS, onRestore = ignore } = props;
  const t = useTranslator();
  const isWide = useIsWide();
  const onChange = history.change;
  const grid = useGrid({ sheet, checked, onChange, filters, removed, errorsLabel: t("Rows with errors") });
  const { paste, isPasting, problem } = usePaste({ sheet, grid, onChange, readsHeader });
  const defaultExtra: GridExtra = {
    title: t("Read as"),
    cell: (row) => {
      const reading = { leaves: checked.getReading(row), token };
      return hasOwnReading(row, { ...reading, columns: grid.columns }) && <RowReading {...reading} />;
    },
  };
  const { extra = defaultExtra } = props;
  const page = Math.floor(grid.active.index / ROWS_PER_BLOCK);
  const block = {
    from: page * ROWS_PER_BLOCK,
    to: Math.min((page + 1) * ROWS_PER_BLOCK, grid.view.count),
  };
  const add = () => {
    const line = grid.add();
    if (!isWide) grid.setOpened(line);
  };
  return (
    <div className="space-y-3" {...createDropHandlers(props.onFile)}>
      <GridStatus {...{ sheet, checked, grid, isEdited }} />
      <GridToolbar {...{ grid, tools, menu }} undo={history.undo} onAdd={add} count={rowCount(sheet)} />
      <div aria-busy={isPasting}>
        {isWide ? (
          <GridTable
            {...{ sheet, grid, block, checked, extra, amountNote, onRestore }}
            undo={history.undo}
            onPaste={paste}
          />
        ) : (
          <PhoneRows
            {...{ grid, block, checked, extra, onRestore }}
            unit={token.unit}
            // The reading of a row contains its dates.
            hasDates={extra !== defaultExtra}
          />
        )}
      </div>
      {isWide && (
        <p className="text-xs text-ink-soft">
          {t(
            "To paste from a spreadsheet, select a cell. Enter edits a cell, Delete clears it, Ctrl+Z undoes.",
          )}{" "}
          {hasIdleStart(grid) && t("Gray times do not affect vesting.")}
        </p>
      )}
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <RowPager
        page={page}
        pages={Math.max(1, Math.ceil(grid.view.count / ROWS_PER_BLOCK))}
        onPage={(next) => grid.activate({ index: next * ROWS_PER_BLOCK, column: 1 })}
      />
      <OpenedRow {...{ sheet, checked, token, grid }} getNote={getNote} />
    </div>
  );
}

/** Returns whether the list has start times that are gray because they do not affect vesting. */
const hasIdleStart = ({ columns }: Grid): boolean =>
  columns.some(({ column }) => column === "startTime" && isIdleTime(column, { columns, release: "" }));

function OpenedRow(
  props: Pick<RecipientGridProps, "sheet" | "checked" | "token" | "getNote"> & { grid: Grid },
) {
  const { sheet, checked, token, getNote, grid } = props;
  const { opened } = grid;
  const number = opened === null ? undefined : findNumber(sheet, opened);
  if (opened === null || number === undefined) return null;
  const row = getRow(sheet, number);
  const close = () => grid.setOpened(null);
  return (
    <RowDialog
      key={opened}
      {...{ row, sheet, checked, token }}
      columns={grid.columns}
      getAddress={grid.getAddress}
      note={getNote?.(opened)}
      onSave={(cells) => {
        grid.setCells(row, cells);
        close();
      }}
      onRemove={() => {
        close();
        grid.remove(opened);
      }}
      onClose={close}
    />
  );
}

type GridStatusProps = Pick<RecipientGridProps, "sheet" | "checked"> & { grid: Grid; isEdited: boolean };

function GridStatus({ sheet, checked, grid, isEdited }: GridStatusProps) {
  const t = useTranslator();
  const count = checked.errors.size;
  return (
    <>
      {count > 0 && (
        <Notice
          tone="danger"
          live
          title={
            count >= MAX_MARKED_ROWS
              ? t("{count} rows or more need correction", { count })
              : t("{count, plural, one {# row needs correction} other {# rows need correction}}", { count })
          }
          action={
            <Button disabled={grid.errorIndexes.length === 0} onClick={grid.goToNextError}>
              {t("Next error")}
            </Button>
          }
        >
          {t("Correct the marked cells below, or remove the row. Everything else is kept.")}
        </Notice>
      )}
      {count === 0 && isEdited && (
        <p role="status" className="flex items-center gap-2 text-sm text-success">
          <Icon name="check" className="size-4 shrink-0" />
          {t("{count, plural, one {The row is valid.} other {All # rows are valid.}}", {
            count: rowCount(sheet),
          })}
        </p>
      )}
      {checked.warnings.length > 0 && (
        <Notice tone="warn" title={t("Review these warnings")}>
          <ul className="list-disc pl-4">
            {checked.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function createDropHandlers(onFile: (file: File) => void) {
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return {
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      onFile(file);
    },
  };
}

const WIDE = "(min-width: 40rem)";

/** Returns whether the window is wide enough for a grid. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(WIDE);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => matchMedia(WIDE).matches,
    () => true,
  );
}
