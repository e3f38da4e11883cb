import { monthlyTimes } from "@/lib/core/vesting/curve";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import type { DueList } from "./due-list";

export type CertificateDates = {
  /** Unix seconds, ascending. */
  dates: bigint[];
  /** The first second at which more is due than the campaign can pay; null if there is none. */
  shortfallTime: bigint | null;
  /** Unlock dates that were left out. */
  omitted: number;
};

type Range = {
  now: bigint;
  cancelledAt: bigint | null;
  /** Amount that the campaign can pay, in base units. */
  available: bigint;
  /** Dates at most. */
  max: number;
};

/**
 * Returns the dates at which a certificate lets every leaf claim: `now`, each cliff, end and milestone, and monthly
 * points of the linear leaves. The first unlock, the first shortfall and the end are always included; the others are
 * thinned evenly to `max`.
 */
export function certificateDates(dues: DueList, range: Range): CertificateDates {
  const { now, cancelledAt, available, max } = range;
  const times = unlockTimes(dues, { now, cancelledAt });
  const last = times.reduce((latest, time) => (time > latest ? time : latest), now);
  const firstUnlock = dues.shortfallTime(0n, now, last);
  const shortfallTime = dues.shortfallTime(available, now, last);
  const required = [now, last, ...[firstUnlock, shortfallTime].filter((time) => time !== null)];
  const others = [...new Set(times)].filter((time) => !required.includes(time)).sort(ascending);
  const free = Math.max(0, max - new Set(required).size);
  const chosen = others.length <= free ? others : pickEvenly(others, free);
  return {
    dates: [...new Set([...required, ...chosen])].sort(ascending),
    shortfallTime,
    omitted: others.length - chosen.length,
  };
}

const ascending = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

const pickEvenly = (times: readonly bigint[], count: number): bigint[] =>
  Array.from({ length: count }, (_, at) => times[Math.floor((at * times.length) / count)] as bigint);

type Moment = { now: bigint; cancelledAt: bigint | null };

/** Returns the times after `now` at which leaves unlock. */
function unlockTimes(dues: DueList, moment: Moment): bigint[] {
  const times = new Set<bigint>(linearMonths(dues, moment));
  for (let position = 0; position < dues.leaves.length; position++) {
    const time = completionTime(dues, position, moment);
    if (time !== null) times.add(time);
  }
  return [...times].filter((time) => time > moment.now);
}

/** Returns when a leaf's whole amount can be claimed; null if nothing more vests. */
function completionTime(dues: DueList, position: number, { cancelledAt }: Moment): bigint | null {
  const leaf = dues.leaves.at(position);
  if (leaf.amount <= dues.recorded(position)) return null;
  if (leaf.releaseType === ReleaseType.Milestone) return dues.releases.get(leaf.milestoneIdx) ?? null;
  if (cancelledAt !== null) return null;
  return leaf.releaseType === ReleaseType.Cliff ? leaf.cliffTime : leaf.endTime;
}

/** Returns monthly times from the first cliff to the last end of the linear leaves. */
function linearMonths({ leaves }: DueList, { cancelledAt }: Moment): bigint[] {
  let range = null as { from: bigint; to: bigint } | null;
  for (let position = 0; position < leaves.length && cancelledAt === null; position++) {
    if (leaves.releaseType(position) !== ReleaseType.Linear) continue;
    const [from, to] = [leaves.cliffTime(position), leaves.endTime(position)];
    range ??= { from, to };
    if (from < range.from) range.from = from;
    if (to > range.to) range.to = to;
  }
  return range ? monthlyTimes(range.from, range.to).slice(1) : [];
}
