"use client";

import { type ReactNode, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { AddressInput, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { RowPager } from "@/components/ui/paging/pagination";
import { useSearchResult } from "@/components/ui/paging/use-search-result";
import type { Token } from "@/lib/contract/names";
import type { RecipientColumn } from "@/lib/core/recipients/file-header";
import type { CheckedSheet } from "./check-sheet";
import {
  cellOf,
  lineOf,
  MAX_MARKED_ROWS,
  numberAt,
  rowCount,
  rowOf,
  rowsBetween,
  type Sheet,
  withCell,
  withoutRow,
} from "./sheet";
import { SheetRowView } from "./sheet-row";

type SheetEditorProps = {
  sheet: Sheet;
  checked: CheckedSheet;
  onChange: (sheet: Sheet) => void;
  /** The token whose unit the read amounts are shown in. */
  token: Token;
  /** Whether every row is editable, not only rows with errors. */
  editsAll?: boolean;
  /** Returns a further note for the row of a line. */
  noteOf?: (line: number) => ReactNode;
};

const ROWS_PER_PAGE = 20;

const BY_WALLET = {
  count: rowCount,
  textAt: (sheet: Sheet, position: number) =>
    cellOf(sheet, rowOf(sheet, numberAt(sheet, position)), "beneficiary") ?? "",
};

const positionsTo = (count: number) => Array.from({ length: count }, (_, position) => position);

/** Shows the rows of a file with a filter for rows with errors, which are editable in place. */
export function SheetEditor(props: SheetEditorProps) {
  const { sheet, checked, onChange, token, editsAll = false, noteOf } = props;
  const t = useTranslator();
  const [wanted, setWanted] = useState(0);
  const [onlyErrors, setOnlyErrors] = useState(false);
  // Rows that had errors stay editable and in place while the user corrects them.
  const [edited, setEdited] = useState<ReadonlySet<number>>(new Set());
  const isMarked = (line: number) => checked.errors.has(line) || edited.has(line);
  const [query, setQuery] = useState("");
  const found = useSearchResult(sheet, query, BY_WALLET);
  const hasError = (position: number) => isMarked(lineOf(sheet, numberAt(sheet, position)));
  const count = rowCount(sheet);
  const filtered = onlyErrors ? (found ?? positionsTo(count)).filter(hasError) : found;
  const pages = Math.max(1, Math.ceil((filtered?.length ?? count) / ROWS_PER_PAGE));
  const page = Math.min(wanted, pages - 1);
  const [from, to] = [page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE];
  const shown = filtered
    ? filtered.slice(from, to).map((position) => rowOf(sheet, numberAt(sheet, position)))
    : rowsBetween(sheet, from, to);
  const edit = (line: number, column: RecipientColumn, text: string) => {
    setEdited(new Set(edited).add(line));
    onChange(withCell(sheet, { line, column, text }));
  };
  return (
    <div className="space-y-4">
      <SheetStatus sheet={sheet} checked={checked} />
      {(checked.errors.size > 0 || onlyErrors) && (
        <Button onClick={() => setOnlyErrors(!onlyErrors)}>
          {onlyErrors ? t("Show all rows") : t("Show only rows with errors")}
        </Button>
      )}
      {count > ROWS_PER_PAGE && (
        <div className="max-w-md">
          <Field
            id="query-row"
            label={t("Find a recipient")}
            hint={query && (found ? t("{count} found", { count: found.length }) : t("Searching…"))}
          >
            <AddressInput
              id="query-row"
              value={query}
              placeholder={t("Address or part of it")}
              onChange={(event) => setQuery(event.target.value.trim())}
            />
          </Field>
        </div>
      )}
      <ol className="divide-y divide-line rounded-box border border-line">
        {shown.map((row) => (
          <SheetRowView
            key={row.line}
            row={row}
            cell={(column) => cellOf(sheet, row, column) ?? ""}
            leaves={checked.readingOf(row)}
            token={token}
            columns={sheet.columns}
            errors={checked.errors.get(row.line)}
            note={noteOf?.(row.line)}
            isEditable={editsAll || isMarked(row.line)}
            onEdit={(column, text) => edit(row.line, column, text)}
            onRemove={() => onChange(withoutRow(sheet, row.line))}
          />
        ))}
      </ol>
      <RowPager page={page} pages={pages} onPage={setWanted} />
    </div>
  );
}

function SheetStatus({ sheet, checked }: Pick<SheetEditorProps, "sheet" | "checked">) {
  const t = useTranslator();
  const count = checked.errors.size;
  return (
    <>
      {count > 0 ? (
        <Notice
          tone="danger"
          live
          title={
            count >= MAX_MARKED_ROWS
              ? t("{count} rows or more need correction", { count })
              : t("{count, plural, one {# row needs correction} other {# rows need correction}}", { count })
          }
        >
          {t("Correct the marked cells below, or remove the row. Everything else is kept.")}
        </Notice>
      ) : (
        <Notice tone="good" live>
          {t("{count, plural, one {The row is valid.} other {All # rows are valid.}}", {
            count: rowCount(sheet),
          })}
        </Notice>
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
