"use client";

import { type ReactNode, useId, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import type { Token } from "@/lib/contract/names";
import { columnTraits, type RecipientColumn } from "@/lib/core/recipients/file-header";
import type { CellErrors } from "@/lib/core/recipients/row-reader";
import type { CheckedSheet } from "../check-sheet";
import type { SheetRow } from "../packed-rows";
import type { Sheet } from "../sheet";
import { cellText, type GridColumn } from "./edits";
import { isRecordOnly, isTimeColumn, shownColumns, withFieldText } from "./row-controls";
import { RowField } from "./row-field";
import { RowReading } from "./row-reading";

type RowDialogProps = {
  row: SheetRow;
  sheet: Sheet;
  columns: readonly GridColumn[];
  checked: CheckedSheet;
  /** Returns the address of a name; null for any other text. */
  getAddress: (text: string) => string | null;
  token: Token;
  note: ReactNode;
  onSave: (cells: readonly string[]) => void;
  onRemove: () => void;
  onClose: () => void;
};

const fieldId = (column: RecipientColumn) => `field-${column}`;

/** Edits the cells of a row that belong to its release type. Stores them when the user saves a valid row. */
export function RowDialog(props: RowDialogProps) {
  const { row, sheet, checked, token, note, onSave, onRemove, onClose } = props;
  const t = useTranslator();
  const form = useId();
  const { cells, setCells, fields, errors, isRefused, save } = useRowDraft(props, onSave);
  const traits = columnTraits(sheet.header);
  const rowError = checked.errors.get(row.line)?.row;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Row {row}", { row: `${row.line}` })}
      description={rowError && <p className="text-danger">{rowError}</p>}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          <p role="status" className="text-sm text-danger empty:hidden">
            {isRefused && t("Correct the marked fields.")}
          </p>
          <Button type="submit" form={form} tone="primary" className="max-sm:w-full">
            {t("Save row")}
          </Button>
        </div>
      }
    >
      <form id={form} noValidate className="space-y-4" onSubmit={save}>
        {fields.map(({ column, position }) => (
          <RowField
            key={position}
            id={fieldId(column)}
            column={column}
            text={cells[position] ?? ""}
            initial={row.cells[position] ?? ""}
            error={errors[column]}
            answers={sheet.answers}
            canBeLength={traits[column]?.canBeLength}
            isRecordOnly={isRecordOnly(props.columns, cellText(cells, props.columns, "releaseType"))}
            resolved={column === "beneficiary" ? props.getAddress(cells[position] ?? "") : null}
            onChange={(text) => setCells(column, text)}
          />
        ))}
        {fields.some(({ column }) => isTimeColumn(column)) && (
          <p className="text-sm text-ink-soft">{t("Times in {zone}.", { zone: "UTC" })}</p>
        )}
      </form>
      <div className="text-sm empty:hidden">
        <RowReading leaves={checked.getReading({ ...row, cells })} token={token} hasCurve />
        {note}
      </div>
      <div className="border-t border-line pt-4">
        <Button tone="danger-quiet" onClick={onRemove}>
          <Icon name="trash" className="size-4" /> {t("Remove row")}
        </Button>
      </div>
    </Dialog>
  );
}

/** The edited cells of a row, the fields of its release type, and their errors. */
function useRowDraft(
  { row, sheet, columns, checked }: RowDialogProps,
  onSave: (cells: readonly string[]) => void,
) {
  const [cells, setCells] = useState(row.cells);
  const [isTried, setIsTried] = useState(false);
  const { answers } = sheet;
  const own = checked.checkRow({ ...row, cells });
  const isChanged = (position: number) => (cells[position] ?? "") !== (row.cells[position] ?? "");
  const belongs = new Set(shownColumns(columns, cellText(cells, columns, "releaseType")));
  // A field with an error is never hidden.
  const fields = columns.filter((item) => belongs.has(item) || own.errors[item.column] !== undefined);
  const blocking = fields.filter(
    ({ column }) => own.errors[column] !== undefined && !own.open.includes(column),
  );
  const isNew = ["beneficiary", "amount"].every(
    (column) => cellText(row.cells, columns, column as RecipientColumn) === "",
  );
  const errors: CellErrors = {};
  for (const { column, position } of fields) {
    const saved = isChanged(position) ? undefined : checked.errors.get(row.line)?.[column];
    const isQuiet = isNew && !isTried && (cells[position] ?? "") === "";
    const error = own.errors[column] ?? saved;
    if (error !== undefined && !isQuiet) errors[column] = error;
  }
  const save = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    const [first] = blocking;
    if (!first) return onSave(cells);
    setIsTried(true);
    document.getElementById(fieldId(first.column))?.focus();
  };
  return {
    ...{ cells, fields, errors, save, isRefused: isTried && blocking.length > 0 },
    setCells: (column: RecipientColumn, text: string) =>
      setCells(withFieldText(cells, { column, text, columns, answers })),
  };
}
