"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { AddressInput, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { RowPager } from "@/components/ui/paging/pagination";
import type { RecipientColumn } from "@/lib/core/recipients/file-header";
import type { Token } from "@/lib/core/views/names";
import type { CheckedSheet } from "./check-sheet";
import { type Sheet, type SheetRow, withCell, withoutRow } from "./sheet";
import { SheetRowView } from "./sheet-row";

type SheetEditorProps = {
  sheet: Sheet;
  checked: CheckedSheet;
  onChange: (sheet: Sheet) => void;
  /** In what the amounts are shown as they were read. */
  token: Token;
  /** Every row can be changed, not only those at fault. */
  editsAll?: boolean;
  /** What else is to be said of a row, by line. */
  noteOf?: (line: number) => ReactNode;
};

const ROWS_A_PAGE = 20;

/** The rows of a file: those at fault first and editable where they stand. */
export function SheetEditor(props: SheetEditorProps) {
  const { sheet, checked, onChange, token, editsAll = false, noteOf } = props;
  const [wanted, setWanted] = useState(0);
  const [onlyFaults, setOnlyFaults] = useState(false);
  // Rows that were at fault stay editable and in place while they are being corrected.
  const [edited, setEdited] = useState<ReadonlySet<number>>(new Set());
  const needsCare = (line: number) => checked.faults.has(line) || edited.has(line);
  const [sought, setSought] = useState("");
  const isWanted = ({ line, cells }: SheetRow) =>
    (!onlyFaults || needsCare(line)) && (!sought || cells.beneficiary?.includes(sought));
  const rows = onlyFaults || sought ? sheet.rows.filter(isWanted) : sheet.rows;
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_A_PAGE));
  const page = Math.min(wanted, pages - 1);
  const shown = rows.slice(page * ROWS_A_PAGE, (page + 1) * ROWS_A_PAGE);
  const edit = (line: number, column: RecipientColumn, text: string) => {
    setEdited(new Set(edited).add(line));
    onChange(withCell(sheet, { line, column, text }));
  };
  return (
    <div className="space-y-4">
      <SheetVerdict sheet={sheet} checked={checked} />
      {(checked.faults.size > 0 || onlyFaults) && (
        <Button onClick={() => setOnlyFaults(!onlyFaults)}>
          {onlyFaults ? "Show all rows" : "Show only rows to correct"}
        </Button>
      )}
      {sheet.rows.length > ROWS_A_PAGE && (
        <div className="max-w-md">
          <Field id="sought-row" label="Find a recipient" hint={sought && `${rows.length} found`}>
            <AddressInput
              id="sought-row"
              value={sought}
              placeholder="An address, or a part of it"
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
            recipient={checked.byLine.get(row.line)}
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
  const count = checked.faults.size;
  return (
    <>
      {count > 0 ? (
        <Notice
          tone="danger"
          live
          title={count === 1 ? "1 row needs correction" : `${count} rows need correction`}
        >
          Correct the marked cells below, or remove the row. Nothing else has to be done again.
        </Notice>
      ) : (
        <Notice tone="good" live>
          {sheet.rows.length === 1
            ? "The row is right."
            : `All ${sheet.rows.length.toLocaleString("en")} rows are right.`}
        </Notice>
      )}
      {checked.warnings.length > 0 && (
        <Notice tone="warn" title="Please look at this">
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
