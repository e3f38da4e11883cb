import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

/**
 * Calendar months in UTC are counted from January 1970. The first and the last month include everything
 * beyond them.
 */
export const LAST_MONTH = 130 * 12 - 1;

/** Unix seconds at which each month begins, including the month after the last. */
const STARTS = Array.from({ length: LAST_MONTH + 2 }, (_, month) => Date.UTC(1970, month) / 1000);
const LONGEST_DAYS = 31;
const DAY = 86_400;
const MEAN_MONTH = 2_629_746;

const getStart = (month: number): number => STARTS[month] ?? 0;

/** Returns the last second of a month, in unix seconds. */
export const monthEnd = (month: number): bigint => BigInt(getStart(month + 1) - 1);

/** Returns the month of a moment in unix seconds. */
export function toMonth(time: bigint): number {
  if (time < 0n) return 0;
  if (time >= BigInt(getStart(LAST_MONTH))) return LAST_MONTH;
  const seconds = Number(time);
  // Months differ from the mean by days only, so the estimate is at most one month off.
  let month = Math.min(LAST_MONTH, Math.floor(seconds / MEAN_MONTH));
  while (month > 0 && getStart(month) > seconds) month--;
  while (getStart(month + 1) <= seconds) month++;
  return month;
}

/** Returns a month in ISO 8601 format, such as "2026-11". */
export const monthText = (month: number): string =>
  `${1970 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;

/** The unlocks of a campaign's current leaves around a month, in base units; `cliff` in unix seconds. */
export type CampaignUnlocks = {
  before: bigint;
  months: readonly { month: number; amount: bigint }[];
  later: bigint;
  milestones: readonly { index: number; amount: bigint; cliff: bigint }[];
};

/** Returns the amount of the milestones that are not released, in base units. */
export const unreleasedAmount = (
  milestones: CampaignUnlocks["milestones"],
  released: readonly number[],
): bigint =>
  milestones.reduce((sum, { index, amount }) => (released.includes(index) ? sum : sum + amount), 0n);

/**
 * The amounts that unlock from a list of leaves in each month, exactly as the program computes them. Amounts
 * are in base units.
 */
export type UnlockSums = {
  /** Months in which an amount vests by time, ascending, and these amounts. */
  months: number[];
  amounts: bigint[];
  /**
   * Milestone indexes, ascending, with the amount of each and the earliest cliff of its leaves in unix
   * seconds.
   */
  milestones: number[];
  milestoneAmounts: bigint[];
  milestoneCliffs: bigint[];
  /** When the last leaf that vests by time has fully vested, in unix seconds; null without such a leaf. */
  lastUnlock: bigint | null;
};

type Terms = Pick<Leaf, "amount" | "releaseType" | "cliffTime" | "endTime" | "milestoneIdx">;

/** Below this bound, the sum of a remainder and a monthly increment is exact as a number. */
const EXACT = 2n ** 52n;

/**
 * Sums up leaves one after another. Each leaf vests in whole base units, rounded down at every moment, so the
 * sum of the leaves differs from one leaf with their sum. Every leaf is therefore counted separately. The
 * months of a linear leaf are computed incrementally, without a division per month.
 */
export class UnlockSummer {
  private readonly whole: bigint[] = Array.from({ length: LAST_MONTH + 1 }, () => 0n);
  /** Change of the monthly amount at the start and end of each range, by the number of days in a month. */
  private readonly ranges = new Map<number, bigint[]>();
  private readonly carries = new Float64Array(LAST_MONTH + 1);
  private readonly waiting = new Map<number, { amount: bigint; cliff: bigint }>();
  private lastUnlock: bigint | null = null;

  add({ amount, releaseType, cliffTime, endTime, milestoneIdx }: Terms): void {
    if (amount === 0n) return;
    if (releaseType === ReleaseType.Milestone) {
      this.addMilestone(milestoneIdx, amount, cliffTime);
      return;
    }
    const end = releaseType === ReleaseType.Cliff ? cliffTime : endTime;
    if (this.lastUnlock === null || end > this.lastUnlock) this.lastUnlock = end;
    const last = toMonth(end);
    const first = releaseType === ReleaseType.Cliff ? last : toMonth(cliffTime);
    if (first === last) {
      this.addTo(last, amount);
      return;
    }
    const stretch = endTime - cliffTime;
    const grown = (month: number) => amount * (monthEnd(month) - cliffTime);
    this.addTo(first, grown(first) / stretch);
    this.addTo(last, amount - grown(last - 1) / stretch);
    if (stretch < EXACT) this.stepThrough({ first, last, amount, stretch, rest: grown(first) % stretch });
    else {
      for (let month = first + 1; month < last; month++)
        this.addTo(month, grown(month) / stretch - grown(month - 1) / stretch);
    }
  }

  private addMilestone(index: number, amount: bigint, cliffTime: bigint): void {
    const known = this.waiting.get(index);
    const cliff = known && known.cliff < cliffTime ? known.cliff : cliffTime;
    this.waiting.set(index, { amount: (known?.amount ?? 0n) + amount, cliff });
  }

  private addTo(month: number, amount: bigint): void {
    this.whole[month] = (this.whole[month] ?? 0n) + amount;
  }

  /**
   * Adds the months between the first and the last month of a linear leaf. Each month vests a quotient, and
   * one more unit when the remainders carry.
   */
  private stepThrough(input: {
    first: number;
    last: number;
    amount: bigint;
    stretch: bigint;
    rest: bigint;
  }): void {
    const { first, last, amount, stretch } = input;
    if (last - first < 2) return;
    const remainders = new Float64Array(LONGEST_DAYS + 1);
    for (const days of [28, 29, 30, 31]) {
      const product = amount * BigInt(days * DAY);
      remainders[days] = Number(product % stretch);
      this.addRange(days, { from: first + 1, until: last, amount: product / stretch });
    }
    const divisor = Number(stretch);
    let rest = Number(input.rest);
    for (let month = first + 1; month < last; month++) {
      rest += remainders[getDays(month)] ?? 0;
      if (rest < divisor) continue;
      rest -= divisor;
      this.carries[month] = (this.carries[month] ?? 0) + 1;
    }
  }

  private addRange(days: number, { from, until, amount }: { from: number; until: number; amount: bigint }) {
    const range = this.ranges.get(days) ?? Array.from({ length: LAST_MONTH + 1 }, () => 0n);
    this.ranges.set(days, range);
    range[from] = (range[from] ?? 0n) + amount;
    range[until] = (range[until] ?? 0n) - amount;
  }

  end(): UnlockSums {
    const running = new Map<number, bigint>();
    const months: number[] = [];
    const amounts: bigint[] = [];
    for (const [month, whole] of this.whole.entries()) {
      for (const [days, range] of this.ranges)
        running.set(days, (running.get(days) ?? 0n) + (range[month] ?? 0n));
      const amount = whole + (running.get(getDays(month)) ?? 0n) + BigInt(this.carries[month] ?? 0);
      if (amount === 0n) continue;
      months.push(month);
      amounts.push(amount);
    }
    const waiting = [...this.waiting].sort(([a], [b]) => a - b);
    return {
      ...{ months, amounts },
      milestones: waiting.map(([index]) => index),
      milestoneAmounts: waiting.map(([, { amount }]) => amount),
      milestoneCliffs: waiting.map(([, { cliff }]) => cliff),
      lastUnlock: this.lastUnlock,
    };
  }
}

const getDays = (month: number): number => (getStart(month + 1) - getStart(month)) / DAY;
