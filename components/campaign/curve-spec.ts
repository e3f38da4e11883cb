import { formatAmountShort } from "@/components/format/amount";
import type { ChartMarker, ChartSeries, ChartSpec, ReferenceLine } from "@/components/ui/chart/chart-spec";
import type { Translator } from "@/lib/core/i18n/translator";
import type { ClaimStep } from "@/lib/core/vesting/claim-steps";
import { evenTimes } from "@/lib/core/vesting/curve";
import { curvePoints, curveRange, type ScheduleGroup, waitingAmount } from "@/lib/core/vesting/curve-points";
import { ReleaseType } from "@/lib/core/vesting/leaf";

export type CurveData = {
  groups: readonly ScheduleGroup[];
  /** The amount that equals 100%, in base units. */
  total: bigint;
  claimed: bigint;
  now: bigint;
  cancelledAt: bigint | null;
  /** Whether a release can still unlock milestones; by default before a cancellation. */
  canRelease?: boolean;
  /** Past claims in order of time. Without them, only the current sum is known. */
  claims?: readonly ClaimStep[] | undefined;
  /** Whether `claims` omits the oldest claims, so that the sum before them is not known. */
  omitsOldClaims?: boolean;
  /** Whether the schedules belong to several recipients. */
  isCampaign?: boolean;
  /** The next unlock of several campaigns, with its name. Their cliffs have no other markers. */
  nextUnlock?: { at: bigint; name: string } | null;
  /** The end of the grace period after a cancellation. Milestones can be released until then. */
  graceEnd?: bigint | null;
};

/** Values between the corners of the curve, so that every part of a line has a value on hover. */
const SAMPLES = 49;
/** Maximum rows of the table. */
const MAX_ROWS = 24;
/** Maximum markers of one kind. */
const MAX_MARKERS = 12;
/** More names of unlocks would cover each other. */
const MAX_NAMED_UNLOCKS = 3;

/** Returns the chart of a vesting curve, and the positions that its table lists. */
export function curveSpec(
  t: Translator,
  data: CurveData,
  unit: ChartSpec["unit"],
): { spec: ChartSpec; listed: number[] } {
  const { groups, now, cancelledAt, graceEnd = null, claims = [], canRelease = cancelledAt === null } = data;
  const range = curveRange(groups, [now, cancelledAt ?? now, graceEnd ?? now]);
  const samples = evenTimes(range[0], range[1], SAMPLES);
  const at = [now, ...samples, ...claims.map((claim) => claim.at)];
  const counted = curvePoints(groups, { range, cancelledAt, at });
  const times = counted.map(({ time }) => time);
  const vested = counted.map((point) => point.vested);
  const isComplete = vested.at(-1) === vested[times.indexOf(now)];
  const plan =
    cancelledAt === null && !isComplete
      ? { plannedFrom: now, plannedName: t("Vested, scheduled") }
      : { paleFrom: now };
  const series: ChartSeries[] = [
    { name: t("Vested"), tone: "accent", values: vested, isFilled: true, ...plan },
  ];
  if (cancelledAt !== null) {
    const planned = curvePoints(groups, { range, cancelledAt: null, at: times });
    const byTime = new Map(planned.map(({ time, vested }) => [time, vested]));
    const values = times.map((time) => (time >= cancelledAt ? (byTime.get(time) ?? null) : null));
    const name = waitingAmount(groups) > 0n ? t("Original plan, without milestones") : t("As planned");
    series.push({ name, tone: "line-strong", values, isDashed: true });
  }
  if (data.claimed > 0n || claims.length > 0) {
    const values = claimedValues(times, data);
    series.push({ name: t("Claimed"), tone: "info", values, isStepped: true });
  }
  const waiting = canRelease ? waitingAmount(groups) : 0n;
  const whole = (vested.at(-1) ?? 0n) + waiting;
  const amount = formatAmountShort(whole, unit.decimals, t);
  const line: ReferenceLine = {
    ...{ from: now, to: graceEnd, value: whole, shortName: `${amount} ${unit.unit}` },
    name: t("{amount} with all milestones", { amount }),
    // The planned curve crosses the line.
    ...(cancelledAt !== null && { isUnnamed: true }),
  };
  const start = Math.max(0, times.indexOf(now));
  const marks = { markers: getMarkers(t, data), ...(waiting > 0n && { referenceLines: [line] }) };
  const spec: ChartSpec = { type: "line", times, series, unit, start, ...marks };
  return { spec, listed: selectListedTimes(times, now) };
}

/** Returns the claimed sum at each time until now. Without past claims, only the sum now is known. */
function claimedValues(
  times: readonly bigint[],
  { claims = [], claimed, now, omitsOldClaims }: CurveData,
): (bigint | null)[] {
  let next = 0;
  let sum: bigint | null = omitsOldClaims ? null : 0n;
  return times.map((time) => {
    while (next < claims.length && (claims[next]?.at ?? 0n) <= time) sum = claims[next++]?.total ?? sum;
    if (time > now) return null;
    if (time === now) return claimed;
    return claims.length > 0 || claimed === 0n ? sum : null;
  });
}

function getMarkers(t: Translator, data: CurveData): ChartMarker[] {
  const { now, cancelledAt, nextUnlock, graceEnd = null } = data;
  const markers =
    nextUnlock === undefined ? unlockMarkers(t, data) : nextUnlock === null ? [] : [cliffMarker(nextUnlock)];
  markers.push({ at: now, name: t("Now"), tone: "ink", isNow: true });
  if (cancelledAt !== null) markers.push({ at: cancelledAt, name: t("Cancelled"), tone: "danger" });
  if (graceEnd !== null) {
    const name = graceEnd > now ? t("Grace ends") : t("Grace ended");
    markers.push({ at: graceEnd, name, tone: "danger" });
  }
  return markers;
}

type Unlock = Pick<ChartMarker, "at" | "name">;

const cliffMarker = (unlock: Unlock): ChartMarker => ({ ...unlock, tone: "warn", isDashed: true });

/** Returns the cliffs, and the moments at which milestones were released. */
function unlockMarkers(t: Translator, { groups, isCampaign, now }: CurveData): ChartMarker[] {
  const timed = groups.filter(({ releaseType }) => releaseType !== ReleaseType.Milestone);
  const cliffs = firstTimes(timed.map(({ cliffTime }) => cliffTime));
  const releases = firstTimes(
    groups.flatMap(({ releaseType, releasedAt }) =>
      releaseType === ReleaseType.Milestone && releasedAt !== null && releasedAt <= now ? [releasedAt] : [],
    ),
  );
  const isNamed = cliffs.length + releases.length <= MAX_NAMED_UNLOCKS;
  const [later, released] = [isCampaign ? t("Later cliff") : t("Cliff"), t("Milestone released")];
  const markers = [
    ...cliffs.map((at, index) =>
      cliffMarker({ at, name: index === 0 ? t("First unlock") : isNamed ? later : null }),
    ),
    ...releases.map(
      (at): ChartMarker => ({ ...cliffMarker({ at, name: isNamed ? released : null }), tone: "accent" }),
    ),
  ];
  return markers.map((marker) => ({ ...marker, isDated: true }));
}

/** Returns the first of some times, ascending, each once. */
const firstTimes = (times: readonly bigint[]): bigint[] =>
  [...new Set(times)].sort((a, b) => (a < b ? -1 : 1)).slice(0, MAX_MARKERS);

/** Returns evenly spaced positions and that of `now`. */
function selectListedTimes(times: readonly bigint[], now: bigint): number[] {
  const step = Math.max(1, Math.ceil(times.length / MAX_ROWS));
  return times.flatMap((time, index) =>
    index % step === 0 || time === now || index === times.length - 1 ? [index] : [],
  );
}
