"use client";

import { formatAmount, formatPercent } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { useNow } from "@/components/shell/clock";
import { Figure } from "@/components/ui/card";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import { type ScheduleGroup, vestedAt } from "@/lib/core/vesting/curve-points";
import { isVesting } from "./schedule-groups";

type VestedNowProps = {
  groups: readonly ScheduleGroup[];
  /** The vested amount of the last response, in base units. */
  vested: bigint;
  total: bigint;
  token: Token;
  /** Whether the vested amount no longer changes, such as after a cancellation. */
  isFinal: boolean;
};

/**
 * Shows the vested amount. The amount is computed again every second while a linear schedule vests. Screen
 * readers receive the amount of the last response, which changes less often.
 */
export function VestedNow({ groups, vested, total, token, isFinal }: VestedNowProps) {
  const t = useTranslator();
  const now = useNow();
  const isLive = !isFinal && isVesting(groups, now);
  const shown = isLive ? vestedAt(groups, now, null) : vested;
  return (
    <Figure label={t("Vested")} note={formatPercent(shown, total, t)}>
      {isLive ? (
        <>
          <span aria-hidden="true" className="tabular-nums">
            {formatAllDigits(formatAmount(shown, token.decimals, t), token.decimals, t.marks.decimal)}{" "}
            <span className="font-normal text-ink-soft">{token.unit}</span>
          </span>
          <span className="sr-only">
            <Amount value={vested} token={token} exact />
          </span>
        </>
      ) : (
        <Amount value={vested} token={token} exact />
      )}
    </Figure>
  );
}

/** Appends the trailing zeros of an amount, so that its width is constant while it changes. */
export function formatAllDigits(amount: string, decimals: number, mark: string): string {
  const [whole = "", fraction = ""] = amount.split(mark);
  return decimals === 0 ? whole : `${whole}${mark}${fraction.padEnd(decimals, "0")}`;
}
