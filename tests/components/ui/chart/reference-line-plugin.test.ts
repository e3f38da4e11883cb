import type { Chart } from "chart.js";
import { expect, it } from "vitest";
import type { ChartColors } from "@/components/ui/chart/chart-colors";
import { referenceLinePlugin } from "@/components/ui/chart/reference-line-plugin";

const RIGHT = 300;
/** Each character of a name is this wide. */
const CHARACTER = 7;
const Y = 100;

/** Draws the name of a line that begins at `left`, and returns the text with its top. */
function draw({ left, isUnnamed = false }: { left: number; isUnnamed?: boolean }) {
  const texts: { text: string; top: number }[] = [];
  const ctx = {
    ...{ save: () => undefined, restore: () => undefined, fillRect: () => undefined },
    measureText: (text: string) => ({ width: CHARACTER * text.length }),
    fillText: (text: string, _: number, top: number) => void texts.push({ text, top }),
  };
  const scales = { x: { getPixelForValue: () => left }, y: { getPixelForValue: () => Y } };
  const chart = { ctx, scales, chartArea: { left: 20, right: RIGHT, top: 10 } } as unknown as Chart<"line">;
  const line = { from: 0n, to: null, value: 1n, name: "80 with all milestones", shortName: "80", isUnnamed };
  const spec = { type: "line" as const, times: [], series: [], unit: { decimals: 0, name: "SOL" } };
  const plugin = referenceLinePlugin({ ...spec, referenceLines: [line] } as never, {} as ChartColors);
  plugin.afterDatasetsDraw?.(chart, {} as never, {}, false);
  return texts[0];
}

it("uses the short name for a line that is shorter than its name", () => {
  expect(draw({ left: 20 })?.text).toBe("80 with all milestones");
  expect(draw({ left: 200 })?.text).toBe("80");
});

it("draws the name above its line, or leaves it to the legend on request", () => {
  expect(draw({ left: 20 })?.top).toBeLessThan(Y);
  expect(draw({ left: 20, isUnnamed: true })).toBeUndefined();
});
