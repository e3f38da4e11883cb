"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { formatExactAmount } from "@/components/review/costs";
import { Checkbox } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { Token } from "@/lib/contract/names";
import { createScheduler, processInChunks } from "@/lib/core/cooperative-scheduler";
import type { Translator } from "@/lib/core/i18n/translator";
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import { type PastDates, PastDatesCounter } from "@/lib/core/vesting/past-dates";

const LEAVES_PER_CHUNK = 1_000;

/** Counts the schedules of a list that have started at `now` (unix seconds), without blocking the page. */
export async function findPastDates(leaves: LeafList, now: bigint): Promise<PastDates> {
  const counter = new PastDatesCounter(now);
  await processInChunks(
    { count: leaves.length, chunkSize: LEAVES_PER_CHUNK, scheduler: createScheduler() },
    (from, to) => {
      for (let index = from; index < to; index++) {
        counter.add({
          amount: leaves.amount(index),
          releaseType: leaves.releaseType(index),
          cliffTime: leaves.cliffTime(index),
          endTime: leaves.endTime(index),
        });
      }
    },
  );
  return counter.result();
}

/** Returns the result of the check as one line for the list of checks. */
export function pastDatesNote(t: Translator, { begun, claimable }: PastDates, token: Token): string {
  if (begun === 0) return t("no schedule has begun");
  const schedules = t(
    "{count, plural, one {# schedule has a date in the past} other {# schedules have a date in the past}}",
    { count: begun },
  );
  return claimable === 0n
    ? schedules
    : `${schedules}; ${t("{amount} can be claimed immediately", { amount: formatExactAmount(claimable, token, t) })}`;
}

type PastDatesConfirmationProps = {
  dates: PastDates;
  token: Token;
  confirms: boolean;
  onConfirm: (confirms: boolean) => void;
};

/** The amount that recipients can claim at once, which the creator confirms before signing. */
export function PastDatesConfirmation({ dates, token, confirms, onConfirm }: PastDatesConfirmationProps) {
  const t = useTranslator();
  const { begun, claimable, total, needsConfirmation } = dates;
  if (!needsConfirmation) return null;
  const amount = formatExactAmount(claimable, token, t);
  return (
    <Notice
      tone="warn"
      title={claimable > 0n ? t("{amount} can be claimed immediately", { amount }) : t("Dates in the past")}
      live
    >
      <p>
        {t(
          "{count, plural, one {# schedule has a date in the past.} other {# schedules have a date in the past.}} Check the year.",
          { count: begun },
        )}{" "}
        {claimable === total &&
          t("The entire campaign is in the past, so recipients can claim everything immediately.")}
      </p>
      <div className="mt-3">
        <Checkbox
          id="past-dates-confirmation"
          label={
            claimable > 0n
              ? t("I confirm that recipients can claim {amount} immediately", { amount })
              : t("I confirm the dates in the past")
          }
          checked={confirms}
          onChange={(event) => onConfirm(event.target.checked)}
        />
      </div>
    </Notice>
  );
}
