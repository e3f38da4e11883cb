import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChartColors } from "@/components/ui/chart/chart-colors";
import type { ChartSpec } from "@/components/ui/chart/chart-spec";
import {
  layoutMarkers,
  type MarkerLine,
  type PlacedMarker,
  rowCount,
} from "@/components/ui/chart/marker-layout";
import { markerPlugin } from "@/components/ui/chart/marker-plugin";

const getWidth = (text: string) => text.length * 6;
const line = (name: string | null, x: number, isDashed = false): MarkerLine => ({
  ...{ name, x, isDashed, tone: "ink" },
});
const layout = (markers: readonly MarkerLine[], width = 400, left = 0) =>
  layoutMarkers(markers, { area: [left, width], getWidth });
const named = (placed: readonly PlacedMarker[]) => placed.filter(({ name }) => name !== null);
const toRow = (placed: readonly PlacedMarker[], name: string) =>
  placed.find((item) => item.name === name)?.row;

describe("layoutMarkers", () => {
  it("puts distant names in one row", () => {
    const placed = layout([line("First unlock", 20, true), line("Cliff", 200, true), line("Now", 300)]);
    expect(rowCount(placed)).toBe(1);
  });

  it("puts the name of a line that a name would cover into the next row", () => {
    const placed = layout([line("First unlock", 20, true), line("Cliff", 40, true)]);
    expect(toRow(placed, "First unlock")).toBe(0);
    expect(toRow(placed, "Cliff")).toBe(1);
  });

  it("merges lines at the same position into one with both names", () => {
    const placed = layout([line("First unlock", 20, true), line("Cliff", 21, true), line("Now", 22)]);
    expect(placed.map(({ name }) => name).sort()).toEqual(["First unlock, Cliff", "Now"]);
  });

  it("keeps the line of the current time apart from an event at the same position", () => {
    const now = { ...line("Now", 300), isNow: true };
    const placed = layout([now, { ...line("Cancelled", 299), tone: "danger" }]);
    expect(placed.map(({ name, tone, x }) => ({ name, tone, x }))).toEqual([
      { name: "Cancelled", tone: "danger", x: 299 },
      { name: "Now", tone: "ink", x: 300 },
    ]);
    // Each name is on its own side of the two lines.
    expect(placed.map(({ row, from, width, x }) => [row, from > x, from + width < x])).toEqual([
      [0, false, true],
      [0, true, false],
    ]);
  });

  it("names the current time below an event whose name extends over it", () => {
    const placed = layout([{ ...line("Now", 100), isNow: true }, line("Cancelled", 99)]);
    expect([toRow(placed, "Cancelled"), toRow(placed, "Now")]).toEqual([0, 1]);
  });

  it("keeps the order of adjacent lines when their names need two rows", () => {
    const placed = layout(
      [line("First unlock", 60, true), { ...line("Now", 181), isNow: true }, line("Cancelled", 180)],
      300,
    );
    expect([toRow(placed, "Cancelled"), toRow(placed, "Now")]).toEqual([0, 1]);
    const [cancelled, now] = ["Cancelled", "Now"].map((name) => placed.find((item) => item.name === name));
    expect((cancelled?.from ?? 0) < (now?.from ?? 0)).toBe(true);
  });

  it.each([
    ["on the outer side of the first line", 80, true],
    ["in rows of their own without space there", 75, false],
  ])("keeps the ends of names away from other lines on a phone, %s", (_, first, isOuter) => {
    const lines = [
      line("First unlock", first, true),
      line("Later cliff", first + 70, true),
      { ...line("Now", first + 110), isNow: true },
    ];
    const placed = layout(lines, 296);
    for (const { x, from, width, row } of placed) {
      const end = from > x ? from + width : from;
      const passing = placed.filter((other) => other.x !== x && other.row <= row);
      expect(passing.every((other) => Math.abs(other.x - end) >= 12)).toBe(true);
    }
    expect(placed.some(({ name, from, x }) => name === "First unlock" && from < x)).toBe(isOuter);
  });

  it.each([
    [
      "a cancellation just before now",
      [
        ["Cancelled", 180],
        ["Now", 183],
      ],
    ],
    [
      "a grace period that has ended",
      [
        ["Cancelled", 176],
        ["Grace ended", 181],
        ["Now", 183],
      ],
    ],
  ] as const)("stacks adjacent names in the order of time: %s", (_, item) => {
    const events = item.map(([name, x]) => ({ ...line(name, x), isNow: name === "Now" }));
    const first = [line("First unlock", 72, true), line("Later cliff", 142, true)];
    for (const lines of [events, events.toReversed()]) {
      const placed = layout([...first, ...lines], 296);
      const rows = item.map(([name]) => toRow(placed, name));
      expect(rows).toEqual([...rows].sort());
    }
  });

  it("keeps lines without a name below all names", () => {
    const placed = layout([line("First unlock", 20, true), line("Now", 40), line(null, 100, true)]);
    expect(placed.find(({ name }) => name === null)?.row).toBe(2);
  });

  it("keeps names apart from each other, from other lines and within the chart at any width", () => {
    const marker = fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), isDashed: fc.boolean() });
    const names = ["First unlock", "Cliff", "Zweite Sperrfrist", "Now", "Cancelled"];
    fc.assert(
      fc.property(
        fc.array(marker, { maxLength: names.length }),
        fc.integer({ min: 240, max: 1_600 }),
        fc.integer({ min: 0, max: 80 }),
        (markers, width, axis) => {
          const lines = markers.map(({ share, isDashed }, at) =>
            line(names[at] ?? null, axis + share * (width - axis), isDashed),
          );
          const placed = named(layout(lines, width, axis));
          for (const one of placed) {
            const to = one.from + one.width;
            // A merged name can be wider than a narrow chart.
            if (one.width <= width - axis) expect(to <= width).toBe(true);
            expect(one.from >= axis).toBe(true);
            for (const other of placed) {
              if (other === one) continue;
              if (other.row === one.row)
                expect(one.from >= other.from + other.width || to <= other.from).toBe(true);
            }
          }
        },
      ),
    );
  });

  it("lets no line cross the name of another marker while the chart is wide enough for a name per side", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, share, (first, second, now) => {
        const width = 320;
        const placed = named(
          layout(
            [
              line("First unlock", first * width, true),
              line("Cliff", second * width, true),
              line("Now", now * width),
            ],
            width,
          ),
        );
        for (const one of placed) {
          for (const { x } of placed.filter((other) => other !== one && other.row <= one.row)) {
            expect(x <= one.from || x >= one.from + one.width).toBe(true);
          }
        }
      }),
    );
  });
});

describe("markerPlugin", () => {
  /** Draws markers on a chart with a vertical axis on the left, and returns the names with their left ends. */
  function draw(markers: readonly { name: string; x: number }[], { width = 296, axis = 48 } = {}) {
    const names: [text: string, from: number][] = [];
    const none = () => {};
    const ctx = {
      measureText: (text: string) => ({ width: getWidth(text) }),
      fillText: (text: string, from: number) => names.push([text, from]),
      ...{ save: none, restore: none, setLineDash: none, beginPath: none },
      ...{ moveTo: none, lineTo: none, stroke: none, fillRect: none },
    };
    const spec = {
      ...{ type: "line", times: [0n, 1n], series: [], unit: { decimals: 0, unit: "TOK" } },
      markers: markers.map(({ name, x }) => ({ name, at: BigInt(x), tone: "ink", isNow: name === "Now" })),
    } as ChartSpec;
    const chart = {
      ...{ ctx, width, chartArea: { left: axis, right: width, top: 60, bottom: 200 } },
      scales: { x: { getPixelForValue: (at: number) => at } },
    };
    markerPlugin(spec, {} as ChartColors).afterDatasetsDraw?.(
      chart as never,
      {} as never,
      {},
      false as never,
    );
    return names;
  }

  it("draws no name over the labels of the vertical axis", () => {
    const x = fc.integer({ min: 48, max: 296 });
    fc.assert(
      fc.property(x, x, x, (first, cliff, now) => {
        const drawn = draw([
          { name: "First unlock", x: first },
          { name: "Cliff 15 Jan 2026", x: cliff },
          { name: "Now", x: now },
        ]);
        for (const [, from] of drawn) expect(from).toBeGreaterThanOrEqual(48);
      }),
    );
  });
});
