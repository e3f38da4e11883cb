"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Icon } from "@/components/ui/icon";
import type { RecipientColumn } from "@/lib/core/recipients/file-header";
import type { CellErrors } from "@/lib/core/recipients/row-reader";
import type { CheckedSheet } from "../check-sheet";
import type { SheetRow } from "../packed-rows";
import { splitTime } from "./common-minutes";
import { cellText, type GridColumn } from "./edits";
import type { GridExtra } from "./grid-table";
import { isIdleTime } from "./idle-times";
import { NameAddress } from "./name-address";
import { releaseText } from "./release-text";
import type { Grid } from "./use-grid";

/** The usual height of a row in pixels: two lines of the address, the amount, the dates and the change. */
const ROW_HEIGHT = 104;
const estimatedHeight = () => ROW_HEIGHT;
/** An amount without its own unit. */
const PLAIN_NUMBER = /^[\d.,'’\s]+$/;

type PhoneRowsProps = {
  grid: Grid;
  block: { from: number; to: number };
  checked: CheckedSheet;
  extra: GridExtra;
  /** The unit of the amounts. */
  unit: string;
  /** Whether each row has the days of its times. */
  hasDates: boolean;
  onRestore: (row: SheetRow) => void;
};

/** The rows of a phone. A row opens a sheet with its fields. */
export function PhoneRows({ grid, block, checked, extra, unit, hasDates, onRestore }: PhoneRowsProps) {
  const t = useTranslator();
  const { view, columns, active } = grid;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: block.to - block.from,
    getScrollElement: () => scroller.current,
    estimateSize: estimatedHeight,
    initialRect: { width: 360, height: 480 },
  });
  const isMounted = useRef(false);
  useEffect(() => {
    if (isMounted.current) virtualizer.scrollToIndex(active.index - block.from);
    isMounted.current = true;
  }, [virtualizer, active.index, block.from]);
  const items = virtualizer.getVirtualItems();
  const getText = ({ cells }: SheetRow, wanted: RecipientColumn) => cellText(cells, columns, wanted);
  return (
    <div ref={scroller} className="max-h-[70dvh] overflow-y-auto rounded-box border border-line">
      {/* biome-ignore lint/a11y/useSemanticElements: there is no element for a grid */}
      <div
        role="grid"
        aria-label={t("Recipients")}
        aria-rowcount={view.count}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map((item) => {
          const at = block.from + item.index;
          const shown = view.rowAt(at);
          const { row, isRemoved } = shown;
          return (
            <PhoneRow
              key={shown.key}
              measure={virtualizer.measureElement}
              {...{ item, at, row, isRemoved, extra, unit }}
              address={getText(row, "beneficiary")}
              resolved={grid.getAddress(getText(row, "beneficiary"))}
              amount={getText(row, "amount")}
              release={releaseText(t, getText(row, "releaseType"))}
              dates={hasDates ? getDates(row, columns) : ""}
              errors={isRemoved ? undefined : checked.errors.get(row.line)}
              onOpen={() => (isRemoved ? onRestore(row) : grid.setOpened(row.line))}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Returns the days of the times that change when the amount of a row vests. */
function getDates({ cells }: SheetRow, columns: readonly GridColumn[]): string {
  const release = cellText(cells, columns, "releaseType");
  return (["cliffTime", "endTime"] as const)
    .filter((column) => !isIdleTime(column, { columns, release }))
    .map((column) => cellText(cells, columns, column))
    .filter((text) => text !== "")
    .map((text) => splitTime(text)?.day ?? text)
    .join(" – ");
}

type PhoneRowProps = {
  item: { index: number; start: number };
  at: number;
  row: SheetRow;
  isRemoved: boolean;
  address: string;
  /** The address of a name in the recipient column. */
  resolved: string | null;
  amount: string;
  /** The name of the release type, which can be empty. */
  release: string;
  /** The days of the cliff and the end, which can be empty. */
  dates: string;
  errors: CellErrors | undefined;
  extra: GridExtra;
  /** The unit of the amount. */
  unit: string;
  onOpen: () => void;
  measure: (element: HTMLDivElement | null) => void;
};

function PhoneRow(props: PhoneRowProps) {
  const {
    item,
    at,
    row,
    isRemoved,
    address,
    resolved,
    amount,
    release,
    dates,
    errors,
    extra,
    unit,
    onOpen,
    measure,
  } = props;
  const t = useTranslator();
  const [error] = Object.values(errors ?? {});
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows have absolute positions
    // biome-ignore lint/a11y/useFocusableInteractive: the button of the row receives the focus
    <div
      role="row"
      ref={measure}
      data-index={item.index}
      aria-rowindex={at + 1}
      className={`absolute inset-x-0 top-0 border-b border-line ${isRemoved ? "bg-raised" : errors ? "bg-danger-soft" : ""}`}
      style={{ transform: `translateY(${item.start}px)` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a cell of a grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the button in the cell receives the focus */}
      <div role="gridcell" aria-invalid={error ? true : undefined}>
        <button
          type="button"
          onClick={onOpen}
          className="flex min-h-16 w-full items-center gap-3 px-3 py-2 text-left text-sm"
        >
          <span
            aria-hidden="true"
            className="w-6 shrink-0 self-start text-xs leading-5 text-ink-soft tabular-nums"
          >
            {isRemoved ? "–" : row.line}
          </span>
          <span className="min-w-0 flex-1">
            <span className="sr-only">
              {isRemoved
                ? t("Restore {address}", { address })
                : t("Edit row {row}: {address}, {amount}", {
                    ...{ row: `${row.line}`, amount },
                    address: resolved === null ? address : `${address} (${resolved})`,
                  })}
            </span>
            <span aria-hidden="true" className={`block ${isRemoved ? "line-through" : ""}`}>
              {/* Whole, because addresses with the same ends can differ in the middle. */}
              <span className="block font-mono text-xs wrap-anywhere">
                {address || "–"}
                <NameAddress address={resolved} />
              </span>
              <span className="mt-0.5 flex justify-between gap-3">
                <span className="min-w-0 font-medium wrap-anywhere tabular-nums">
                  <AmountText {...{ amount, unit }} />
                </span>
                {release && <span className="shrink-0 text-xs leading-5 text-ink-soft">{release}</span>}
              </span>
              {dates && <span className="block text-xs text-ink-soft tabular-nums">{dates}</span>}
            </span>
            <span className={`block text-xs ${error ? "text-danger" : "line-clamp-2 text-ink-soft"}`}>
              {error ?? extra.cell(row, isRemoved)}
            </span>
          </span>
          <Icon name="next" className="size-4 shrink-0 text-ink-soft" />
        </button>
      </div>
    </div>
  );
}

/** The text of an amount, with the unit if the text has none. */
const AmountText = ({ amount, unit }: { amount: string; unit: string }) => (
  <>
    {amount || "–"}
    {PLAIN_NUMBER.test(amount) && <span className="font-normal text-ink-soft"> {unit}</span>}
  </>
);
