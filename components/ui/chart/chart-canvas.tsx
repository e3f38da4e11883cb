"use client";

import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from "chart.js";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { readColors, useThemeVersion } from "./chart-colors";
import { chartConfiguration } from "./chart-options";
import { type ChartSpec, describePosition, positionCount } from "./chart-spec";

Chart.register(BarController, BarElement, CategoryScale, LineController, LineElement, LinearScale);
Chart.register(Filler, Legend, PointElement, Tooltip);

type ChartCanvasProps = { label: string; spec: ChartSpec };

/**
 * Draws a chart on a canvas. The arrow keys move through its values like a slider, so that screen readers
 * announce each value.
 */
export default function ChartCanvas({ label, spec }: ChartCanvasProps) {
  const t = useTranslator();
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart | null>(null);
  const themeVersion = useThemeVersion();
  const [index, setIndex] = useState(spec.start ?? 0);
  // The spec changes with every minute of the clock; the chart then moves to its new values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the colors of the theme.
  useEffect(() => {
    const parent = canvas.current?.parentElement;
    if (!canvas.current || !parent) return;
    const isMotionReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const colors = readColors(parent);
    Chart.defaults.font.family = colors.font;
    const configuration = chartConfiguration(spec, { colors, t, isMotionReduced });
    chart.current?.destroy();
    chart.current = new Chart(canvas.current, configuration);
    return () => {
      chart.current?.destroy();
      chart.current = null;
    };
  }, [spec, t, themeVersion]);
  const count = positionCount(spec);
  const current = Math.min(index, count - 1);
  const show = (next: number) => {
    setIndex(next);
    select(chart.current, spec, next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, current, count);
    if (next === null) return;
    event.preventDefault();
    show(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={current + 1}
      aria-valuetext={describePosition(spec, current, t)}
      // The canvas keeps its old width for a moment when the page gets narrower.
      className="absolute inset-0 overflow-hidden"
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && show(current)}
      onBlur={() => select(chart.current, spec, null)}
    >
      <canvas ref={canvas} />
    </div>
  );
}

function nextIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(count - 1, index + 1);
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(0, index - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** Shows the values at an index as hovering would; null hides them. */
function select(chart: Chart | null, { series }: ChartSpec, index: number | null): void {
  if (!chart) return;
  const active = series.flatMap(({ values }, datasetIndex) =>
    index === null || (values[index] ?? null) === null ? [] : [{ datasetIndex, index }],
  );
  chart.setActiveElements(active);
  chart.tooltip?.setActiveElements(active, { x: 0, y: 0 });
  chart.update("none");
}
