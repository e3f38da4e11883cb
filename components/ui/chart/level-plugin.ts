import type { Chart, Plugin } from "chart.js";
import type { ChartColors } from "./chart-colors";
import { type ChartLevel, type ChartSpec, toHeight } from "./chart-spec";

type Type = "line" | "bar";

const FONT_SIZE = 12;
/** Distance of a name to its line and to the right edge of the chart, in pixels. */
const NAME_DISTANCE = 4;

/** Draws the levels as thin horizontal lines below the series, with their names at the right end. */
export function levelPlugin({ levels = [], unit }: ChartSpec, colors: ChartColors): Plugin<Type> {
  const heightOf = ({ scales }: Chart<Type>, { value }: ChartLevel) =>
    scales.y?.getPixelForValue(toHeight(value, unit)) ?? Number.NaN;
  return {
    id: "levels",
    beforeDatasetsDraw(chart) {
      const { ctx, chartArea, scales } = chart;
      ctx.save();
      ctx.strokeStyle = colors["line-strong"];
      ctx.lineWidth = 1;
      for (const level of levels) {
        const y = heightOf(chart, level);
        ctx.beginPath();
        ctx.moveTo(Math.max(chartArea.left, scales.x?.getPixelForValue(Number(level.from)) ?? 0), y);
        ctx.lineTo(chartArea.right, y);
        ctx.stroke();
      }
      ctx.restore();
    },
    afterDatasetsDraw(chart) {
      for (const level of levels) drawName(chart, { name: level.name, y: heightOf(chart, level), colors });
    },
  };
}

function drawName(
  { ctx, chartArea }: Chart<Type>,
  { name, y, colors }: Pick<ChartLevel, "name"> & { y: number; colors: ChartColors },
): void {
  ctx.save();
  ctx.font = `500 ${FONT_SIZE}px ${colors.font}`;
  const right = chartArea.right - NAME_DISTANCE;
  // A name above a line at the top would cover the names of the markers.
  const isAtTop = y - FONT_SIZE - NAME_DISTANCE < chartArea.top;
  const top = isAtTop ? y + NAME_DISTANCE : y - NAME_DISTANCE - FONT_SIZE;
  const width = ctx.measureText(name).width;
  // On a phone, the name crosses the line of the current time.
  ctx.fillStyle = colors.surface;
  ctx.fillRect(right - width, top, width, FONT_SIZE);
  ctx.fillStyle = colors["ink-soft"];
  ctx.textAlign = "right";
  ctx.textBaseline = "top";
  ctx.fillText(name, right, top);
  ctx.restore();
}
