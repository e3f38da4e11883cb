"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { Field, Input, Select } from "@/components/ui/field";
import { message } from "@/lib/core/i18n/translator";
import { BEHIND_MONTHLY, type ScheduleSpecField } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import { type MonthsDraft, readMonths } from "./schedule-draft";

type MonthsFormProps = { months: MonthsDraft; onChange: (months: MonthsDraft) => void };

const AFTER_CLIFF = [
  { value: "linear", label: message("evenly, by the second") },
  { value: "monthly", label: message("every month") },
  { value: "quarterly", label: message("every quarter") },
  { value: "half-yearly", label: message("every half year") },
  { value: "yearly", label: message("every year") },
  { value: BEHIND_MONTHLY, label: message("evenly, never ahead of monthly steps") },
];

/** A schedule in percentages and months. Each error appears at its field. */
export function MonthsForm({ months, onChange }: MonthsFormProps) {
  const t = useTranslator();
  const reading = readMonths(t, months);
  const getError = (field: ScheduleSpecField | "start") =>
    "message" in reading && reading.field === field ? reading.message : null;
  const set = (change: Partial<MonthsDraft>) => onChange({ ...months, ...change });
  const number = (id: ScheduleSpecField, label: string, hint?: string) => (
    <Field id={id} label={label} hint={hint} error={getError(id)}>
      <Input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={months[id]}
        invalid={Boolean(getError(id))}
        onChange={(event) => set({ [id]: event.target.value })}
      />
    </Field>
  );
  return (
    <>
      <div className="sm:col-span-2">
        <Field
          id="months-start"
          label={t("Start date (UTC)")}
          error={getError("start")}
          hint={t("Months count from this date. A startTime in a file overrides it.")}
        >
          <Input
            id="months-start"
            type="datetime-local"
            value={months.start}
            invalid={Boolean(getError("start"))}
            onChange={(event) => set({ start: event.target.value })}
          />
        </Field>
      </div>
      {number("upfrontPercent", t("Share at the start (%)"))}
      {number("cliffPercent", t("Share at the cliff (%)"))}
      {number("cliffMonths", t("Months until the cliff"), t("Enter 0 for no cliff."))}
      {number("durationMonths", t("Months until the end"), t("Counted from the start"))}
      <div className="sm:col-span-2">
        <Field id="steps" label={t("Remainder after the cliff")} error={getError("steps")}>
          <Select
            id="steps"
            value={months.steps}
            onChange={(event) => set({ steps: event.target.value })}
            options={AFTER_CLIFF.map(({ value, label }) => ({ value, label: t(label) }))}
          />
        </Field>
      </div>
      <p className="text-sm text-ink-soft sm:col-span-2">
        {t(
          "Months are calendar months in UTC, counted from the start. If a month is too short for the start day, its last day applies.",
        )}
      </p>
    </>
  );
}
