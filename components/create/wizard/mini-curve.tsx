import { Time } from "@/components/ui/values/time";
import { curvePoints, curveRange, plannedGroups, type ScheduleGroup } from "@/lib/core/vesting/curve-points";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

type MiniCurveProps = {
  /** The leaves of one recipient, or the sums of all recipients by schedule. */
  leaves: readonly Omit<Leaf, "leafIndex" | "beneficiary">[];
  /** Whether the words beside it have their dates in UTC. */
  inUtc?: boolean;
};

const WIDTH = 100;
const HEIGHT = 40;

/**
 * Draws the unlocks as a small curve between its first and last date, for readers who have the schedule in words beside it.
 * Renders nothing without an amount.
 */
export function MiniCurve({ leaves, inUtc = false }: MiniCurveProps) {
  const groups = plannedGroups(leaves);
  const total = groups.reduce((sum, { amount }) => sum + amount, 0n);
  if (total === 0n) return null;
  const range = scheduleRange(groups);
  const [from, to] = range;
  const length = Number(to - from);
  const line = curvePoints(groups, { range, cancelledAt: null }).map(({ time, vested }) => {
    const x = (WIDTH * Number(time - from)) / length;
    return `${round(x)} ${round(HEIGHT * (1 - Number(vested) / Number(total)))}`;
  });
  return (
    <div className="my-2">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-14 w-full overflow-visible border-b border-line-strong"
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
      <p className="mt-1 flex justify-between gap-2 text-xs text-ink-soft">
        <Time at={from} dayOnly inUtc={inUtc} />
        <Time at={to} dayOnly inUtc={inUtc} />
      </p>
    </div>
  );
}

/**
 * Returns the range from the first start to the last unlock, without the margin of a chart with axes, which would look
 * like a delay. A schedule with one moment keeps the margin.
 */
function scheduleRange(groups: readonly ScheduleGroup[]): readonly [bigint, bigint] {
  const starts = groups.map(({ startTime }) => startTime);
  const ends = groups.map(({ releaseType, cliffTime, endTime }) =>
    releaseType === ReleaseType.Linear ? endTime : cliffTime,
  );
  const from = starts.reduce((first, time) => (time < first ? time : first));
  const to = ends.reduce((last, time) => (time > last ? time : last));
  return from < to ? [from, to] : curveRange(groups, []);
}

const round = (value: number) => Math.round(value * 100) / 100;
