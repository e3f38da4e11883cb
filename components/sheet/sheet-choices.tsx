"use client";

import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { ColumnQuestion } from "@/lib/core/recipients/column-survey";
import type { Asked } from "@/lib/core/recipients/read-row";
import { type Sheet, withTold } from "./sheet";

type SheetChoicesProps = {
  sheet: Sheet;
  questions: readonly ColumnQuestion[];
  onChange: (sheet: Sheet) => void;
};

type Choices = { title: string; choices: readonly { value: string; label: string; proof: string }[] };

const CHOICES: Record<Asked, Choices> = {
  decimalMark: {
    title: "Which is the decimal mark of the amounts?",
    choices: [
      { value: "comma", label: "The comma: 1,234 is less than two", proof: "with a decimal comma" },
      { value: "point", label: "The point: 1,234 is over a thousand", proof: "with a decimal point" },
    ],
  },
  dateOrder: {
    title: "What comes first in the dates?",
    choices: [
      { value: "day", label: "The day: 7/1/2027 is in January", proof: "with the day first" },
      { value: "month", label: "The month: 7/1/2027 is in July", proof: "with the month first" },
    ],
  },
  timeNumbers: {
    title: "What are the numbers in the columns of times?",
    choices: [
      { value: "days", label: "Days of a spreadsheet: 46388 is 1 Jan 2027", proof: "" },
      { value: "milliseconds", label: "Milliseconds since 1970", proof: "" },
      { value: "seconds", label: "Seconds since 1970", proof: "" },
    ],
  },
};

/** What has to be said once for all rows of a file before they can be read in one way, and the zone of its dates. */
export function SheetChoices({ sheet, questions, onChange }: SheetChoicesProps) {
  const hasTimes = sheet.columns.some((column) => column.endsWith("Time"));
  return (
    <>
      {questions.map((question) => (
        <Question
          key={question.asks}
          question={question}
          told={sheet.told[question.asks]}
          onTell={(value) => onChange(withTold(sheet, { [question.asks]: value }))}
        />
      ))}
      {hasTimes && (
        <div className="max-w-sm">
          <Field id="file-zone" label="Dates without a zone are in" hint="Dates below are shown in UTC.">
            <Select
              id="file-zone"
              value={sheet.told.zone ?? "UTC"}
              onChange={(event) => onChange(withTold(sheet, { zone: event.target.value }))}
              options={zones().map((zone) => ({ value: zone, label: zone }))}
            />
          </Field>
        </div>
      )}
    </>
  );
}

/** UTC, the viewer's own zone, then all others. */
const zones = () => [
  ...new Set([
    "UTC",
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...Intl.supportedValuesOf("timeZone"),
  ]),
];

type QuestionProps = {
  question: ColumnQuestion;
  told: string | undefined;
  onTell: (value: string | undefined) => void;
};

function Question({ question: { asks, waiting, proving }, told, onTell }: QuestionProps) {
  const { title, choices } = CHOICES[asks];
  const proofs = choices.flatMap(({ value, proof }) =>
    proving[value] ? [`${rows(proving[value])} ${proof}`] : [],
  );
  return (
    <Notice tone={told ? "neutral" : "warn"} title={title}>
      {waiting > 0 && <p>{rows(waiting)} can be read in more than one way.</p>}
      {proofs.length > 0 && <p>Written in one way only: {proofs.join(", ")}.</p>}
      <fieldset className="mt-2 flex flex-wrap gap-2">
        <legend className="sr-only">{title}</legend>
        {choices.map(({ value, label }) => (
          <Button
            key={value}
            tone={told === value ? "primary" : "secondary"}
            aria-pressed={told === value}
            onClick={() => onTell(told === value ? undefined : value)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
    </Notice>
  );
}

const rows = (count: number) => (count === 1 ? "1 row" : `${count.toLocaleString("en")} rows`);
