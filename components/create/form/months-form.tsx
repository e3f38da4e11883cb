"use client";

import { Field, Input, Select } from "@/components/ui/field";
import type { MeantField } from "@/lib/core/vesting/meant/meant-schedule";
import { type MonthsDraft, readMonths } from "./schedule-draft";

type MonthsFormProps = { months: MonthsDraft; onChange: (months: MonthsDraft) => void };

const AFTER_CLIFF = [
  { value: "linear", label: "evenly, by the second" },
  { value: "monthly", label: "every month" },
  { value: "quarterly", label: "every quarter" },
  { value: "half-yearly", label: "every half year" },
  { value: "yearly", label: "every year" },
];

/** A schedule in shares and months; what is wrong stands at its field. */
export function MonthsForm({ months, onChange }: MonthsFormProps) {
  const reading = readMonths(months);
  const faultOf = (field: MeantField | "start") =>
    "message" in reading && reading.field === field ? reading.message : null;
  const set = (change: Partial<MonthsDraft>) => onChange({ ...months, ...change });
  const number = (id: MeantField, label: string, hint?: string) => (
    <Field id={id} label={label} hint={hint} error={faultOf(id)}>
      <Input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={months[id]}
        invalid={Boolean(faultOf(id))}
        onChange={(event) => set({ [id]: event.target.value })}
      />
    </Field>
  );
  return (
    <>
      <div className="sm:col-span-2">
        <Field
          id="months-start"
          label="Start, in UTC"
          error={faultOf("start")}
          hint="Months count from here. A startTime in a file goes before it."
        >
          <Input
            id="months-start"
            type="datetime-local"
            value={months.start}
            invalid={Boolean(faultOf("start"))}
            onChange={(event) => set({ start: event.target.value })}
          />
        </Field>
      </div>
      {number("upfrontPercent", "At the start, in %")}
      {number("cliffPercent", "At the cliff, in %")}
      {number("cliffMonths", "Months until the cliff", "0 for none")}
      {number("durationMonths", "Months until the end", "Counted from the start")}
      <div className="sm:col-span-2">
        <Field id="steps" label="The rest, after the cliff" error={faultOf("steps")}>
          <Select
            id="steps"
            value={months.steps}
            onChange={(event) => set({ steps: event.target.value })}
            options={AFTER_CLIFF}
          />
        </Field>
      </div>
      <p className="text-sm text-ink-soft sm:col-span-2">
        Months are those of the calendar in UTC, counted from the start: where a month lacks its day, the
        month’s last day counts.
      </p>
    </>
  );
}
