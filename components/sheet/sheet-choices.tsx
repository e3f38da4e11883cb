"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { type Message, message, type Translator } from "@/lib/core/i18n/translator";
import type { ColumnQuestion } from "@/lib/core/recipients/column-survey";
import { readingText } from "@/lib/core/recipients/question-text";
import type { QuestionId } from "@/lib/core/recipients/questions";
import type { CheckedSheet, Example } from "./check-sheet";
import { type Sheet, withAnswers } from "./sheet";

type SheetChoicesProps = {
  sheet: Sheet;
  questions: readonly ColumnQuestion[];
  examples: CheckedSheet["examples"];
  onChange: (sheet: Sheet) => void;
};

type Choices = { title: Message; choices: readonly { value: string; label: Message }[] };

const CHOICES: Record<QuestionId, Choices> = {
  decimalMark: {
    title: message("Which decimal mark do the amounts use?"),
    choices: [
      { value: "comma", label: message("Comma (1,234 means 1.234)") },
      { value: "point", label: message("Point (1,234 means 1234)") },
    ],
  },
  dateOrder: {
    title: message("Do dates begin with the day or the month?"),
    choices: [
      { value: "day", label: message("Day first (7/1/2027 is 7 January)") },
      { value: "month", label: message("Month first (7/1/2027 is 1 July)") },
    ],
  },
  timeNumbers: {
    title: message("What do the numbers in the time columns mean?"),
    choices: [
      { value: "days", label: message("Spreadsheet days: 46388 is 1 Jan 2027") },
      { value: "milliseconds", label: message("Milliseconds since 1970") },
      { value: "seconds", label: message("Seconds since 1970") },
    ],
  },
  vestingFrom: {
    title: message("When does the vesting duration begin?"),
    choices: [
      { value: "start", label: message("At the start: the duration includes the cliff") },
      { value: "cliff", label: message("At the cliff: the duration is added to the cliff") },
    ],
  },
  lengthUnit: {
    title: message("Which unit do the duration columns use?"),
    choices: [
      { value: "months", label: message("Months") },
      { value: "days", label: message("Days") },
      { value: "years", label: message("Years") },
      { value: "seconds", label: message("Seconds") },
    ],
  },
  shareNumbers: {
    title: message("What do the numbers in the share columns mean?"),
    choices: [
      { value: "percent", label: message("Percentages: 0.1 is 0.1%") },
      { value: "fraction", label: message("Fractions: 0.1 is 10%") },
      { value: "tokens", label: message("Amounts of tokens") },
    ],
  },
  unusedColumns: {
    title: message("Is the schedule complete without these columns?"),
    choices: [{ value: "ignore", label: message("Omit these columns") }],
  },
};

/** Returns how many rows have only one possible format. Numbers of times never prove their format. */
const PROOFS: Record<string, (t: Translator, count: number) => string> = {
  comma: (t, count) =>
    t("{count, plural, one {# row with a decimal comma} other {# rows with a decimal comma}}", { count }),
  point: (t, count) =>
    t("{count, plural, one {# row with a decimal point} other {# rows with a decimal point}}", { count }),
  day: (t, count) =>
    t("{count, plural, one {# row with the day first} other {# rows with the day first}}", { count }),
  month: (t, count) =>
    t("{count, plural, one {# row with the month first} other {# rows with the month first}}", { count }),
};

/** Shows the questions about the formats of the columns, once for all rows, and the zone of the dates. */
export function SheetChoices({ sheet, questions, examples, onChange }: SheetChoicesProps) {
  const t = useTranslator();
  const hasTimes = sheet.columns.some((column) => column.endsWith("Time"));
  return (
    <>
      {questions.map((question) => (
        <Question
          key={question.question}
          question={question}
          example={examples.get(question.question)}
          answer={sheet.answers[question.question]}
          onAnswer={(value) => onChange(withAnswers(sheet, { [question.question]: value }))}
        />
      ))}
      {hasTimes && (
        <div className="max-w-sm">
          <Field
            id="file-zone"
            label={t("Default time zone")}
            hint={t("Applies to dates without a time zone. Dates below are shown in UTC.")}
          >
            <Select
              id="file-zone"
              value={sheet.answers.zone ?? "UTC"}
              onChange={(event) => onChange(withAnswers(sheet, { zone: event.target.value }))}
              options={zones().map((zone) => ({ value: zone, label: zone }))}
            />
          </Field>
        </div>
      )}
    </>
  );
}

/** Returns UTC, the time zone of the viewer, then all other time zones. */
const zones = () => [
  ...new Set([
    "UTC",
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...Intl.supportedValuesOf("timeZone"),
  ]),
];

type QuestionProps = {
  question: ColumnQuestion;
  example: Example | undefined;
  answer: string | undefined;
  onAnswer: (value: string | undefined) => void;
};

function Question({
  question: { question: questionId, waiting, proving },
  example,
  answer,
  onAnswer,
}: QuestionProps) {
  const t = useTranslator();
  const { title, choices } = CHOICES[questionId];
  const proofs = choices.flatMap(({ value }) => (proving[value] && PROOFS[value]?.(t, proving[value])) || []);
  return (
    <Notice tone={answer ? "neutral" : "warn"} title={t(title)}>
      {waiting > 0 && (
        <p>
          {t("{count, plural, one {# row is ambiguous.} other {# rows are ambiguous.}}", {
            count: waiting,
          })}
        </p>
      )}
      {example && <Results questionId={questionId} example={example} />}
      {proofs.length > 0 && <p>{t("Unambiguous: {rows}.", { rows: proofs.join(", ") })}</p>}
      <fieldset className="mt-2 flex flex-wrap gap-2">
        <legend className="sr-only">{t(title)}</legend>
        {choices
          .filter(({ value }) => !example || value in example.readings || answer === value)
          .map(({ value, label }) => (
            <Button
              key={value}
              tone={answer === value ? "primary" : "secondary"}
              aria-pressed={answer === value}
              onClick={() => onAnswer(answer === value ? undefined : value)}
            >
              {t(label)}
            </Button>
          ))}
      </fieldset>
    </Notice>
  );
}

/** Shows the result of each answer in the first row with the open question. */
function Results({ questionId, example: { row, readings } }: { questionId: QuestionId; example: Example }) {
  const t = useTranslator();
  return (
    <>
      {questionId !== "unusedColumns" && <p className="mt-2">{t("In row {row}:", { row: `${row}` })}</p>}
      <ul className="list-disc pl-4">
        {Object.entries(readings).map(([choice, result]) => (
          <li key={choice}>{readingText(t, questionId, choice, result)}</li>
        ))}
      </ul>
    </>
  );
}
