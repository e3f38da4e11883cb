"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { formatDay, formatMoment } from "@/components/format/time";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import type { Token } from "@/lib/contract/names";
import { isScheduleColumn } from "@/lib/core/recipients/file-header";
import { amountCell } from "@/lib/core/recipients/parse-amount";
import type { Recipient } from "@/lib/core/recipients/recipients";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { phraseText, unlockPhrases } from "@/lib/core/vesting/schedule-spec/unlock-phrases";
import type { SheetRow } from "../packed-rows";
import { cellText, type GridColumn } from "./edits";

// The curve loads on demand, because few files have rows with several leaves.
const AllocationPreview = dynamic(
  () => import("../allocation-preview").then((part) => part.AllocationPreview),
  {
    ssr: false,
  },
);

/**
 * Returns whether the reading of a row says more than its cells: the row has its own schedule, or its amount is
 * read as another number than the text shows.
 */
export function hasOwnReading(
  { cells }: SheetRow,
  { columns, leaves, token }: RowReadingProps & { columns: readonly GridColumn[] },
): boolean {
  const ownSchedule = columns.some(
    ({ column, position }) => isScheduleColumn(column) && (cells[position] ?? "").trim() !== "",
  );
  const total = leaves.reduce((sum, { amount }) => sum + amount, 0n);
  const text = cellText(cells, columns, "amount").trim();
  return ownSchedule || withoutZeros(text) !== withoutZeros(amountCell(total, token.decimals));
}

/** Removes the zeros after the last digit of a decimal fraction. */
const withoutZeros = (text: string) =>
  text.replace(/^(\d+)(?:\.(\d*?)0*)?$/, (_, whole, part) => (part ? `${whole}.${part}` : whole));

type RowReadingProps = {
  /** The leaves of the row, or an empty list while the row is invalid. */
  leaves: readonly Recipient[];
  token: Token;
  /** Whether the user can open the curve of a row with several leaves. */
  hasCurve?: boolean;
};

/** Shows the parsed values of a row in a format that is the same in every locale, with the time zone. */
export function RowReading({ leaves, token, hasCurve = false }: RowReadingProps) {
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
            id="Read as {amount} {token} in {count, plural, one {# allocation} other {# allocations}}: {unlocks}"
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
        {hasCurve && <RowCurve leaves={leaves} token={token} />}
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
