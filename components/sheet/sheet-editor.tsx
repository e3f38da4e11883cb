"use client";

import { type ReactNode, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { AddressInput, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { RowPager } from "@/components/ui/paging/pagination";
import { useFound } from "@/components/ui/paging/use-found";
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

const ROWS_A_PAGE = 20;

const BY_WALLET = {
  count: rowCount,
  textAt: (sheet: Sheet, place: number) =>
    cellOf(sheet, rowOf(sheet, numberAt(sheet, place)), "beneficiary") ?? "",
};

const positionsTo = (count: number) => Array.from({ length: count }, (_, place) => place);

/** Shows the rows of a file with a filter for rows with errors, which are editable in place. */
export function SheetEditor(props: SheetEditorProps) {
  const { sheet, checked, onChange, token, editsAll = false, noteOf } = props;
  const t = useTranslator();
  const [wanted, setWanted] = useState(0);
  const [onlyFaults, setOnlyFaults] = useState(false);
  // Rows that had errors stay editable and in place while the user corrects them.
  const [edited, setEdited] = useState<ReadonlySet<number>>(new Set());
  const needsCare = (line: number) => checked.faults.has(line) || edited.has(line);
  const [sought, setSought] = useState("");
  const found = useFound(sheet, sought, BY_WALLET);
  const hasError = (place: number) => needsCare(lineOf(sheet, numberAt(sheet, place)));
  const count = rowCount(sheet);
  const inCare = onlyFaults ? (found ?? positionsTo(count)).filter(hasError) : found;
  const pages = Math.max(1, Math.ceil((inCare?.length ?? count) / ROWS_A_PAGE));
  const page = Math.min(wanted, pages - 1);
  const [from, to] = [page * ROWS_A_PAGE, (page + 1) * ROWS_A_PAGE];
  const shown = inCare
    ? inCare.slice(from, to).map((place) => rowOf(sheet, numberAt(sheet, place)))
    : rowsBetween(sheet, from, to);
  const edit = (line: number, column: RecipientColumn, text: string) => {
    setEdited(new Set(edited).add(line));
    onChange(withCell(sheet, { line, column, text }));
  };
  return (
    <div className="space-y-4">
      <SheetVerdict sheet={sheet} checked={checked} />
      {(checked.faults.size > 0 || onlyFaults) && (
        <Button onClick={() => setOnlyFaults(!onlyFaults)}>
          {onlyFaults ? t("Show all rows") : t("Show only rows with errors")}
        </Button>
      )}
      {count > ROWS_A_PAGE && (
        <div className="max-w-md">
          <Field
            id="sought-row"
            label={t("Find a recipient")}
            hint={sought && (found ? t("{count} found", { count: found.length }) : t("Searching…"))}
          >
            <AddressInput
              id="sought-row"
              value={sought}
              placeholder={t("Address or part of it")}
              onChange={(event) => setSought(event.target.value.trim())}
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
            faults={checked.faults.get(row.line)}
            note={noteOf?.(row.line)}
            isEditable={editsAll || needsCare(row.line)}
            onEdit={(column, text) => edit(row.line, column, text)}
            onRemove={() => onChange(withoutRow(sheet, row.line))}
          />
        ))}
      </ol>
      <RowPager page={page} pages={pages} onPage={setWanted} />
    </div>
  );
}

function SheetVerdict({ sheet, checked }: Pick<SheetEditorProps, "sheet" | "checked">) {
  const t = useTranslator();
  const count = checked.faults.size;
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
