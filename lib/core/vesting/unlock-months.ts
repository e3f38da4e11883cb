import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

/** Calendar months in UTC are counted from January 1970; the first and the last one take in all that lies beyond them. */
export const LAST_MONTH = 130 * 12 - 1;

/** Unix seconds at which each month begins, and the one after the last. */
const STARTS = Array.from({ length: LAST_MONTH + 2 }, (_, month) => Date.UTC(1970, month) / 1000);
const LONGEST_DAYS = 31;
const DAY = 86_400;
const MEAN_MONTH = 2_629_746;

const startOf = (month: number): number => STARTS[month] ?? 0;

/** The last second of a month, in unix seconds. */
export const monthEnd = (month: number): bigint => BigInt(startOf(month + 1) - 1);

/** The month that a moment is in, in unix seconds. */
export function monthOf(time: bigint): number {
  if (time < 0n) return 0;
  if (time >= BigInt(startOf(LAST_MONTH))) return LAST_MONTH;
  const seconds = Number(time);
  // Months differ from their mean by days, so that the guess is at most one off.
  let month = Math.min(LAST_MONTH, Math.floor(seconds / MEAN_MONTH));
  while (month > 0 && startOf(month) > seconds) month--;
  while (startOf(month + 1) <= seconds) month++;
  return month;
}

/** A month as ISO 8601 writes it, such as "2026-11". */
export const monthText = (month: number): string =>
  `${1970 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;

/** The unlocks of a campaign's current leaves around a month, in base units; `cliff` in unix seconds. */
export type CampaignUnlocks = {
  before: bigint;
  months: readonly { month: number; amount: bigint }[];
  later: bigint;
  milestones: readonly { index: number; amount: bigint; cliff: bigint }[];
};

/** What unlocks of a list of leaves in each month, exactly as the program counts. Amounts in base units. */
export type UnlockSums = {
  /** Months in which something vests by time, ascending, and how much. */
  months: number[];
  amounts: bigint[];
  /** Milestone indexes, ascending, what waits for each, and the earliest cliff of its leaves in unix seconds. */
  milestones: number[];
  milestoneAmounts: bigint[];
  milestoneCliffs: bigint[];
};

type Terms = Pick<Leaf, "amount" | "releaseType" | "cliffTime" | "endTime" | "milestoneIdx">;

/** Below it a remainder and what a month adds to it are exact as numbers together. */
const EXACT = 2n ** 52n;

/**
 * Sums up leaves one after another. Each leaf vests in whole base units, cut off at every moment, so that the sum over leaves
 * is not what their sum would vest: every leaf is counted by itself, a linear one by stepping through its months without a
 * division.
 */
export class UnlockSummer {
  private readonly whole: bigint[] = Array.from({ length: LAST_MONTH + 1 }, () => 0n);
  /** What begins (and after a range ends) to vest with each month of so many days. */
  private readonly ranges = new Map<number, bigint[]>();
  private readonly carries = new Float64Array(LAST_MONTH + 1);
  private readonly waiting = new Map<number, { amount: bigint; cliff: bigint }>();

  add({ amount, releaseType, cliffTime, endTime, milestoneIdx }: Terms): void {
    if (amount === 0n) return;
    if (releaseType === ReleaseType.Milestone) {
      this.addMilestone(milestoneIdx, amount, cliffTime);
      return;
    }
    const last = releaseType === ReleaseType.Cliff ? monthOf(cliffTime) : monthOf(endTime);
    const first = releaseType === ReleaseType.Cliff ? last : monthOf(cliffTime);
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

  /** The months between a linear leaf's first and last: each vests a quotient, and one more when the remainders carry. */
  private stepThrough(of: {
    first: number;
    last: number;
    amount: bigint;
    stretch: bigint;
    rest: bigint;
  }): void {
    const { first, last, amount, stretch } = of;
    if (last - first < 2) return;
    const remainders = new Float64Array(LONGEST_DAYS + 1);
    for (const days of [28, 29, 30, 31]) {
      const product = amount * BigInt(days * DAY);
      remainders[days] = Number(product % stretch);
      this.addRange(days, { from: first + 1, until: last, amount: product / stretch });
    }
    const divisor = Number(stretch);
    let rest = Number(of.rest);
    for (let month = first + 1; month < last; month++) {
      rest += remainders[daysOf(month)] ?? 0;
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
      const amount = whole + (running.get(daysOf(month)) ?? 0n) + BigInt(this.carries[month] ?? 0);
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
    };
  }
}

const daysOf = (month: number): number => (startOf(month + 1) - startOf(month)) / DAY;
