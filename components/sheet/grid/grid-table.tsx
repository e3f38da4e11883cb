"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import type { CheckedSheet } from "../check-sheet";
import type { SheetRow } from "../packed-rows";
import type { Sheet } from "../sheet";
import { cellOfEvent, copyTo, pasteFrom, useCellActions } from "./cell-actions";
import { COLUMN_LOOKS } from "./columns";
import { type CommonMinutes, commonMinutes } from "./common-minutes";
import { handleGridKey } from "./grid-keys";
import { cellId, GridRow } from "./grid-row";
import type { Grid } from "./use-grid";

/** The height of a row with an address in two lines, in pixels. */
const ROW_HEIGHT = 49;
const estimatedHeight = () => ROW_HEIGHT;
const HEADER_HEIGHT = 36;
const OVERSCAN = 8;

export type GridExtra = {
  title: string;
  cell: (row: SheetRow, isRemoved: boolean) => ReactNode;
  /** Whether the column stays at the right edge of a wide screen while the others scroll. */
  isPinned?: boolean;
};

/** Classes of a pinned column, and of the space that it takes when a cell scrolls into view. */
const PINNED = {
  head: "lg:right-12 lg:z-30 lg:border-l",
  cell: "lg:sticky lg:right-12 lg:z-10 lg:border-l",
  scroller: "lg:scroll-pr-48",
};

type GridTableProps = {
  sheet: Sheet;
  grid: Grid;
  /** The indexes of the rendered block of rows. */
  block: { from: number; to: number };
  checked: CheckedSheet;
  extra: GridExtra;
  amountNote: ((line: number) => ReactNode) | undefined;
  undo: (() => void) | null;
  onRestore: (row: SheetRow) => void;
  onPaste: (text: string) => void;
};

/**
 * The cells of the rows. The focus stays on the table, which names the active cell, so that the active cell can
 * scroll out of the rendered rows.
 */
export function GridTable(props: GridTableProps) {
  const { sheet, grid, extra, undo, onPaste } = props;
  const { view, columns, active } = grid;
  const t = useTranslator();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const virtualizer = useRows(props, id, scroller);
  const actions = useCellActions(props, table);
  const minutes = useMemo(() => commonMinutes(sheet), [sheet]);
  const { index, column } = active;
  return (
    <div
      ref={scroller}
      className={`isolate max-h-[70dvh] scroll-pt-9 scroll-pr-12 scroll-pl-12 overflow-auto rounded-box border border-line ${extra.isPinned ? PINNED.scroller : ""}`}
    >
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: cells of a table are cells of a grid
        role="grid"
        tabIndex={0}
        aria-label={t("Recipients")}
        aria-rowcount={view.count + 1}
        aria-colcount={columns.length + 3}
        aria-activedescendant={cellId(id, index, column)}
        onClick={actions.click}
        onDoubleClick={(event) => cellOfEvent(event) && actions.edit()}
        onKeyDown={(event) => {
          if (handleGridKey(event, { grid, undo, open: actions.open })) event.preventDefault();
        }}
        onPaste={(event) =>
          pasteFrom(event, (text) => {
            if (grid.editing !== null) actions.discard();
            onPaste(text);
          })
        }
        onCopy={(event) => copyTo(event, actions.text())}
        className="w-full border-separate border-spacing-0 text-sm outline-none focus-visible:[&_[aria-selected=true]]:bg-accent-soft"
      >
        <GridHead {...{ columns, minutes, extra }} />
        <GridBody {...props} {...{ id, virtualizer, actions, minutes }} />
      </table>
    </div>
  );
}

/** Renders the visible rows only. Keeps the active cell visible when another cell becomes active. */
function useRows({ grid, block }: GridTableProps, id: string, scroller: RefObject<HTMLDivElement | null>) {
  const { active } = grid;
  const virtualizer = useVirtualizer({
    count: block.to - block.from,
    getScrollElement: () => scroller.current,
    estimateSize: estimatedHeight,
    scrollPaddingStart: HEADER_HEIGHT,
    overscan: OVERSCAN,
    initialRect: { width: 1024, height: 480 },
  });
  const { index, column } = active;
  const isMounted = useRef(false);
  useEffect(() => {
    if (!isMounted.current) {
      isMounted.current = true;
      return;
    }
    virtualizer.scrollToIndex(index - block.from);
    document
      .getElementById(cellId(id, index, column))
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [virtualizer, index, column, block.from, id]);
  return virtualizer;
}

type GridBodyProps = GridTableProps & {
  id: string;
  virtualizer: ReturnType<typeof useRows>;
  actions: ReturnType<typeof useCellActions>;
  minutes: CommonMinutes;
};

function GridBody(props: GridBodyProps) {
  const { grid, block, checked, extra, amountNote, onRestore, id, virtualizer, actions, minutes } = props;
  const { view, columns, active, editing } = grid;
  const { index, column } = active;
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody>
      {before > 0 && <Space height={before} />}
      {items.map((item) => {
        const at = block.from + item.index;
        const shown = view.rowAt(at);
        const { row, isRemoved } = shown;
        return (
          <GridRow
            key={shown.key}
            {...{ id, columns, minutes }}
            getAddress={grid.getAddress}
            index={at}
            virtualIndex={item.index}
            view={shown}
            errors={isRemoved ? undefined : checked.errors.get(row.line)}
            extra={extra.cell(row, isRemoved)}
            extraLook={extra.isPinned ? PINNED.cell : ""}
            amountNote={isRemoved ? undefined : amountNote?.(row.line)}
            active={at === index ? column : null}
            editing={at === index ? editing : null}
            onCommit={actions.commit}
            onCancel={actions.cancel}
            onOpen={() => grid.setOpened(row.line)}
            onRemove={() => grid.remove(row.line)}
            onRestore={isRemoved ? () => onRestore(row) : null}
            measure={virtualizer.measureElement}
          />
        );
      })}
      {after > 0 && <Space height={after} />}
    </tbody>
  );
}

/** Empty space in place of the rows that are not rendered. */
const Space = ({ height }: { height: number }) => <tr style={{ height }} />;

type GridHeadProps = { columns: Grid["columns"]; minutes: CommonMinutes; extra: GridExtra };

function GridHead({ columns, minutes, extra }: GridHeadProps) {
  const t = useTranslator();
  const look =
    "sticky top-0 z-20 h-9 border-r border-b border-line bg-raised px-2 text-left text-xs font-medium text-ink-soft";
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={`${look} left-0 z-30 w-12 min-w-12 text-right`}>
          {t("Line")}
        </th>
        {columns.map(({ column, position }) => {
          const { title, width, unit } = COLUMN_LOOKS[column];
          const minute = minutes[column];
          return (
            <th
              key={position}
              scope="col"
              className={`${look} ${width} ${column === "amount" ? "text-right" : ""}`}
            >
              {t(title)}
              {unit && (
                <span className={`font-normal whitespace-nowrap ${minute ? "block" : ""}`}>
                  {minute ? `${minute} ${unit}` : ` (${unit})`}
                </span>
              )}
            </th>
          );
        })}
        <th scope="col" className={`${look} min-w-36 ${extra.isPinned ? PINNED.head : ""}`}>
          {extra.title}
        </th>
        <th scope="col" className={`${look} right-0 z-30 w-12 min-w-12 border-r-0 border-l`}>
          <span className="sr-only">{t("Actions")}</span>
        </th>
      </tr>
    </thead>
  );
}
