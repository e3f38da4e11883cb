import type {
  Chart,
  ChartConfiguration,
  ChartDataset,
  LegendItem,
  ScaleOptionsByType,
  ScriptableLineSegmentContext,
} from "chart.js";
import { formatDay, formatMonth, formatShortDay, toDate } from "@/components/format/time";
import type { Translator } from "@/lib/core/i18n/translator";
import type { ChartColors } from "./chart-colors";
import { type ChartSeries, type ChartSpec, positionText, toHeight, valueText } from "./chart-spec";
import { markerPlugin, markerSpace } from "./marker-plugin";
import { referenceLinePlugin } from "./reference-line-plugin";
import { type TimeTick, timeTicks } from "./time-ticks";

type Type = "line" | "bar";
type Configuration = ChartConfiguration<Type, { x: number; y: number }[] | number[], string>;

type ChartStyle = { colors: ChartColors; t: Translator; isMotionReduced: boolean };

const FONT_SIZE = 12;
const DURATION_MS = 250;
/** Width of a tick label with its distance to the next label, in pixels. */
const TICK_WIDTH = 92;
/** Distance of a tick to the right edge of a chart, in pixels. A label beyond the edge would make the chart narrower. */
const LAST_TICK_DISTANCE = 32;
const MAX_BAR_WIDTH = 40;
const POINT_RADIUS = 4;
/** Width of a line in the legend, in pixels: two dashes and the gaps around them. */
const LEGEND_LINE_WIDTH = 24;
/** Lengths of a dash and of the gap after it, in pixels. */
const DASHES = [5, 4];

/**
 * Returns the spec with the day in the names of its dated markers and lines, in the time zone of the viewer. The year
 * appears if it is not the current one.
 */
export function withDays(spec: ChartSpec, t: Translator): ChartSpec {
  const { markers = [], referenceLines = [] } = spec;
  const getYear = (at: bigint) => toDate(at)?.getFullYear();
  const now = markers.find(({ isNow }) => isNow)?.at;
  const getDay = (at: bigint) =>
    now === undefined || getYear(at) === getYear(now) ? formatShortDay(at, t) : formatDay(at, undefined, t);
  return {
    ...spec,
    markers: markers.map(({ isDated, ...marker }) => ({
      ...marker,
      name: isDated && marker.name !== null ? `${marker.name} ${getDay(marker.at)}` : marker.name,
    })),
    referenceLines: referenceLines.map((line) => ({
      ...line,
      name: line.to === null ? line.name : t("{name} by {date}", { name: line.name, date: getDay(line.to) }),
    })),
  };
}

/** Returns the whole configuration of a chart. */
export function chartConfiguration(undated: ChartSpec, look: ChartStyle): Configuration {
  const { colors, isMotionReduced } = look;
  const spec = withDays(undated, look.t);
  return {
    type: spec.type,
    data: {
      ...(spec.type === "bar" && { labels: spec.months.map((month) => formatMonth(month, look.t)) }),
      datasets: datasets(spec, colors),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: isMotionReduced ? false : { duration: DURATION_MS },
      color: colors["ink-soft"],
      font: { size: FONT_SIZE },
      layout: {
        padding: ({ chart }: { chart: Chart }) => ({ top: markerSpace(chart, spec, colors) }),
      },
      interaction: { mode: "index", axis: "x", intersect: false },
      scales: scales(spec, look),
      plugins: plugins(spec, look),
    },
    plugins: [markerPlugin(spec, colors), referenceLinePlugin(spec, colors)],
  };
}

function datasets(spec: ChartSpec, colors: ChartColors): Configuration["data"]["datasets"] {
  return spec.series.map((series, index): ChartDataset<Type> => {
    const { name, tone, values, isDashed, isFilled, isStepped, plannedFrom, paleFrom } = series;
    // The lowest order is drawn on top, so that an area does not cover the lines after it.
    const order = spec.series.length - index;
    const heights = values.map((value) => toHeight(value, spec.unit));
    const color = colors[tone];
    if (spec.type === "bar") {
      const bar = { backgroundColor: color, borderRadius: 3, maxBarThickness: MAX_BAR_WIDTH };
      // The minimum length of a bar also applies to 0, but not to a gap.
      const data = heights.map((height) => (height === 0 ? Number.NaN : height));
      return { type: "bar", label: name, data, ...bar, minBarLength: 2 };
    }
    return {
      type: "line",
      label: name,
      order,
      data: heights.map((y, at) => ({ x: Number(spec.times[at] ?? 0n), y })),
      parsing: false,
      borderColor: color,
      backgroundColor: isFilled ? colors["accent-soft"] : color,
      fill: isFilled ? "origin" : false,
      borderWidth: getWidth(isDashed),
      ...(isDashed && { borderDash: DASHES }),
      ...getSegment({ plannedFrom, paleFrom }, colors),
      stepped: isStepped ? "before" : false,
      // A single known value has no line.
      pointRadius: heights.filter((height) => !Number.isNaN(height)).length === 1 ? POINT_RADIUS : 0,
      pointHoverRadius: 4,
      pointHoverBackgroundColor: color,
    };
  }) as Configuration["data"]["datasets"];
}

/** The style of a line from a time on: a lighter area, and dashes if the values are planned. */
function getSegment({ plannedFrom, paleFrom }: Partial<ChartSeries>, colors: ChartColors) {
  const from = plannedFrom ?? paleFrom;
  if (from === undefined) return {};
  const isAfter = ({ p0 }: ScriptableLineSegmentContext) => (p0.parsed.x ?? 0) >= Number(from);
  const borderDash = (context: ScriptableLineSegmentContext) => (isAfter(context) ? DASHES : undefined);
  return {
    segment: {
      ...(plannedFrom !== undefined && { borderDash }),
      backgroundColor: (context: ScriptableLineSegmentContext) =>
        isAfter(context) ? colors["accent-faint"] : undefined,
    },
  };
}

/** Steps between the ticks of the vertical axis, as multiples of a power of ten. */
const TICK_STEPS = [1, 2, 2.5, 3, 4, 5, 10];
const TICK_PARTS = { min: 3, max: 5 };

/** Returns the step of the vertical axis and its end, which is close to the highest value; null without a value. */
export function axisEnd(highest: number): { stepSize: number; max: number } | null {
  if (!(highest > 0) || !Number.isFinite(highest)) return null;
  const power = 10 ** (Math.floor(Math.log10(highest)) - 1);
  const axes = [power, 10 * power].flatMap((item) =>
    TICK_STEPS.map((step) => ({ stepSize: step * item, parts: Math.ceil(highest / (step * item) - 1e-9) })),
  );
  const ends = axes
    .filter(({ parts }) => parts >= TICK_PARTS.min && parts <= TICK_PARTS.max)
    .map(({ stepSize, parts }) => ({ stepSize, max: stepSize * parts }));
  return ends.reduce<(typeof ends)[number] | null>(
    (best, item) => (best && best.max < item.max ? best : item),
    null,
  );
}

/** Returns the highest value of a chart as it is drawn. */
function getHighestValue({ series, referenceLines = [], unit }: ChartSpec): number {
  const values = [...series.flatMap((item) => item.values), ...referenceLines.map(({ value }) => value)];
  return values.reduce((max, value) => Math.max(max, toHeight(value ?? 0n, unit)), 0);
}

function scales(spec: ChartSpec, { colors, t }: ChartStyle) {
  const compact = new Intl.NumberFormat(t.locale, { notation: "compact", maximumFractionDigits: 2 });
  const { calculateShare, unit } = spec.unit;
  const border = { color: colors["line-strong"] };
  const end = axisEnd(getHighestValue(spec));
  return {
    x: spec.type === "line" ? timeScale(spec.times, { colors, t }) : monthScale(colors),
    y: {
      beginAtZero: true,
      ...(end && { max: end.max }),
      border,
      grid: { color: colors.line },
      ticks: {
        color: colors["ink-soft"],
        ...(end ? { stepSize: end.stepSize } : { maxTicksLimit: 5 }),
        callback: (value: number | string) =>
          calculateShare === undefined ? compact.format(Number(value)) : `${value}${t.marks.percent}`,
      },
      title: { display: calculateShare === undefined, text: unit, color: colors["ink-soft"] },
    },
  };
}

const monthScale = (colors: ChartColors) => ({
  border: { color: colors["line-strong"] },
  grid: { display: false },
  ticks: { color: colors["ink-soft"], maxRotation: 0, autoSkipPadding: 12 },
});

function timeScale(times: readonly bigint[], { colors, t }: Pick<ChartStyle, "colors" | "t">) {
  const [min, max] = [Number(times[0] ?? 0n), Number(times.at(-1) ?? 0n)];
  let ticks: TimeTick[] = [];
  const afterBuildTicks: ScaleOptionsByType<"linear">["afterBuildTicks"] = (axis) => {
    const { width } = axis.chart;
    const last = max - ((max - min) * LAST_TICK_DISTANCE) / width;
    ticks = timeTicks([min, max], Math.max(3, Math.floor(width / TICK_WIDTH)), t).filter(
      ({ value }) => value <= last,
    );
    axis.ticks = ticks.map(({ value }) => ({ value }));
  };
  return {
    type: "linear" as const,
    min,
    max,
    afterBuildTicks,
    border: { color: colors["line-strong"] },
    grid: { display: false },
    ticks: {
      color: colors["ink-soft"],
      maxRotation: 0,
      autoSkip: false,
      callback: (value: number | string) => ticks.find((tick) => tick.value === value)?.text ?? "",
    },
  };
}

/**
 * Returns the legend of the drawn lines in the order of the series, then the reference lines, whose names do not fit on
 * phones. The generated labels of Chart.js omit the dashes of a point style.
 */
export function legendItems(spec: ChartSpec, colors: ChartColors): LegendItem[] {
  const look = { pointStyle: "line", fontColor: colors["ink-soft"] } as const;
  const series = spec.series.flatMap((value, datasetIndex) => {
    const { name, tone, isDashed, plannedName } = value;
    const style = { ...look, strokeStyle: colors[tone] };
    const drawn = drawnParts(spec, value);
    const item = (text: string, isLineDashed = false): LegendItem => ({
      ...{ text, datasetIndex, ...style },
      ...{ lineWidth: getWidth(isDashed), lineDash: isLineDashed ? DASHES : [] },
    });
    return [
      ...(drawn.known ? [item(name, isDashed)] : []),
      ...(drawn.planned && plannedName !== undefined ? [item(plannedName, true)] : []),
    ];
  });
  const references = (spec.referenceLines ?? []).map(
    ({ name }): LegendItem => ({
      ...{ text: name, ...look, strokeStyle: colors["line-strong"], lineWidth: 1 },
    }),
  );
  return [...series, ...references];
}

/** Returns whether the known and the planned part of a line rise above the axis. */
function drawnParts(spec: ChartSpec, { values, plannedFrom }: ChartSeries) {
  if (plannedFrom === undefined || spec.type === "bar") return { known: true, planned: false };
  const isDrawn = (isPart: (time: bigint) => boolean) =>
    values.some((value, at) => (value ?? 0n) > 0n && isPart(spec.times[at] ?? 0n));
  return { known: isDrawn((time) => time <= plannedFrom), planned: isDrawn((time) => time > plannedFrom) };
}

const getWidth = (isDashed = false) => (isDashed ? 1.5 : 2.5);

function plugins(spec: ChartSpec, { colors, t }: ChartStyle) {
  return {
    legend: {
      display:
        spec.series.length > 1 || legendItems(spec, colors).some(({ text }) => text !== spec.series[0]?.name),
      position: "bottom" as const,
      align: "start" as const,
      // A click would hide a series, which the keyboard and the table cannot.
      onClick: () => undefined,
      // A box would show the dashes of a line as its ragged border.
      labels: {
        ...{
          color: colors["ink-soft"],
          padding: 14,
          usePointStyle: true,
          pointStyleWidth: LEGEND_LINE_WIDTH,
        },
        generateLabels: () => legendItems(spec, colors),
      },
    },
    tooltip: {
      backgroundColor: colors.ink,
      titleColor: colors.surface,
      bodyColor: colors.surface,
      cornerRadius: 6,
      padding: 10,
      boxHeight: 2,
      boxPadding: 4,
      itemSort: (a: { datasetIndex: number }, b: { datasetIndex: number }) => a.datasetIndex - b.datasetIndex,
      callbacks: {
        title: ([item]: { dataIndex: number }[]) => (item ? positionText(spec, item.dataIndex, t) : ""),
        label: ({ datasetIndex, dataIndex }: { datasetIndex: number; dataIndex: number }) => {
          const series = spec.series[datasetIndex];
          const value = series?.values[dataIndex];
          return series && value !== null && value !== undefined
            ? `${series.name}: ${valueText(value, spec.unit, t)}`
            : "";
        },
      },
    },
  };
}
