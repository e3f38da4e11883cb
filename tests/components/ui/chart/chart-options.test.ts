import { describe, expect, it } from "vitest";
import { axisEnd, chartConfiguration, legendItems, withDays } from "@/components/ui/chart/chart-options";
import type { ChartSpec } from "@/components/ui/chart/chart-spec";
import { english } from "@/lib/core/i18n/translator";

const colors = new Proxy({} as Parameters<typeof chartConfiguration>[1]["colors"], {
  get: (_, name) => `color of ${String(name)}`,
});
const getConfiguration = (spec: ChartSpec) =>
  chartConfiguration(spec, { colors, t: english, isMotionReduced: true });
const unit = { decimals: 0, unit: "TOK" };

describe("chartConfiguration", () => {
  it("draws no bar for a month without an amount", () => {
    const { data } = getConfiguration({
      ...{ type: "bar", months: ["2027-06", "2027-07"], unit },
      series: [{ name: "Unlocks", tone: "accent", values: [0n, 5n] }],
    });
    expect(data.datasets[0]?.data).toEqual([Number.NaN, 5]);
  });
});

describe("the time axis", () => {
  const day = 86_400n;
  const line = (from: bigint, to: bigint): ChartSpec => ({
    ...{ type: "line", times: [from, to], unit },
    series: [{ name: "Vested", tone: "accent", values: [0n, 5n] }],
  });

  it("has no tick whose label would reach over the right edge", () => {
    // From the first of May 2026 to a few days after the first of July 2027.
    const [from, to] = [1_777_593_600n, 1_798_761_600n + 184n * day];
    const width = 510;
    const x = getConfiguration(line(from, to)).options?.scales?.x;
    const axis = { chart: { width }, ticks: [] as { value: number }[] };
    x?.afterBuildTicks?.(axis as never);
    expect(axis.ticks.length).toBeGreaterThan(2);
    const last = axis.ticks.at(-1)?.value ?? 0;
    expect(((Number(to) - last) * width) / Number(to - from)).toBeGreaterThan(30);
  });

  it("has the day in the names of dated markers, in the time zone of the viewer", () => {
    const at = 1_800_000_000n;
    const marker = { at, tone: "warn", name: "Cliff" } as const;
    const markers = [{ ...marker, isDated: true }, marker, { ...marker, name: null, isDated: true }];
    const names = withDays({ ...line(0n, at), markers }, english).markers?.map(({ name }) => name);
    expect(names).toEqual([expect.stringMatching(/^Cliff 1[56] Jan$/), "Cliff", null]);
  });

  it("adds the year to a day of another year, and the day to the name of a line that ends", () => {
    const now = { at: 1_800_000_000n, name: "Now", tone: "ink", isNow: true } as const;
    const at = now.at - 365n * day;
    const markers = [{ at, name: "Cliff", tone: "warn", isDated: true } as const, now];
    const line80 = { from: 0n, to: now.at, value: 80n, name: "80 TOK", shortName: "80" };
    const dated = withDays({ ...line(0n, at), markers, referenceLines: [line80] }, english);
    expect(dated.markers?.[0]?.name).toMatch(/^Cliff 1[56] Jan 2026$/);
    expect(dated.referenceLines?.[0]?.name).toMatch(/^80 TOK by 1[56] Jan$/);
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
    const line = { from: 0n, to: null, value: 9n, name: "9 with all milestones", shortName: "9" };
    const series = [{ name: "Vested", tone: "accent", values: [] }] as const;
    const spec: ChartSpec = { type: "line", times: [], series, unit, referenceLines: [line] };
    expect(legendItems(spec, colors).map(({ text }) => text)).toEqual(["Vested", "9 with all milestones"]);
  });

  it("adds a planned part, and omits a part that does not rise above the axis", () => {
    const getTexts = (values: bigint[]) => {
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
    expect(getTexts([0n, 5n, 9n])).toEqual(["Vested", "Planned"]);
    expect(getTexts([0n, 0n, 9n])).toEqual(["Planned"]);
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
