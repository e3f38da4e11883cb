import { describe, expect, it } from "vitest";
import { axisEnd, chartConfiguration, legendItems } from "@/components/ui/chart/chart-options";
import type { ChartSpec } from "@/components/ui/chart/chart-spec";
import { english } from "@/lib/core/i18n/translator";

const colors = new Proxy({} as Parameters<typeof chartConfiguration>[1]["colors"], {
  get: (_, name) => `color of ${String(name)}`,
});
const configurationOf = (spec: ChartSpec) =>
  chartConfiguration(spec, { colors, t: english, isMotionReduced: true });
const unit = { decimals: 0, unit: "TOK" };

describe("chartConfiguration", () => {
  it("draws no bar for a month without an amount", () => {
    const { data } = configurationOf({
      ...{ type: "bar", months: ["2027-06", "2027-07"], unit },
      series: [{ name: "Unlocks", tone: "accent", values: [0n, 5n] }],
    });
    expect(data.datasets[0]?.data).toEqual([Number.NaN, 5]);
  });
});

describe("legendItems", () => {
  it("shows the dashes of a line, in the order of the series", () => {
    const series = [
      { name: "Vested", tone: "accent", values: [] },
      { name: "As planned", tone: "line-strong", values: [], isDashed: true },
    ] as const;
    const items = legendItems({ type: "line", times: [], series, unit }, colors);
    expect(items.map(({ text, lineDash }) => [text, lineDash])).toEqual([
      ["Vested", []],
      ["As planned", [5, 4]],
    ]);
  });

  it("names the reference lines, whose names do not fit on a phone", () => {
    const line = { from: 0n, value: 9n, name: "9 with all milestones", shortName: "9" };
    const series = [{ name: "Vested", tone: "accent", values: [] }] as const;
    const spec: ChartSpec = { type: "line", times: [], series, unit, referenceLines: [line] };
    expect(legendItems(spec, colors).map(({ text }) => text)).toEqual(["Vested", "9 with all milestones"]);
  });

  it("adds a planned part, and omits a part that does not rise above the axis", () => {
    const textsOf = (values: bigint[]) => {
      const vested = {
        name: "Vested",
        tone: "accent",
        values,
        plannedFrom: 2n,
        plannedName: "Planned",
      } as const;
      const spec: ChartSpec = { type: "line", times: [1n, 2n, 3n], series: [vested], unit };
      return legendItems(spec, colors).map(({ text }) => text);
    };
    expect(textsOf([0n, 5n, 9n])).toEqual(["Vested", "Planned"]);
    expect(textsOf([0n, 0n, 9n])).toEqual(["Planned"]);
  });
});

describe("axisEnd", () => {
  it.each([
    [10.12, 12, 4],
    [518.96, 600, 200],
    [100, 100, 25],
    [0.0307, 0.04, 0.01],
  ])("ends an axis close to the highest value %s", (highest, max, stepSize) => {
    const end = axisEnd(highest);
    expect(end?.max).toBeCloseTo(max);
    expect(end?.stepSize).toBeCloseTo(stepSize);
  });

  it("is undefined without a value", () => {
    expect(axisEnd(0)).toBeNull();
  });
});
