"use client";

import { formatAmount } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { AllocationPreview } from "@/components/sheet/allocation-preview";
import type { CheckedSheet } from "@/components/sheet/check-sheet";
import { rowCount, type Sheet } from "@/components/sheet/sheet";
import { SheetChoices } from "@/components/sheet/sheet-choices";
import { SheetColumns } from "@/components/sheet/sheet-columns";
import { SheetEditor } from "@/components/sheet/sheet-editor";
import { Button } from "@/components/ui/button";
import type { Token } from "@/lib/contract/names";
import type { DraftPart } from "./campaign-draft";
import { UnitNotice } from "./unit-notice";

type SheetFormProps = DraftPart & { token: Token; sheet: Sheet; checked: CheckedSheet };

/** A parsed file: its columns, its open questions and its rows. */
export function SheetForm({ draft, set, faults, token, sheet, checked }: SheetFormProps) {
  const t = useTranslator();
  const onChange = (changed: Sheet) => set({ sheet: changed });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <p>
          {t("{rows, plural, one {# row} other {# rows}}, {amount} {token} in total", {
            rows: rowCount(sheet),
            amount: formatAmount(checked.totalAmount, token.decimals, t),
            token: token.unit,
          })}
        </p>
        <Button onClick={() => set({ sheet: null })}>{t("Use another file")}</Button>
      </div>
      <SheetColumns sheet={sheet} onChange={onChange} />
      <SheetChoices
        sheet={sheet}
        questions={checked.questions}
        examples={checked.examples}
        onChange={onChange}
      />
      <UnitNotice
        sheet={sheet}
        checked={checked}
        token={token}
        unit={draft.fileUnits}
        onUnit={(fileUnits) => set({ fileUnits })}
      />
      {(faults.list ?? checked.listFault) && (
        <p role="alert" className="text-sm text-danger">
          {faults.list ?? checked.listFault}
        </p>
      )}
      <ListPreview checked={checked} token={token} />
      <SheetEditor sheet={sheet} checked={checked} onChange={onChange} token={token} />
    </>
  );
}

/** Draws the sum of all rows of a file as one curve. */
function ListPreview({ checked, token }: { checked: CheckedSheet; token: Token }) {
  const t = useTranslator();
  const { schedules, totalAmount, faults } = checked;
  if (totalAmount === 0n || faults.size > 0) return null;
  return (
    <section aria-labelledby="together-title" className="max-w-2xl space-y-2">
      <h3 id="together-title" className="text-sm font-semibold">
        {t("All rows combined")}
      </h3>
      {schedules ? (
        <AllocationPreview leaves={schedules} token={token} />
      ) : (
        <p className="text-sm text-ink-soft">
          {t("These rows have too many different schedules to show as one curve.")}
        </p>
      )}
    </section>
  );
}
