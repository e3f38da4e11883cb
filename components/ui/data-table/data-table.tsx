"use client";

import { useTable } from "@tanstack/react-table";
import dynamic from "next/dynamic";
import { type ReactNode, useMemo, useRef } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { type DataColumn, FEATURES, includesText, type RowDetail, toDefinitions } from "./columns";
import { PlainBody } from "./table-body";
import { SortChoices, TableHead } from "./table-head";
import { useTableSettings } from "./table-settings";
import { TableToolbar } from "./table-toolbar";

const VirtualBody = dynamic(() => import("./virtual-body"), { ssr: false });

/** Longer lists render only the visible rows and scroll inside the table. */
const MAX_PLAIN_ROWS = 100;

type DataTableProps<Row> = {
  /** Identifies the table in the remembered settings. */
  name: string;
  /** The caption of the table for screen readers. */
  caption: string;
  /** A heading on the line of the filter and the column choice. */
  title?: string | undefined;
  /** A form on the line of the column choice. */
  form?: ReactNode;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shows a filter field. Only for lists whose rows are all in the page. */
  hasFilter?: boolean;
  /** Whether the viewer can choose columns and density, by default true. Small tables need no choice. */
  hasView?: boolean;
  /** Maximum number of rows of which all are in the page, for lists that print completely. */
  maxPlainRows?: number;
  /** Returns further content of a row: notes below it, and content that a chevron before the row unfolds. */
  detail?: (row: Row) => RowDetail;
  /** Returns the title of the group that a row belongs to. Consecutive rows of a group have one title. */
  group?: (row: Row) => string;
};

/**
 * A table with a sticky header, sortable columns, column choice and density. Below 672 px each row has two
 * lines. Arrow keys move between rows, and Enter follows the first link of a row. A click follows the link of the row's
 * campaign.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, caption, title, form, columns, rows, rowKey, detail, group } = props;
  const { hasFilter = false, hasView = true, maxPlainRows = MAX_PLAIN_ROWS } = props;
  const t = useTranslator();
  const settings = useTableSettings(name);
  const scroller = useRef<HTMLDivElement>(null);
  const definitions = useMemo(() => toDefinitions(columns), [columns]);
  const table = useTable({
    features: FEATURES,
    columns: definitions,
    data: rows as Row[],
    getRowId: rowKey,
    globalFilterFn: includesText,
    getColumnCanGlobalFilter: ({ id }) =>
      columns.some((column) => column.id === id && column.value !== undefined),
    enableSortingRemoval: false,
    state: { columnVisibility: Object.fromEntries(settings.hidden.map((id) => [id, false])) },
  });
  const shown = columns.filter(({ id }) => table.getColumn(id)?.getIsVisible());
  const found = table.getRowModel().rows;
  const isVirtual = rows.length > maxPlainRows;
  return (
    // Chromium prints nothing inside a size container, so the container applies to screens only.
    <div className="@container print:[container-type:normal]">
      {(title || form || hasFilter || hasView) && (
        <TableToolbar {...{ table, columns, caption, title, form, settings, hasFilter, hasView }} />
      )}
      <SortChoices {...{ table, columns: shown, caption }} />
      <div
        ref={scroller}
        className={isVirtual ? "max-h-[75dvh] overflow-y-auto rounded-box border border-line" : ""}
      >
        <table
          aria-rowcount={isVirtual ? found.length + 1 : undefined}
          className={`w-full border-separate border-spacing-0 text-sm @max-2xl:block ${CELLS} ${settings.isCompact ? "[&_td]:py-1" : "[&_td]:py-2.5"}`}
        >
          <caption className="sr-only">{caption}</caption>
          <TableHead {...{ table, columns: shown, top: isVirtual ? "top-0" : "top-16" }} />
          {isVirtual ? (
            <VirtualBody {...{ rows: found, columns: shown, scroller }} />
          ) : (
            <PlainBody {...{ rows: found, columns: shown, detail, group }} />
          )}
        </table>
      </div>
      {rows.length > 0 && found.length === 0 && (
        <p role="status" className="py-8 text-center text-ink-soft">
          {t("No rows match the filter.")}
        </p>
      )}
    </div>
  );
}

/** The classes of rows and cells, set once on the table: repeated on each cell they would double the page. */
const CELLS = [
  "[&_td]:border-b [&_td]:border-line [&_td]:px-2 [&_td:not(:first-child)]:@5xl:pl-3 [&_td:not(:last-child)]:@5xl:pr-3 [&_td]:align-middle [&_td:first-child]:pl-0 [&_td:last-child]:pr-0",
  "[&_tbody>tr]:transition-colors [&_tbody>tr:hover>td]:bg-raised/60 [&_tbody>tr:focus-visible]:-outline-offset-2",
  "[&_tr:has(a[data-row-link])]:cursor-pointer",
  "[&_td[data-phone=title]]:wrap-anywhere [&_td[data-phone=title]]:@2xl:min-w-28",
  "[&_td[data-wide]]:@max-4xl:hidden",
  // A row and its further content have one border.
  "[&_tr:has(+tr[data-detail])]:border-0 [&_tr:has(+tr[data-detail])]:pb-0 [&_tr:has(+tr[data-detail])>td]:border-0 [&_tr[data-detail]>td]:py-0",
  "[&_tbody>tr:last-child]:border-0 [&_tbody>tr:last-child>td]:border-0",
  // Two lines per row on a phone.
  "[&_tbody>tr]:@max-2xl:grid [&_tbody>tr]:@max-2xl:grid-cols-[minmax(50%,1fr)_minmax(0,auto)] [&_tbody>tr]:@max-2xl:gap-x-3 [&_tbody>tr]:@max-2xl:gap-y-0.5 [&_tbody>tr:not(:last-child)]:@max-2xl:border-b [&_tbody>tr]:@max-2xl:border-line [&_tbody>tr]:@max-2xl:py-2.5",
  // A badge may take two lines beside a long name.
  "[&_td[data-phone=value]>span]:@max-2xl:whitespace-normal",
  "[&_td]:@max-2xl:hidden [&_td]:@max-2xl:border-0 [&_td]:@max-2xl:p-0 [&_td[data-phone]]:@max-2xl:block",
  "[&_td[data-phone=line]]:@max-2xl:col-span-2 [&_td[data-phone=line]]:@max-2xl:row-start-1",
  "[&_td[data-phone=title]]:@max-2xl:row-start-1 [&_td[data-phone=value]]:@max-2xl:row-start-1 [&_td[data-phone=note]]:@max-2xl:row-start-2 [&_td[data-phone=state]]:@max-2xl:row-start-2",
  "[&_td[data-phone=title]]:@max-2xl:col-start-1 [&_td[data-phone=note]]:@max-2xl:col-start-1 [&_td[data-phone=value]]:@max-2xl:col-start-2 [&_td[data-phone=state]]:@max-2xl:col-start-2",
  "[&_td[data-phone=state]:empty]:@max-2xl:hidden [&_tr:not(:has(>td[data-phone=state]:not(:empty)))>td[data-phone=note]]:@max-2xl:col-span-2",
  // An amount and a share with a bar have their lines in common.
  "[&_td[data-phone=state]:has([role=progressbar])]:@max-2xl:self-start",
  "[&_td[data-phone=title]]:@max-2xl:text-left [&_td[data-phone=note]]:@max-2xl:text-left [&_td[data-phone=note]]:@max-2xl:self-center [&_td[data-phone=state]]:@max-2xl:self-center [&_td[data-phone=note]]:@max-2xl:text-ink-soft [&_td[data-phone=value]]:@max-2xl:text-right [&_td[data-phone=state]]:@max-2xl:text-right",
].join(" ");
