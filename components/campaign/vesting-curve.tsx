import { formatAmountShort } from "@/components/format/amount";
import { formatMoment, toDate } from "@/components/format/time";
import { useTranslator } from "@/components/i18n/use-translator";
import { Chart, ChartSkeleton } from "@/components/ui/chart";
import type { Translator } from "@/lib/core/i18n/translator";
import { curveRange, vestedAt } from "@/lib/core/vesting/curve-points";
import { type CurveData, curveSpec } from "./curve-spec";

type VestingCurveProps = CurveData & {
  /** The vested amount now, if the groups omit schedules. */
  vested?: bigint;
  decimals: number;
  /** The name of the token, shown after amounts. */
  unit: string;
  /** Shows percent instead of amounts, for schedules without a total. */
  isShare?: boolean;
};

export function VestingCurveSkeleton() {
  const t = useTranslator();
  return <ChartSkeleton label={t("Loading vesting schedules")} type="line" />;
}

/** Draws vesting over time with the past claims, the cliffs, the current time and a cancellation. */
export function VestingCurve(props: VestingCurveProps) {
  const t = useTranslator();
  const { groups, total, now, cancelledAt, graceEnd, decimals, unit, isShare } = props;
  const range = curveRange(groups, [now, cancelledAt ?? now, graceEnd ?? now]);
  if (!toDate(range[0]) || !toDate(range[1]) || total === 0n) {
    return (
      <p className="text-sm text-ink-soft">
        {t("These schedules cannot be drawn: their dates are out of range.")}
      </p>
    );
  }
  const { spec, listed } = curveSpec(t, props, { decimals, unit, ...(isShare && { calculateShare: total }) });
  return <Chart title={t("Vesting curve")} summary={describeCurve(t, props)} {...{ spec, listed }} />;
}

function describeCurve(t: Translator, props: VestingCurveProps): string {
  const { groups, total, claimed, decimals, unit, now, cancelledAt } = props;
  const vested = props.vested ?? vestedAt(groups, now, cancelledAt);
  const amount = (value: bigint) => `${formatAmountShort(value, decimals, t)} ${unit}`;
  const amounts = { vested: amount(vested), total: amount(total), claimed: amount(claimed) };
  return cancelledAt === null
    ? t("Vesting curve: {vested} of {total} have vested, {claimed} have been claimed.", amounts)
    : t(
        "Vesting curve: {vested} of {total} have vested, {claimed} have been claimed. Vesting stopped on {date} UTC.",
        { ...amounts, date: formatMoment(cancelledAt, "UTC", t) },
      );
}
