import { ReleaseType, type Schedule } from "@/lib/core/vesting/leaf";

/** The part of a schedule that decides how much has vested. `amount` is a u64 in base units. */
export type VestingTerms = Pick<Schedule, "releaseType" | "cliffTime" | "endTime"> & { amount: bigint };

/** A moment in unix seconds, and the cancellation time of the campaign, if any. */
export type Moment = { now: bigint; cancelledAt: bigint | null };

/** Returns the time that counts for vesting: a cancellation stops the clock. */
function vestingTime({ now, cancelledAt }: Moment): bigint {
  return cancelledAt !== null && cancelledAt < now ? cancelledAt : now;
}

/**
 * Returns the amount that has vested by time, in base units, exact for every u64 amount and i64 time.
 * - Cliff: the whole amount from `cliffTime`.
 * - Linear: 0 up to `cliffTime`, the whole amount from `endTime`, and a share rounded down in between. The
 *   start time has no effect.
 * - Milestone: the whole amount from `cliffTime`; the caller checks the release.
 *
 * Source: program interface, Vested amount.
 */
export function vestedAmount(terms: VestingTerms, moment: Moment): bigint {
  const { releaseType, amount, cliffTime, endTime } = terms;
  const time = vestingTime(moment);
  if (releaseType !== ReleaseType.Linear) return time >= cliffTime ? amount : 0n;
  if (time >= endTime) return amount;
  if (time <= cliffTime) return 0n;
  return (amount * (time - cliffTime)) / (endTime - cliffTime);
}

/**
 * Returns the time of the next unlock after `now`, in unix seconds. That is the cliff if it is ahead, then
 * for a linear schedule the second at which the next base unit vests. Returns null if no more unlocks over
 * time: the amount has fully vested, the campaign was cancelled, or a milestone is not released.
 */
export function nextUnlockTime(terms: VestingTerms, moment: Moment): bigint | null {
  const { releaseType, amount, cliffTime } = terms;
  const { now, cancelledAt } = moment;
  if (releaseType === ReleaseType.Milestone || amount === 0n) return null;
  if (cancelledAt !== null && cancelledAt <= now) return null;
  const next = now < cliffTime ? cliffTime : nextLinearUnit(terms, now);
  return next !== null && cancelledAt !== null && next > cancelledAt ? null : next;
}

function nextLinearUnit(terms: VestingTerms, now: bigint): bigint | null {
  const { releaseType, amount, cliffTime, endTime } = terms;
  if (releaseType !== ReleaseType.Linear || now >= endTime) return null;
  const wanted = vestedAmount(terms, { now, cancelledAt: null }) + 1n;
  const stretch = endTime - cliffTime;
  // The first whole second at which amount × elapsed / stretch reaches the wanted unit: a division rounded
  // up.
  return cliffTime + (wanted * stretch + amount - 1n) / amount;
}
