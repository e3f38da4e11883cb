"use client";

import { type ReactNode, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import type { Token } from "@/lib/contract/names";
import type { CheckedSheet } from "../check-sheet";
import type { SheetRow } from "../packed-rows";
import { FIELD_TITLES } from "./columns";
import { type GridColumn, withText } from "./edits";
import { NameAddress } from "./name-address";
import { RowReading } from "./row-reading";

type RowDialogProps = {
  row: SheetRow;
  columns: readonly GridColumn[];
  checked: CheckedSheet;
  /** Returns the address of a name; null for any other text. */
  addressOf: (text: string) => string | null;
  token: Token;
  note: ReactNode;
  onSave: (cells: readonly string[]) => void;
  onRemove: () => void;
  onClose: () => void;
};

/** Edits all cells of a row. Stores them when the user saves the row. */
export function RowDialog(props: RowDialogProps) {
  const { row, columns, checked, addressOf, token, note, onSave, onRemove, onClose } = props;
  const t = useTranslator();
  const [cells, setCells] = useState(row.cells);
  const errors = checked.errors.get(row.line);
  const textAt = (position: number) => cells[position] ?? "";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Row {row}", { row: `${row.line}` })}
      description={errors?.row && <p className="text-danger">{errors.row}</p>}
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSave(cells);
        }}
      >
        {columns.map(({ column, position }) => {
          const isChanged = textAt(position) !== (row.cells[position] ?? "");
          const error = isChanged ? undefined : errors?.[column];
          return (
            <Field key={position} id={`field-${column}`} label={t(FIELD_TITLES[column])} error={error}>
              <Input
                id={`field-${column}`}
                value={textAt(position)}
                autoComplete="off"
                spellCheck={false}
                invalid={Boolean(error)}
                inputMode={column === "amount" ? "decimal" : undefined}
                className={column === "beneficiary" ? "font-mono text-xs!" : ""}
                onChange={({ target }) => setCells(withText(cells, position, target.value))}
              />
              {column === "beneficiary" && <NameAddress address={addressOf(textAt(position))} />}
            </Field>
          );
        })}
        <div className="text-sm">
          <RowReading leaves={checked.readingOf({ ...row, cells })} token={token} hasCurve />
          {note}
        </div>
        <div className="flex flex-wrap justify-between gap-2">
          <Button tone="danger-quiet" onClick={onRemove}>
            <Icon name="trash" className="size-4" /> {t("Remove row")}
          </Button>
          <Button type="submit" tone="primary">
            {t("Save row")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
