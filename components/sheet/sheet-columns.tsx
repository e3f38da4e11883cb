"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { Checkbox, Select } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { Translator } from "@/lib/core/i18n/translator";
import {
  aliasNotes,
  COLUMN_NAMES,
  type FileColumn,
  isInBaseUnits,
  RECIPIENT_COLUMNS,
  type RecipientColumn,
  unusedOtherTitles,
} from "@/lib/core/recipients/file-header";
import { rowsBetween, type Sheet, withColumn } from "./sheet";

type SheetColumnsProps = { sheet: Sheet; onChange: (sheet: Sheet) => void };

/** Shows the header of a file with the detected meaning and a sample cell of each column. */
export function SheetColumns({ sheet, onChange }: SheetColumnsProps) {
  const t = useTranslator();
  const unused = unusedOtherTitles(sheet.header, t);
  const notes = aliasNotes(sheet.header, t);
  // Columns that need no decision stay folded, so that the rows come first.
  const needsReview =
    notes.length > 0 ||
    sheet.header.some(({ column }) => column === null) ||
    !sheet.columns.includes("beneficiary") ||
    !sheet.columns.includes("amount");
  return (
    <details open={needsReview} className="space-y-3">
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold md:pointer-fine:min-h-9">
        <h3>{t("Columns of the file")}</h3>
      </summary>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {sheet.header.map((column, position) => (
          <ColumnCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a column of a file is its position; titles may repeat.
            key={position}
            column={column}
            position={position}
            sample={getSample(sheet, position)}
            onChange={(column) => onChange(withColumn(sheet, position, column))}
          />
        ))}
      </ul>
      {notes.length > 0 && <p className="text-sm text-ink-soft">{notes.join(" ")}</p>}
      {unused.length > 0 && (
        <Notice
          tone={sheet.acceptsUnused ? "neutral" : "warn"}
          title={t("{count, plural, one {# column is not used} other {# columns are not used}}", {
            count: unused.length,
          })}
        >
          <p className="mb-2">
            {t(
              "The campaign does not use {columns}. Select the content of each column above, or omit the column.",
              { columns: unused.map((title) => t("“{text}”", { text: title })).join(", ") },
            )}
          </p>
          <Checkbox
            id="accept-unused"
            label={t("{count, plural, one {Omit this column} other {Omit these columns}}", {
              count: unused.length,
            })}
            checked={sheet.acceptsUnused}
            onChange={(event) => onChange({ ...sheet, acceptsUnused: event.target.checked })}
          />
        </Notice>
      )}
    </details>
  );
}

/** Returns the first non-empty cell of a column. */
const getSample = (sheet: Sheet, position: number): string =>
  rowsBetween(sheet, 0, 50).find(({ cells }) => cells[position])?.cells[position] ?? "";

const holds = (t: Translator) => [
  { value: "", label: t("not used") },
  ...RECIPIENT_COLUMNS.map((column) => ({ value: column, label: t(COLUMN_NAMES[column]) })),
];

type ColumnCardProps = {
  column: FileColumn;
  position: number;
  sample: string;
  onChange: (column: RecipientColumn | null) => void;
};

function ColumnCard({ column, position, sample, onChange }: ColumnCardProps) {
  const t = useTranslator();
  const id = `column-${position}`;
  const title = column.title || t("Column {position}", { position: position + 1 });
  return (
    <li className={`min-w-0 rounded-box border p-2 ${column.column ? "border-line" : "border-warn"}`}>
      <label htmlFor={id} className="block text-sm font-medium break-words">
        {title}
      </label>
      <p className="mb-1 truncate text-xs text-ink-soft">{sample || t("empty")}</p>
      <Select
        id={id}
        value={column.column ?? ""}
        onChange={(event) => onChange((event.target.value || null) as RecipientColumn | null)}
        options={holds(t)}
      />
      {isInBaseUnits(column) && (
        <p className="mt-1 text-xs text-ink-soft">{t("In base units, according to the column title.")}</p>
      )}
    </li>
  );
}
