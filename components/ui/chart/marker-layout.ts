import type { ChartMarker } from "./chart-spec";

/** A visible marker at a horizontal position in pixels. */
export type MarkerLine = Pick<ChartMarker, "name" | "tone" | "isDashed" | "isNow"> & { x: number };

/**
 * A marker with the position of its name. `from` and `width` are in pixels; row 0 is the highest. A marker
 * without a name has the row below all names.
 */
export type PlacedMarker = MarkerLine & { from: number; width: number; row: number };

type NameLayout = {
  /** The left and right end of the space for names, in pixels. */
  area: readonly [left: number, right: number];
  /** Returns the width of a text in pixels. */
  widthOf: (text: string) => number;
};

/** Distance below which two lines cannot be distinguished, in pixels. */
const MERGED_PX = 3;
/** Distance below which the names of two lines have the order of the lines in all rows, in pixels. */
const ADJACENT_PX = 12;
/** Distance of a name to its line and to other names, in pixels. */
const NAME_DISTANCE = 5;

/**
 * Returns the markers with non-overlapping names above the chart. Lines at the same position become one, with
 * both names, except the line of the current time. A name is beside its line, in the highest row in which it covers neither another name nor
 * another line.
 */
export function layoutMarkers(markers: readonly MarkerLine[], { area, widthOf }: NameLayout): PlacedMarker[] {
  const merged = mergeLines(markers);
  const center = (area[0] + area[1]) / 2;
  // Names extend towards the center. From the edges inwards, each name starts below the names before it. The name of
  // the current time starts below that of an event at the same position.
  const distance = ({ x, isNow }: MarkerLine) => Math.abs(x - center) - (isNow ? MERGED_PX : 0);
  const named = merged.filter(({ name }) => name !== null).sort((a, b) => distance(b) - distance(a));
  const placed: PlacedMarker[] = [];
  for (const marker of named) {
    const width = widthOf(marker.name ?? "");
    placed.push(positionName({ ...marker, width }, { area, placed }));
  }
  const rows = rowCount(placed);
  const unnamed = merged.filter(({ name }) => name === null);
  return [...placed, ...unnamed.map((marker) => ({ ...marker, from: marker.x, width: 0, row: rows }))];
}

/** Returns the number of rows that the names take. */
export const rowCount = (placed: readonly PlacedMarker[]): number =>
  placed.reduce((rows, { name, row }) => (name === null ? rows : Math.max(rows, row + 1)), 0);

function mergeLines(markers: readonly MarkerLine[]): MarkerLine[] {
  const merged: MarkerLine[] = [];
  for (const marker of markers) {
    const near = merged.findIndex(
      (other) =>
        Boolean(other.isDashed) === Boolean(marker.isDashed) &&
        !other.isNow &&
        !marker.isNow &&
        Math.abs(other.x - marker.x) < MERGED_PX,
    );
    const names = new Set([merged[near]?.name, marker.name].filter(Boolean));
    const name = names.size > 0 ? [...names].join(", ") : null;
    merged.splice(near === -1 ? merged.length : near, 1, { ...marker, name });
  }
  return merged;
}

type Position = Pick<PlacedMarker, "x" | "from" | "width" | "row">;

function positionName(
  marker: MarkerLine & { width: number },
  { area: [left, right], placed }: Pick<NameLayout, "area"> & { placed: readonly PlacedMarker[] },
): PlacedMarker {
  const { x, width } = marker;
  const sides = [x + NAME_DISTANCE, x - NAME_DISTANCE - width];
  if (x > (left + right) / 2) sides.reverse();
  const inside = sides.filter((from) => from >= left && from + width <= right);
  // A name that fits on neither side covers only its own line, which then begins below the name.
  const starts = inside.length > 0 ? inside : [Math.max(left, Math.min(sides[0] ?? left, right - width))];
  const rows = rowCount(placed);
  for (let row = 0; row <= rows; row++) {
    const from = starts.find((start) =>
      placed.every((other) => isFree({ x, from: start, width, row }, other)),
    );
    if (from !== undefined) return { ...marker, from, row };
  }
  // On a very narrow chart, every position covers the line of another name.
  return { ...marker, from: starts[0] ?? left, row: rows };
}

/**
 * A line begins in the row of its name and passes all rows below. Names in one row have the order of their lines, and
 * so have the names of adjacent lines.
 */
function isFree(one: Position, other: Position): boolean {
  const isOrdered = one.row === other.row || Math.abs(one.x - other.x) < ADJACENT_PX;
  if (isOrdered && (one.x - other.x) * (one.from - other.from) < 0) return false;
  if (one.row === other.row && isNear(one.from, one.from + one.width, other)) return false;
  if (other.row <= one.row && isBetween(other.x, one)) return false;
  return one.row > other.row || !isBetween(one.x, other);
}

const isNear = (from: number, to: number, other: Position) =>
  from < other.from + other.width + NAME_DISTANCE && to + NAME_DISTANCE > other.from;

const isBetween = (x: number, { from, width }: Position) => x > from - 1 && x < from + width + 1;
