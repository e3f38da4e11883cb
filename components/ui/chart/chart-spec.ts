import { formatAmount, formatAmountShort, formatPercent } from "@/components/format/amount";
import { formatDay, formatMonth } from "@/components/format/time";
import type { Translator } from "@/lib/core/i18n/translator";

export type ChartTone = "accent" | "info" | "warn" | "danger" | "ink" | "line-strong";

/** A line, or the bars of one color. `values` has one entry per position, null where nothing is known. */
export type ChartSeries = {
  name: string;
  tone: ChartTone;
  /** In base units. */
  values: readonly (bigint | null)[];
  isDashed?: boolean;
  isFilled?: boolean;
  /** Whether the line keeps a value until the next position, as for claims. */
  isStepped?: boolean;
  /** The time in unix seconds from which the values are planned, not certain. The line is then dashed. */
  plannedFrom?: bigint;
  /** The name of the planned part in the legend. */
  plannedName?: string;
  /** The time in unix seconds from which the area below the line is pale. */
  paleFrom?: bigint;
};

/** A thin horizontal line from a time on, with its name at the right end. */
export type ReferenceLine = {
  from: bigint;
  /** The end of the line, whose day the name contains; null for a line to the right edge. */
  to: bigint | null;
  value: bigint;
  name: string;
  /** The name where the line is too short for the other one, as on phones. */
  shortName: string;
  /** Whether only the legend has the name, because a curve crosses the line. */
  isUnnamed?: boolean;
};

/**
 * A vertical line at a moment, in unix seconds, with an optional name. The line of the current time never merges
 * with another line.
 */
export type ChartMarker = {
  at: bigint;
  name: string | null;
  tone: ChartTone;
  isDashed?: boolean;
  isNow?: boolean;
  /** Whether the name ends with the day of the moment. */
  isDated?: boolean;
};

/** The unit of all values. With `calculateShare`, values are shown in percent of that amount. */
type ChartUnit = { decimals: number; unit: string; calculateShare?: bigint };

/** The positions on the horizontal axis: unix seconds, or calendar months such as "2026-11". */
type ChartPositions = { type: "line"; times: readonly bigint[] } | { type: "bar"; months: readonly string[] };

/** The content of a chart. The value is serializable, so that a page on the server can pass it. */
export type ChartSpec = ChartPositions & {
  series: readonly ChartSeries[];
  unit: ChartUnit;
  markers?: readonly ChartMarker[];
  referenceLines?: readonly ReferenceLine[];
  /** The position at which the keyboard begins; the first one by default. */
  start?: number;
};

export const positionCount = (spec: ChartPositions): number =>
  spec.type === "line" ? spec.times.length : spec.months.length;

export function positionText(spec: ChartPositions, index: number, t: Translator): string {
  return spec.type === "line"
    ? formatDay(spec.times[index] ?? 0n, "UTC", t)
    : formatMonth(spec.months[index] ?? "1970-01", t);
}

/** Returns a value with its unit, shortened to four decimals. */
export const valueText = (
  value: bigint,
  { decimals, unit, calculateShare }: ChartUnit,
  t: Translator,
): string =>
  calculateShare === undefined
    ? `${formatAmountShort(value, decimals, t)} ${unit}`
    : formatPercent(value, calculateShare, t);

/** Returns a value with all digits and its unit. */
export const exactText = (value: bigint, unit: ChartUnit, t: Translator): string =>
  unit.calculateShare === undefined
    ? `${formatAmount(value, unit.decimals, t)} ${unit.unit}`
    : valueText(value, unit, t);

const PERCENT = 100;

/** Returns a value as a number for drawing only; NaN leaves a gap. */
export function toHeight(value: bigint | null, { decimals, calculateShare }: ChartUnit): number {
  if (value === null) return Number.NaN;
  return calculateShare === undefined
    ? Number(value) / 10 ** decimals
    : (Number(value) / Number(calculateShare)) * PERCENT;
}

/** Returns all values at a position as one text, such as "31 Jan 2027: Vested 5 SOL, Claimed 2 SOL". */
export function describePosition(spec: ChartSpec, index: number, t: Translator): string {
  const values = spec.series.flatMap(({ name, values: all }) => {
    const value = all[index];
    return value === null || value === undefined ? [] : [`${name} ${valueText(value, spec.unit, t)}`];
  });
  return `${positionText(spec, index, t)}: ${values.join(", ")}`;
}
