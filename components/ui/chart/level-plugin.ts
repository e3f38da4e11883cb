import type { Chart, Plugin } from "chart.js";
import type { ChartColors } from "./chart-colors";
import { type ChartSpec, toHeight } from "./chart-spec";

type Type = "line" | "bar";

const FONT_SIZE = 12;
/** Distance of a name to its line and to the edges of the chart, in pixels. */
const NAME_DISTANCE = 4;

/** Draws the levels as thin horizontal lines below the series, with their names at the right end. */
export function levelPlugin({ levels = [], unit }: ChartSpec, colors: ChartColors): Plugin<Type> {
  return {
    id: "levels",
    beforeDatasetsDraw({ ctx, chartArea, scales }: Chart<Type>) {
      ctx.save();
      for (const { from, value, name } of levels) {
        const y = scales.y?.getPixelForValue(toHeight(value, unit)) ?? Number.NaN;
        const left = Math.max(chartArea.left, scales.x?.getPixelForValue(Number(from)) ?? Number.NaN);
        ctx.strokeStyle = colors["line-strong"];
        ctx.lineWidth = 1;
        ctx.beginPath();
        ctx.moveTo(left, y);
        ctx.lineTo(chartArea.right, y);
        ctx.stroke();
        ctx.font = `500 ${FONT_SIZE}px ${colors.font}`;
        ctx.fillStyle = colors["ink-soft"];
        ctx.textAlign = "right";
        // A name at the top of the chart would cover the names of the markers.
        const isHigh = y - FONT_SIZE - NAME_DISTANCE < chartArea.top;
        ctx.textBaseline = isHigh ? "top" : "bottom";
        ctx.fillText(
          name,
          chartArea.right - NAME_DISTANCE,
          isHigh ? y + NAME_DISTANCE : y - NAME_DISTANCE / 2,
        );
      }
      ctx.restore();
    },
  };
}
