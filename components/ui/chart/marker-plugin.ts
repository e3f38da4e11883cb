import type { Chart, Plugin } from "chart.js";
import type { ChartColors } from "./chart-colors";
import type { ChartMarker, ChartSpec } from "./chart-spec";
import { layoutMarkers, type MarkerLine, type PlacedMarker, rowCount } from "./marker-layout";

type Type = "line" | "bar";

const FONT_SIZE = 12;
const ROW_HEIGHT = 16;
/** The usual width of the labels beside the vertical axis, in pixels. The exact one follows from the layout. */
const AXIS_WIDTH = 48;

const getFont = (colors: ChartColors) => `500 ${FONT_SIZE}px ${colors.font}`;

/** Draws the markers as vertical lines, with their names above the chart. */
export function markerPlugin({ markers = [] }: ChartSpec, colors: ChartColors): Plugin<Type> {
  return {
    id: "markers",
    afterDatasetsDraw(chart) {
      const { ctx, chartArea, scales } = chart;
      const getX = ({ at }: ChartMarker) => scales.x?.getPixelForValue(Number(at)) ?? Number.NaN;
      const lines = getLines(markers, getX, [chartArea.left, chartArea.right]);
      ctx.save();
      const placed = layout(chart, lines, { colors, left: chartArea.left });
      const top = Math.max(chartArea.top - rowCount(placed) * ROW_HEIGHT, 0);
      const drawn = placed.map((marker) => ({ ...marker, top: top + marker.row * ROW_HEIGHT, colors }));
      for (const marker of drawn) drawLine(chart, marker);
      for (const marker of drawn) drawName(chart, marker);
      ctx.restore();
    },
  };
}

/**
 * Returns the height of the names above a chart in pixels, before its layout. The positions are estimated,
 * because the width of the vertical axis is not known yet.
 */
export function markerSpace(chart: Chart, spec: ChartSpec, colors: ChartColors): number {
  if (spec.type === "bar" || !spec.markers) return 0;
  const [start, end] = [Number(spec.times[0] ?? 0n), Number(spec.times.at(-1) ?? 0n)];
  const width = chart.width - AXIS_WIDTH;
  const getX = ({ at }: ChartMarker) => AXIS_WIDTH + (width * (Number(at) - start)) / (end - start || 1);
  const lines = getLines(spec.markers, getX, [AXIS_WIDTH, chart.width]);
  chart.ctx.save();
  const rows = rowCount(layout(chart, lines, { colors, left: AXIS_WIDTH }));
  chart.ctx.restore();
  return rows * ROW_HEIGHT;
}

/** Returns the markers within the horizontal range. */
const getLines = (
  markers: readonly ChartMarker[],
  getX: (marker: ChartMarker) => number,
  [left, right]: readonly [number, number],
): MarkerLine[] =>
  markers.map((marker) => ({ ...marker, x: getX(marker) })).filter(({ x }) => x >= left && x <= right);

/** Names begin at `left`, in pixels, because the topmost label of the vertical axis reaches into their last row. */
function layout(
  { ctx, width }: Pick<Chart, "ctx" | "width">,
  lines: MarkerLine[],
  { colors, left }: { colors: ChartColors; left: number },
) {
  ctx.font = getFont(colors);
  return layoutMarkers(lines, { area: [left, width], getWidth: (text) => ctx.measureText(text).width });
}

type DrawnMarker = PlacedMarker & { top: number; colors: ChartColors };

function drawLine(
  { ctx, chartArea }: Chart<Type>,
  { name, tone, isDashed, x, from, width, top, colors }: DrawnMarker,
): void {
  const coversLine = name !== null && from <= x && x <= from + width;
  ctx.strokeStyle = colors[tone];
  ctx.lineWidth = 1;
  ctx.setLineDash(isDashed ? [2, 4] : []);
  ctx.beginPath();
  ctx.moveTo(x, coversLine ? top + ROW_HEIGHT : top + 1);
  ctx.lineTo(x, chartArea.bottom);
  ctx.stroke();
}

function drawName({ ctx }: Chart<Type>, { name, tone, from, width, top, colors }: DrawnMarker): void {
  if (name === null) return;
  // The background keeps the name readable above a line on a very narrow chart.
  ctx.fillStyle = colors.surface;
  ctx.fillRect(from, top, width, ROW_HEIGHT);
  ctx.fillStyle = colors[tone];
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillText(name, from, top + ROW_HEIGHT / 2);
}
