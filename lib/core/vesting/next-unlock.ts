import { type VestingTerms, vestedAmount } from "@/lib/core/vesting/schedule";

/** A leaf with when more of it unlocks by time, in unix seconds, as its progress says. */
export type UnlockingLeaf = VestingTerms & { nextUnlock: bigint | null };

export type LeavesUnlock = {
  /** What unlocks next at once; `amount` is 0 where even vesting begins then. */
  next: { at: bigint; amount: bigint } | null;
  /** When what vests every moment now has all vested; null where nothing does. */
  runningUntil: bigint | null;
};

/** What comes next of several leaves at `now`, in unix seconds: the soonest date, and what vests every moment already. */
export function nextUnlockOf(leaves: readonly UnlockingLeaf[], now: bigint): LeavesUnlock {
  const unlocking = leaves.flatMap(({ nextUnlock: at, ...terms }) => (at === null ? [] : [{ ...terms, at }]));
  const dated = unlocking.filter(({ cliffTime }) => cliffTime > now);
  const ends = unlocking.filter(({ cliffTime }) => cliffTime <= now).map(({ endTime }) => endTime);
  const at = least(dated.map((leaf) => leaf.at));
  const amount = dated
    .filter((leaf) => leaf.at === at)
    .reduce((sum, leaf) => sum + vestedAmount(leaf, { now: leaf.at, cancelledAt: null }), 0n);
  return { next: at === null ? null : { at, amount }, runningUntil: greatest(ends) };
}

const least = (times: readonly bigint[]) =>
  times.reduce<bigint | null>((found, time) => (found === null || time < found ? time : found), null);
const greatest = (times: readonly bigint[]) =>
  times.reduce<bigint | null>((found, time) => (found === null || time > found ? time : found), null);
