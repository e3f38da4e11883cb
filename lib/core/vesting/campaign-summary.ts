import type { VestingTerms } from "@/lib/core/vesting/schedule";
import { isReleaseType } from "./leaf";
import { isOver, paidOut } from "./lifecycle";
import { findNextUnlock, type LeavesUnlock } from "./next-unlock";
import type { ProgressFacts } from "./progress";
import { nextUnlockTime } from "./schedule";

/** The progress of a whole campaign. Amounts are in base units, and their sum is the total supply. */
export type CampaignSummary = {
  claimed: bigint;
  /** Vested and not claimed, also during a pause. */
  unlocked: bigint;
  /** Not vested yet, and vests by time; also what no leaf allocates, or an earlier campaign at the address paid. */
  locked: bigint;
  /** Vests when the creator releases milestones. */
  waiting: bigint;
  /** Neither paid nor payable: the campaign ended before this amount vested. */
  lost: bigint;
  unlock: LeavesUnlock;
  /** The end of the last schedule, in unix seconds; null without a schedule that still unlocks. */
  end: bigint | null;
};

type Sums = {
  unclaimed: bigint;
  /** The amount of the milestones that the creator can still release. */
  waiting: bigint;
  schedules: readonly (Omit<VestingTerms, "releaseType"> & { releaseType: number })[];
};

/** Returns the progress of a campaign at `now` (unix seconds) from the sums over its leaves. */
export function campaignSummary(facts: ProgressFacts, sums: Sums, now: bigint): CampaignSummary {
  const { cancelledAt, totalSupply } = facts;
  const claimed = paidOut(facts);
  const unpaid = totalSupply > claimed ? totalSupply - claimed : 0n;
  const unlocked = isOver(facts) ? 0n : sums.unclaimed < unpaid ? sums.unclaimed : unpaid;
  const left = totalSupply - claimed - unlocked;
  const waiting = sums.waiting < left ? sums.waiting : left > 0n ? left : 0n;
  const rest = left > waiting ? left - waiting : 0n;
  const hasEnded = cancelledAt !== null || facts.instantRefunded || facts.settled;
  const pending = sums.schedules.flatMap(({ releaseType, amount, cliffTime, endTime }) => {
    if (hasEnded || !isReleaseType(releaseType)) return [];
    const terms = { releaseType, amount, cliffTime, endTime };
    const nextUnlock = nextUnlockTime(terms, { now, cancelledAt });
    return nextUnlock === null ? [] : [{ ...terms, nextUnlock }];
  });
  const ends = pending.map(({ endTime }) => endTime);
  return {
    ...{ claimed, unlocked, waiting, locked: hasEnded ? 0n : rest, lost: hasEnded ? rest : 0n },
    unlock: findNextUnlock(pending, now),
    end: ends.reduce<bigint | null>((last, end) => (last === null || end > last ? end : last), null),
  };
}
