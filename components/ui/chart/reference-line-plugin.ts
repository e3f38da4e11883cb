import type { Chart, Plugin } from "chart.js";
import type { ChartColors } from "./chart-colors";
import { type ChartSpec, type ReferenceLine, toHeight } from "./chart-spec";

type Type = "line" | "bar";

const FONT_SIZE = 12;
/** Distance of a name to its line and to the right edge of the chart, in pixels. */
const NAME_DISTANCE = 4;
/** Width of the empty space before a name that crosses a curve, in pixels. */
const COVERED_PX = 8;

/** Draws the reference lines below the series, with their names at the right end. */
export function referenceLinePlugin(
  { referenceLines = [], unit }: ChartSpec,
  colors: ChartColors,
): Plugin<Type> {
  const getStart = ({ chartArea, scales }: Chart<Type>, { from }: ReferenceLine) =>
    Math.max(chartArea.left, scales.x?.getPixelForValue(Number(from)) ?? 0);
  const getEnd = ({ chartArea, scales }: Chart<Type>, { to }: ReferenceLine) =>
    to === null ? chartArea.right : (scales.x?.getPixelForValue(Number(to)) ?? chartArea.right);
  const getHeight = ({ scales }: Chart<Type>, { value }: ReferenceLine) =>
    scales.y?.getPixelForValue(toHeight(value, unit)) ?? Number.NaN;
  return {
    id: "referenceLines",
    beforeDatasetsDraw(chart) {
      const { ctx } = chart;
      ctx.save();
      ctx.strokeStyle = colors["line-strong"];
      ctx.lineWidth = 1;
      for (const line of referenceLines) {
        const y = getHeight(chart, line);
        ctx.beginPath();
        ctx.moveTo(getStart(chart, line), y);
        ctx.lineTo(getEnd(chart, line), y);
        ctx.stroke();
      }
      ctx.restore();
    },
    afterDatasetsDraw(chart) {
      for (const line of referenceLines.filter(({ isUnnamed }) => !isUnnamed))
        drawName(chart, { line, left: getStart(chart, line), y: getHeight(chart, line), colors });
    },
  };
}

type NameProps = { line: ReferenceLine; left: number; y: number; colors: ChartColors };

/** Draws the name of a reference line at the right end of its line. The name never begins left of the line. */
function drawName({ ctx, chartArea }: Chart<Type>, { line, left, y, colors }: NameProps): void {
  ctx.save();
  ctx.font = `500 ${FONT_SIZE}px ${colors.font}`;
  const right = chartArea.right - NAME_DISTANCE;
  const isShort = ctx.measureText(line.name).width > right - left - NAME_DISTANCE;
  const name = isShort ? line.shortName : line.name;
  // A name above a line at the top would cover the names of the markers.
  const isAtTop = y - FONT_SIZE - NAME_DISTANCE < chartArea.top;
  const top = isAtTop ? y + NAME_DISTANCE : y - NAME_DISTANCE - FONT_SIZE;
  const { width } = ctx.measureText(name);
  // The name covers a curve that it crosses. A dash of the curve beside the name would look like a minus sign.
  ctx.fillStyle = colors.surface;
  ctx.fillRect(right - width - COVERED_PX, top, width + COVERED_PX, FONT_SIZE);
  ctx.fillStyle = colors["ink-soft"];
  ctx.textAlign = "right";
  ctx.textBaseline = "top";
  ctx.fillText(name, right, top);
  ctx.restore();
}
