"use client";

import { formatAmount } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { AllocationPreview } from "@/components/sheet/allocation-preview";
import type { CheckedSheet } from "@/components/sheet/check-sheet";
import { RecipientGrid } from "@/components/sheet/grid/recipient-grid";
import { rowCount, type Sheet } from "@/components/sheet/sheet";
import { SheetChoices } from "@/components/sheet/sheet-choices";
import { SheetColumns } from "@/components/sheet/sheet-columns";
import { SheetNames } from "@/components/sheet/sheet-names";
import { useHistory } from "@/components/sheet/use-history";
import { Button } from "@/components/ui/button";
import type { Token } from "@/lib/contract/names";
import { ConfirmationFold } from "../confirmation/confirmation-fold";
import type { DraftPart } from "./campaign-draft";
import { UnitNotice } from "./unit-notice";

type SheetFormProps = DraftPart & {
  token: Token;
  sheet: Sheet;
  checked: CheckedSheet;
  onFile: (file: File) => void;
};

/** A list of recipients: its columns, its open questions and its rows. */
export function SheetForm({ draft, set, errors, token, sheet, checked, onFile }: SheetFormProps) {
  const t = useTranslator();
  const history = useHistory(sheet, (changed) => set({ sheet: changed }));
  const onChange = history.change;
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
      {(errors.list ?? checked.listError) && (
        <p role="alert" className="text-sm text-danger">
          {errors.list ?? checked.listError}
        </p>
      )}
      <ConfirmationFold sheet={sheet} onChange={onChange} />
      <SheetNames {...{ sheet, checked, onChange }} />
      <ListPreview checked={checked} token={token} />
      <RecipientGrid {...{ sheet, checked, history, token, onFile }} readsHeader />
    </>
  );
}

/** Draws the sum of all rows of a file as one curve. */
function ListPreview({ checked, token }: { checked: CheckedSheet; token: Token }) {
  const t = useTranslator();
  const { schedules, totalAmount, errors } = checked;
  if (totalAmount === 0n || errors.size > 0) return null;
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
