import { curvePoints, curveRange, plannedGroups } from "@/lib/core/vesting/curve-points";
import type { Leaf } from "@/lib/core/vesting/leaf";

type MiniCurveProps = {
  /** The leaves of one recipient, or the sums of all recipients by schedule. */
  leaves: readonly Omit<Leaf, "leafIndex" | "beneficiary">[];
};

const WIDTH = 100;
const HEIGHT = 40;

/**
 * Draws the unlocks as a small curve without axes or labels, for readers who have the schedule in words beside it.
 * Renders nothing without an amount.
 */
export function MiniCurve({ leaves }: MiniCurveProps) {
  const groups = plannedGroups(leaves);
  const total = groups.reduce((sum, { amount }) => sum + amount, 0n);
  if (total === 0n) return null;
  const range = curveRange(groups, []);
  const [from, length] = [range[0], Number(range[1] - range[0])];
  const line = curvePoints(groups, { range, cancelledAt: null }).map(({ time, vested }) => {
    const x = (WIDTH * Number(time - from)) / length;
    return `${round(x)} ${round(HEIGHT * (1 - Number(vested) / Number(total)))}`;
  });
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="my-2 h-14 w-full overflow-visible border-b border-line-strong"
    >
      <path d={`M0 ${HEIGHT}L${line.join("L")}V${HEIGHT}Z`} className="fill-accent-soft" />
      <path
        d={`M${line.join("L")}`}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        className="stroke-accent [vector-effect:non-scaling-stroke]"
      />
    </svg>
  );
}

const round = (value: number) => Math.round(value * 100) / 100;
