import { type VestingTerms, vestedAmount } from "@/lib/core/vesting/schedule";

/** A leaf with the time of its next unlock in unix seconds, as its progress has it. */
export type UnlockingLeaf = VestingTerms & { nextUnlock: bigint | null };

export type LeavesUnlock = {
  /** The next unlock at a date; `amount` is 0 if linear vesting begins then. */
  next: { at: bigint; amount: bigint } | null;
  /** When the leaves that vest continuously now have fully vested; null if there are none. */
  runningUntil: bigint | null;
};

/**
 * Returns the next unlock of several leaves at `now` (unix seconds): the soonest date, and the end of the
 * leaves that vest continuously.
 */
export function findNextUnlock(leaves: readonly UnlockingLeaf[], now: bigint): LeavesUnlock {
  const unlocking = leaves.flatMap(({ nextUnlock: at, ...terms }) => (at === null ? [] : [{ ...terms, at }]));
  const dated = unlocking.filter(({ cliffTime }) => cliffTime > now);
  const ends = unlocking.filter(({ cliffTime }) => cliffTime <= now).map(({ endTime }) => endTime);
  const at = min(dated.map((leaf) => leaf.at));
  const amount = dated
    .filter((leaf) => leaf.at === at)
    .reduce((sum, leaf) => sum + vestedAmount(leaf, { now: leaf.at, cancelledAt: null }), 0n);
  return { next: at === null ? null : { at, amount }, runningUntil: greatest(ends) };
}

const min = (times: readonly bigint[]) =>
  times.reduce<bigint | null>((found, time) => (found === null || time < found ? time : found), null);
const greatest = (times: readonly bigint[]) =>
  times.reduce<bigint | null>((found, time) => (found === null || time > found ? time : found), null);
