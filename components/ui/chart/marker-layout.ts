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
  getWidth: (text: string) => number;
};

/** Distance below which two lines cannot be distinguished, in pixels. */
const MERGED_PX = 3;
/** Distance below which the names of two lines have the order of the lines in all rows, in pixels. */
const ADJACENT_PX = 12;
/** Distance of a name to its line and to other names, in pixels. */
const NAME_DISTANCE = 5;
/** Distance of the far end of a name to other lines, to which the name would otherwise seem to belong, in pixels. */
const FAR_DISTANCE = 12;

/**
 * Returns the markers with non-overlapping names above the chart. Lines at the same position become one, with
 * both names, except the line of the current time. A name is beside its line, in a row in which it covers neither another name nor
 * another line, and away from other lines if there is space.
 */
export function layoutMarkers(
  markers: readonly MarkerLine[],
  { area, getWidth }: NameLayout,
): PlacedMarker[] {
  const merged = mergeLines(markers);
  const center = (area[0] + area[1]) / 2;
  // The name of the current time starts below that of an event at the same position.
  const distance = ({ x, isNow }: MarkerLine) => Math.abs(x - center) - (isNow ? MERGED_PX : 0);
  const inwards = merged
    .filter(({ name }) => name !== null)
    .sort((a, b) => distance(b) - distance(a))
    .map((marker) => ({ ...marker, width: getWidth(marker.name ?? "") }));
  // Names extend towards the center. From the edges inwards, each name starts below the names before it.
  // Other orders are for narrow charts.
  const orders = [inwards, inwards.toReversed(), ...createPermutations(inwards)];
  const clear = findClear(orders, area) ?? positionNames(inwards, area, 1).placed;
  const byTime = inwards.toSorted((a, b) => a.x - b.x);
  const placed = isInTimeOrder(clear) ? clear : (findClear([byTime], area, isInTimeOrder) ?? clear);
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

type NamedLine = MarkerLine & { width: number };

/** Returns the first accepted layout in which no line passes a name; null on a very narrow chart. */
function findClear(
  orders: readonly (readonly NamedLine[])[],
  area: NameLayout["area"],
  isAccepted: (placed: readonly PlacedMarker[]) => boolean = () => true,
): PlacedMarker[] | null {
  for (const distance of [FAR_DISTANCE, 1]) {
    for (const order of orders) {
      const { placed, isClear } = positionNames(order, area, distance);
      if (isClear && isAccepted(placed)) return placed;
    }
  }
  return null;
}

/** Returns whether names above one another have the order of their lines. */
const isInTimeOrder = (placed: readonly PlacedMarker[]): boolean =>
  placed.every((item) =>
    placed.every((other) => item.x >= other.x || item.row <= other.row || !overlaps(item, other)),
  );

const overlaps = (position: Position, other: Position) =>
  position.from < other.from + other.width && other.from < position.from + position.width;

/** Returns all orders. A chart has at most six names. */
const createPermutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => createPermutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

/**
 * Positions names in an order. The far end of each name has a distance to other lines. The result is not clear if a
 * name covers the line of another one.
 */
function positionNames(
  order: readonly NamedLine[],
  area: NameLayout["area"],
  distance: number,
): { placed: PlacedMarker[]; isClear: boolean } {
  const placed: PlacedMarker[] = [];
  let isClear = true;
  for (const { x, width, ...marker } of order) {
    const starts = getStarts(x, width, area);
    const rows = rowCount(placed);
    const positions = Array.from({ length: rows + 1 }, (_, row) => row).flatMap((row) =>
      starts.map((from) => ({ x, width, from, row })),
    );
    const free = positions.find((item) => placed.every((other) => isFree(item, other, distance)));
    if (!free) isClear = false;
    placed.push({ ...marker, ...(free ?? { x, width, from: starts[0] ?? area[0], row: rows }) });
  }
  return { placed, isClear };
}

/** Returns the left ends of a name beside its line, towards the center first. */
function getStarts(x: number, width: number, [left, right]: NameLayout["area"]): number[] {
  const sides = [x + NAME_DISTANCE, x - NAME_DISTANCE - width];
  if (x > (left + right) / 2) sides.reverse();
  const inside = sides.filter((from) => from >= left && from + width <= right);
  // A name that fits on neither side covers only its own line, which then begins below the name.
  return inside.length > 0 ? inside : [Math.max(left, Math.min(sides[0] ?? left, right - width))];
}

/**
 * A line begins in the row of its name and passes all rows below. Names in one row have the order of their lines, and
 * so have the names of adjacent lines.
 */
function isFree(position: Position, other: Position, distance: number): boolean {
  const isOrdered = position.row === other.row || Math.abs(position.x - other.x) < ADJACENT_PX;
  if (isOrdered && (position.x - other.x) * (position.from - other.from) < 0) return false;
  if (position.row === other.row && isNear(position.from, position.from + position.width, other))
    return false;
  if (other.row <= position.row && passes(other.x, position, distance)) return false;
  return position.row > other.row || !passes(position.x, other, distance);
}

const isNear = (from: number, to: number, other: Position) =>
  from < other.from + other.width + NAME_DISTANCE && to + NAME_DISTANCE > other.from;

/** Returns whether a line passes through a name, or within a distance of its far end. */
function passes(line: number, { x, from, width }: Position, distance: number): boolean {
  const to = from + width;
  return line > from - (to < x ? distance : 1) && line < to + (from > x ? distance : 1);
}
