import { ReleaseType } from "@/lib/core/vesting/leaf";
import { type VestingTerms, vestedAmount } from "@/lib/core/vesting/schedule";

/** Summary of the schedules that have already begun when a campaign is created. Amounts are in base units. */
export type PastDates = {
  /** Leaves whose cliff has passed. */
  begun: number;
  /** The amount that recipients could claim at once. */
  claimable: bigint;
  total: bigint;
  /**
   * The creator has to confirm: a cliff is more than a day in the past, or a notable part is claimable at
   * once.
   */
  needsConfirmation: boolean;
};

/** A schedule that begins today is probably intended; a wrong month or year is further in the past. */
const TODAY_SECONDS = 86_400n;
/** The smallest claimable part of the total, in percent, that needs confirmation regardless of its date. */
const NOTABLE_PERCENT = 1n;

/** Counts the schedules that have begun at `now` (unix seconds), one leaf at a time. */
export class PastDatesCounter {
  private begun = 0;
  private claimable = 0n;
  private total = 0n;
  private isOld = false;

  constructor(private readonly now: bigint) {}

  add(terms: VestingTerms): void {
    const { now } = this;
    this.total += terms.amount;
    if (terms.cliffTime > now) return;
    this.begun++;
    if (terms.cliffTime < now - TODAY_SECONDS) this.isOld = true;
    // A milestone pays nothing before its release, regardless of its date.
    if (terms.releaseType === ReleaseType.Milestone) return;
    this.claimable += vestedAmount(terms, { now, cancelledAt: null });
  }

  result(): PastDates {
    const { begun, claimable, total, isOld } = this;
    const isNotable = claimable > 0n && claimable * 100n >= total * NOTABLE_PERCENT;
    return { begun, claimable, total, needsConfirmation: isOld || isNotable };
  }
}

/** Returns the summary for leaves that are already in memory, at `now` (unix seconds). */
export function pastDates(leaves: Iterable<VestingTerms>, now: bigint): PastDates {
  const counter = new PastDatesCounter(now);
  for (const leaf of leaves) counter.add(leaf);
  return counter.result();
}
