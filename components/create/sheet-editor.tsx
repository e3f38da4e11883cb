"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { RowPager } from "@/components/ui/row-pager";
import type { RecipientColumn } from "@/lib/registration/recipient-columns";
import type { CellFaults, CheckedSheet } from "./check-sheet";
import { type Sheet, type SheetRow, withCell, withoutRow } from "./sheet";

type SheetEditorProps = {
  sheet: Sheet;
  checked: CheckedSheet;
  onChange: (sheet: Sheet) => void;
  /** Every row can be changed, not only those at fault. */
  editsAll?: boolean;
};

const TITLES: Record<RecipientColumn, string> = {
  beneficiary: "Recipient",
  amount: "Amount",
  releaseType: "Release: cliff, linear or milestone",
  startTime: "Start",
  cliffTime: "Cliff",
  endTime: "End",
  milestoneIdx: "Milestone number",
};

const ROWS_A_PAGE = 20;

/** The rows of a file: those at fault first and editable where they stand. */
export function SheetEditor({ sheet, checked, onChange, editsAll = false }: SheetEditorProps) {
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
            <Input
              id="sought-row"
              value={sought}
              placeholder="An address, or a part of it"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setSought(event.target.value.trim())}
            />
          </Field>
        </div>
      )}
      <ol className="divide-y divide-line rounded-box border border-line">
        {shown.map((row) => (
          <RowView
            key={row.line}
            row={row}
            columns={sheet.columns}
            faults={checked.faults.get(row.line)}
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
          All {sheet.rows.length.toLocaleString("en")} rows are right.
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

type RowViewProps = {
  row: SheetRow;
  columns: readonly RecipientColumn[];
  faults: CellFaults | undefined;
  isEditable: boolean;
  onEdit: (column: RecipientColumn, text: string) => void;
  onRemove: () => void;
};

function RowView({ row, columns, faults, isEditable, onEdit, onRemove }: RowViewProps) {
  if (!isEditable) {
    return (
      <li className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-2 text-sm">
        <span className="w-10 shrink-0 text-ink-soft">{row.line}</span>
        {columns.map((column) => (
          <span key={column} className={column === "beneficiary" ? "min-w-0 font-mono break-all" : ""}>
            {row.cells[column]}
          </span>
        ))}
      </li>
    );
  }
  return (
    <li className={`px-3 py-3 ${faults ? "bg-danger-soft" : ""}`}>
      <div className="mb-2 flex items-center justify-between text-sm font-medium">
        Row {row.line}
        <button
          type="button"
          onClick={onRemove}
          className="inline-flex min-h-11 items-center gap-1 px-2 text-danger"
        >
          <Icon name="trash" className="size-4" /> Remove<span className="sr-only"> row {row.line}</span>
        </button>
      </div>
      {faults?.row && <p className="mb-2 text-sm text-danger">{faults.row}</p>}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map((column) => (
          <CellInput
            key={column}
            id={`row-${row.line}-${column}`}
            column={column}
            text={row.cells[column] ?? ""}
            fault={faults?.[column]}
            onEdit={(text) => onEdit(column, text)}
          />
        ))}
      </div>
    </li>
  );
}

type CellInputProps = {
  id: string;
  column: RecipientColumn;
  text: string;
  fault?: string;
  onEdit: (text: string) => void;
};

function CellInput({ id, column, text, fault, onEdit }: CellInputProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-xs text-ink-soft">
        {TITLES[column]}
      </label>
      <input
        id={id}
        value={text}
        spellCheck={false}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-note` : undefined}
        onChange={(event) => onEdit(event.target.value)}
        className={`min-h-10 w-full min-w-0 rounded border bg-surface px-2 text-sm ${fault ? "border-danger" : "border-line-strong"}`}
      />
      {fault && (
        <p id={`${id}-note`} className="mt-1 text-sm text-danger">
          {fault}
        </p>
      )}
    </div>
  );
}
