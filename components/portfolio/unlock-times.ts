type UnlockingLeaf = {
  cliffTime: string;
  endTime: string;
  progress: { nextUnlock: string | bigint | null };
};

/** The next unlock, and the end of the schedules that vest now, in unix seconds; null without any. */
export type UnlockTimes = {
  at: string | null;
  until: string | null;
  /** Whether something unlocks after `until`. */
  hasLaterUnlock: boolean;
};

/** Returns the earliest next unlock of several leaves, and when the last of the running schedules ends. */
export function unlockTimes(leaves: readonly UnlockingLeaf[]): UnlockTimes {
  let at: bigint | null = null;
  let until: bigint | null = null;
  let last = 0n;
  for (const { cliffTime, endTime, progress } of leaves) {
    if (progress.nextUnlock === null) continue;
    const next = BigInt(progress.nextUnlock);
    if (at === null || next < at) at = next;
    // The next unlock of a schedule that runs is after its cliff.
    const end = BigInt(endTime);
    if (end > last) last = end;
    if (next > BigInt(cliffTime) && (until === null || end > until)) until = end;
  }
  const hasLaterUnlock = until !== null && last > until;
  return { at: at?.toString() ?? null, until: until?.toString() ?? null, hasLaterUnlock };
}
