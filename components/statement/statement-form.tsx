import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, Input } from "@/components/ui/field";
import { QueryForm } from "@/components/ui/query-form";

type FormProps = {
  /** The path of the page. */
  action: string;
  creation: string | undefined;
  /** Such as 2026-12-31. */
  date: string;
  withheld: string | undefined;
  hasDateError: boolean;
  hasPercentError: boolean;
};

/** On a phone of common width, each field is a column. A subgrid aligns its label, control and hint with those of the other field. */
const PHONE_COLUMN = "max-sm:row-span-3 max-sm:grid max-sm:grid-rows-subgrid max-sm:*:contents";

/** The date of a statement, and the percentage that is withheld of claimed amounts. */
export function StatementForm({ action, creation, date, withheld, ...errors }: FormProps) {
  const t = useTranslator();
  return (
    <Card className="print:hidden">
      <QueryForm
        action={action}
        className="flex flex-wrap items-start gap-4 max-sm:grid max-sm:gap-x-3 max-sm:min-[24rem]:grid-cols-2 max-sm:gap-y-0"
      >
        {creation !== undefined && <input type="hidden" name="creation" value={creation} />}
        <div className={`min-w-0 flex-1 basis-56 ${PHONE_COLUMN}`}>
          <Field
            id="date"
            label={t("Day (UTC)")}
            hint={t("The end of this day, or the current time today.")}
            error={errors.hasDateError ? t("Enter a date.") : null}
          >
            <Input
              id="date"
              name="date"
              type="date"
              invalid={errors.hasDateError}
              defaultValue={errors.hasDateError ? undefined : date}
            />
          </Field>
        </div>
        <div className={`min-w-0 flex-1 basis-56 max-[24rem]:mt-3 ${PHONE_COLUMN}`}>
          <Field
            id="withheld"
            label={t("Withholding rate in % (optional)")}
            hint={t("Applied to claimed amounts.")}
            error={
              errors.hasPercentError ? t("Enter a number from 0 to 100 with at most two decimals.") : null
            }
          >
            <Input
              id="withheld"
              name="withheld"
              inputMode="decimal"
              autoComplete="off"
              invalid={errors.hasPercentError}
              defaultValue={withheld}
            />
          </Field>
        </div>
        <div className="max-sm:col-span-full max-sm:mt-3">
          {/* The height of a label, so that the button is beside the inputs. */}
          <span aria-hidden="true" className="mb-1.5 block text-sm max-sm:hidden">
            {"\u00a0"}
          </span>
          <Button type="submit">{t("Show statement")}</Button>
        </div>
      </QueryForm>
    </Card>
  );
}
