"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { formatDay, formatMoment } from "@/components/format/time";
import { hidden, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Field, Input } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import type { Token } from "@/lib/contract/names";
import { type Message, message } from "@/lib/core/i18n/translator";
import type { RecipientColumn } from "@/lib/core/recipients/file-header";
import { amountCell } from "@/lib/core/recipients/parse-amount";
import type { Recipient } from "@/lib/core/recipients/recipients";
import type { CellErrors } from "@/lib/core/recipients/row-reader";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { phraseText, unlockPhrases } from "@/lib/core/vesting/schedule-spec/unlock-phrases";
import type { SheetRow } from "./packed-rows";

// The curve loads on demand, because few files have rows with several leaves.
const AllocationPreview = dynamic(
  () => import("./allocation-preview").then((part) => part.AllocationPreview),
  {
    ssr: false,
  },
);

const TITLES: Record<RecipientColumn, Message> = {
  beneficiary: message("Recipient"),
  amount: message("Amount"),
  releaseType: message("Release: cliff, linear or milestone"),
  startTime: message("Start"),
  cliffTime: message("Cliff"),
  endTime: message("End"),
  milestoneIdx: message("Milestone number"),
  leafIndex: message("Leaf index"),
  upfrontPercent: message("Share at the start (%)"),
  cliffPercent: message("Share at the cliff (%)"),
  cliffMonths: message("Months until the cliff"),
  durationMonths: message("Months until the end"),
  steps: message("Remainder: linear, monthly, quarterly …"),
  unlockedAmount: message("Unlocked at the start"),
  lockedAmount: message("Vesting amount"),
  cliffAmount: message("Unlocked at the cliff"),
  periodAmount: message("Amount per period"),
};

type SheetRowViewProps = {
  row: SheetRow;
  cell: (column: RecipientColumn) => string;
  /** The leaves of the row, or an empty list while the row is invalid. */
  leaves: readonly Recipient[];
  token: Token;
  columns: readonly RecipientColumn[];
  faults: CellErrors | undefined;
  note: ReactNode;
  isEditable: boolean;
  onEdit: (column: RecipientColumn, text: string) => void;
  onRemove: () => void;
};

/** Shows a row as the file has it, with the amount and the schedule that result. */
export function SheetRowView(props: SheetRowViewProps) {
  const { row, cell, leaves, token, columns, faults, note, isEditable, onEdit, onRemove } = props;
  const t = useTranslator();
  if (!isEditable) {
    return (
      <li className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-2 text-sm">
        <span className="w-10 shrink-0 text-ink-soft">{row.line}</span>
        {columns.map((column) => (
          <span key={column} className={column === "beneficiary" ? "min-w-0 font-mono break-all" : ""}>
            {cell(column)}
          </span>
        ))}
        <Reading leaves={leaves} token={token} />
      </li>
    );
  }
  return (
    <li className={`px-3 py-3 ${faults ? "bg-danger-soft" : ""}`}>
      <div className="mb-2 flex items-center justify-between text-sm font-medium">
        {t("Row {row}", { row: `${row.line}` })}
        <button
          type="button"
          onClick={onRemove}
          className="inline-flex min-h-11 items-center gap-1 px-2 text-danger"
        >
          <Icon name="trash" className="size-4" />{" "}
          <Trans
            id="Remove<hidden> row {row}</hidden>"
            values={{ row: `${row.line}` }}
            components={{ hidden }}
          />
        </button>
      </div>
      {faults?.row && <p className="mb-2 text-sm text-danger">{faults.row}</p>}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map((column) => (
          <Field
            key={column}
            id={`row-${row.line}-${column}`}
            label={t(TITLES[column])}
            error={faults?.[column]}
          >
            <Input
              id={`row-${row.line}-${column}`}
              value={cell(column)}
              spellCheck={false}
              invalid={Boolean(faults?.[column])}
              onChange={(event) => onEdit(column, event.target.value)}
            />
          </Field>
        ))}
      </div>
      <Reading leaves={leaves} token={token} />
      {note}
    </li>
  );
}

/** Shows the parsed values of a row in a format that is the same in every locale, with the time zone. */
function Reading({ leaves, token }: { leaves: readonly Recipient[]; token: Token }) {
  const t = useTranslator();
  const [recipient] = leaves;
  if (!recipient) return null;
  const text = (amount: bigint) => amountCell(amount, token.decimals);
  if (leaves.length > 1) {
    const total = leaves.reduce((sum, { amount }) => sum + amount, 0n);
    return (
      <div className="basis-full space-y-1 text-ink-soft">
        <p>
          <Trans
            id="Read as {amount} {token} in {count, plural, one {# tranche} other {# tranches}}: {unlocks}"
            values={{
              amount: <span className="font-medium text-ink">{text(total)}</span>,
              token: token.unit,
              count: leaves.length,
              unlocks: unlockPhrases(leaves)
                .map((phrase) => phraseText(phrase, text, t))
                .reduce((first, next) => t("{first}, then {next}", { first, next })),
            }}
          />
        </p>
        <RowCurve leaves={leaves} token={token} />
      </div>
    );
  }
  const { releaseType, milestoneIdx } = recipient;
  const utc = (seconds: bigint) =>
    seconds % DAY === 0n ? formatDay(seconds, "UTC", t) : formatMoment(seconds, "UTC", t);
  return (
    <p className="basis-full text-ink-soft">
      <Trans
        id={
          releaseType === ReleaseType.Cliff
            ? "Read as {amount} {token}, all on {cliff} (UTC)"
            : releaseType === ReleaseType.Linear
              ? "Read as {amount} {token}, evenly from {cliff} to {end}, start {start} (UTC)"
              : "Read as {amount} {token}, when milestone {milestone} is released, from {cliff} on (UTC)"
        }
        values={{
          amount: <span className="font-medium text-ink">{text(recipient.amount)}</span>,
          token: token.unit,
          start: utc(recipient.startTime),
          cliff: utc(recipient.cliffTime),
          end: utc(recipient.endTime),
          milestone: `${milestoneIdx}`,
        }}
      />
    </p>
  );
}

/** The curve of a row with several leaves. Rendered when the user opens it. */
function RowCurve({ leaves, token }: { leaves: readonly Recipient[]; token: Token }) {
  const t = useTranslator();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
        {t("Show curve")}
      </summary>
      {isOpen && (
        <div className="max-w-xl">
          <AllocationPreview leaves={leaves} token={token} />
        </div>
      )}
    </details>
  );
}

const DAY = 86_400n;
