import { scaleUtc } from "d3-scale";
import { formatAmountShort } from "@/components/format/amount";
import { formatDay, formatMoment, toDate } from "@/components/format/time";
import { useTranslator } from "@/components/i18n/use-translator";
import type { Translator } from "@/lib/core/i18n/translator";
import {
  type CurvePoint,
  curvePoints,
  curveRange,
  type ScheduleGroup,
  vestedAt,
} from "@/lib/core/vesting/curve-points";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { percentOf } from "@/lib/core/vesting/progress";

type VestingCurveProps = {
  groups: readonly ScheduleGroup[];
  /** The amount that equals 100 %, in base units. */
  total: bigint;
  claimed: bigint;
  /** The vested amount now, if the groups omit schedules. */
  vested?: bigint;
  decimals: number;
  /** The name of the token, shown after amounts. */
  unit: string;
  now: bigint;
  cancelledAt: bigint | null;
};

type Marker = { name: string; percent: number; tone: string; row: number };

const PLOT = "relative ml-11 h-56 border-b border-l border-line-strong sm:h-64";

/** The empty axes, with space for the legend and the caption. */
export function VestingCurveSkeleton() {
  const t = useTranslator();
  return (
    <div role="status">
      <span className="sr-only">{t("Loading vesting schedules")}</span>
      <div className={PLOT} />
      <div className="mt-2 h-10" />
    </div>
  );
}

/**
 * Draws vesting over time: the plan, the effect of a cancellation, the current time, the cliffs and the
 * claimed amount.
 */
export function VestingCurve(props: VestingCurveProps) {
  const t = useTranslator();
  const { groups, total, now, cancelledAt } = props;
  const include = cancelledAt === null ? [now] : [now, cancelledAt];
  const range = curveRange(groups, include);
  if (!toDate(range[0]) || !toDate(range[1]) || total === 0n) {
    return (
      <p className="text-sm text-ink-soft">
        {t("These schedules cannot be drawn: their dates are out of range.")}
      </p>
    );
  }
  const x = (time: bigint) => percentOf(time - range[0], range[1] - range[0]);
  const y = (vested: bigint) => 100 - percentOf(vested, total);
  const toXy = ({ time, vested }: CurvePoint): [number, number] => [x(time), y(vested)];
  const counted = curvePoints(groups, { range, cancelledAt }).map(toXy);
  const planned = cancelledAt === null ? [] : curvePoints(groups, { range, cancelledAt: null }).map(toXy);
  const cliffs = [
    ...new Set(
      groups
        .filter(({ releaseType }) => releaseType !== ReleaseType.Milestone)
        .map((group) => x(group.cliffTime)),
    ),
  ];
  const markers: Marker[] = [{ name: t("Now"), percent: x(now), tone: "text-ink", row: 0 }];
  if (cancelledAt !== null) {
    markers.push({ name: t("Cancelled"), percent: x(cancelledAt), tone: "text-danger", row: 1 });
  }
  return (
    <figure>
      <div className={PLOT}>
        <Plot
          counted={counted}
          planned={planned}
          cliffs={cliffs}
          claimed={[x(now), y(props.claimed)]}
          markers={markers}
        />
        <PercentAxis />
        {markers.map((marker) => (
          <MarkerLabel key={marker.name} marker={marker} />
        ))}
      </div>
      <TimeAxis range={range} />
      <Legend {...props} hasCliffs={cliffs.length > 0} />
      <figcaption className="sr-only">{describeCurve(t, props)}</figcaption>
    </figure>
  );
}

type PlotProps = {
  counted: [number, number][];
  planned: [number, number][];
  cliffs: number[];
  /** Only the current sum of claims is known, so it is a point and not a line. */
  claimed: [number, number];
  markers: Marker[];
};

/** The SVG stretches to its box, so strokes have a fixed width and all text is outside of the SVG. */
function Plot({ counted, planned, cliffs, claimed, markers }: PlotProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full [&_*]:[vector-effect:non-scaling-stroke]"
    >
      {[25, 50, 75].map((height) => (
        <path key={height} d={`M0 ${height}H100`} className="stroke-line" strokeWidth="1" />
      ))}
      {cliffs.slice(0, 12).map((at) => (
        <path key={at} d={`M${at} 0V100`} className="stroke-warn" strokeWidth="1" strokeDasharray="2 4" />
      ))}
      {planned.length > 0 && (
        <path
          d={polyline(planned)}
          fill="none"
          className="stroke-line-strong"
          strokeWidth="1.5"
          strokeDasharray="5 4"
        />
      )}
      <path d={`${polyline(counted)}V100H${rounded(counted[0]?.[0] ?? 0)}Z`} className="fill-accent-soft" />
      <path d={polyline(counted)} fill="none" className="stroke-accent" strokeWidth="2.5" />
      {markers.map(({ name, percent, tone }) => (
        <path key={name} d={`M${percent} 0V100`} className={`${tone} stroke-current`} strokeWidth="1.5" />
      ))}
      <path
        data-claimed
        d={`${polyline([claimed])}h0.001`}
        className="stroke-info"
        strokeWidth="10"
        strokeLinecap="round"
      />
    </svg>
  );
}

/**
 * Returns the SVG path of straight lines through points, with coordinates rounded to thousandths of a
 * percent.
 */
const polyline = (points: readonly [number, number][]) =>
  `M${points.map((point) => point.map(rounded).join(",")).join("L")}`;

const rounded = (of: number) => Math.round(of * 1000) / 1000;

function MarkerLabel({ marker: { name, percent, tone, row } }: { marker: Marker }) {
  const side = percent > 60 ? "-translate-x-full pr-1.5" : "pl-1.5";
  return (
    <span
      className={`absolute text-xs font-medium ${tone} ${side}`}
      style={{ left: `${percent}%`, top: `${0.25 + row * 1.15}rem` }}
    >
      {name}
    </span>
  );
}

function PercentAxis() {
  return [0, 50, 100].map((percent) => (
    <span
      key={percent}
      aria-hidden="true"
      className="absolute right-full translate-y-1/2 pr-2 text-xs text-ink-soft"
      style={{ bottom: `${percent}%` }}
    >
      {percent}%
    </span>
  ));
}

function TimeAxis({ range: [from, to] }: { range: readonly [bigint, bigint] }) {
  const t = useTranslator();
  const scale = scaleUtc([new Date(Number(from) * 1000), new Date(Number(to) * 1000)], [0, 100]);
  const text = to - from < 3n * 86_400n ? formatMoment : formatDay;
  const ticks = scale.ticks(3).slice(0, 4);
  return (
    <div aria-hidden="true" className="relative ml-11 h-6 text-xs text-ink-soft">
      {ticks.map((tick, index) => {
        const at = scale(tick);
        const edge = at < 6 ? "" : at > 88 ? "-translate-x-full" : "-translate-x-1/2";
        return (
          <span
            key={tick.getTime()}
            className={`absolute top-1 whitespace-nowrap ${edge} ${index % 2 === 1 && ticks.length > 3 ? "max-sm:hidden" : ""}`}
            style={{ left: `${at}%` }}
          >
            {text(BigInt(Math.floor(tick.getTime() / 1000)), "UTC", t)}
          </span>
        );
      })}
    </div>
  );
}

function Legend({ cancelledAt, hasCliffs }: VestingCurveProps & { hasCliffs: boolean }) {
  const t = useTranslator();
  return (
    <ul aria-hidden="true" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
      <LegendItem swatch="border-t-2 border-accent">{t("Vested")}</LegendItem>
      <LegendItem swatch="h-2 max-w-2 rounded-full bg-info">{t("Claimed")}</LegendItem>
      {hasCliffs && <LegendItem swatch="border-t-2 border-dotted border-warn">{t("Cliff")}</LegendItem>}
      {cancelledAt !== null && (
        <LegendItem swatch="border-t-2 border-dashed border-line-strong">{t("As planned")}</LegendItem>
      )}
    </ul>
  );
}

function LegendItem({ swatch, children }: { swatch: string; children: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span className={`w-5 ${swatch}`} />
      {children}
    </li>
  );
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
