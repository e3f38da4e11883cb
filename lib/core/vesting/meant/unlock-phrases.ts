import { addMonths, isoDate } from "@/lib/core/vesting/curve";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import {
  type MeantSchedule,
  MOST_MONTHS,
  meantParts,
  months,
  percentText,
  WHOLE_SHARE,
} from "./meant-schedule";

/** What unlocks when, of one allocation; `amount` in base units, times in unix seconds. */
export type UnlockPhrase =
  | { kind: "at"; amount: bigint; at: bigint }
  | { kind: "evenly"; amount: bigint; from: bigint; to: bigint }
  /** Equal parts, some months apart; they differ by a base unit at most, and `amount` is all of them. */
  | { kind: "steps"; amount: bigint; count: number; months: number; from: bigint; to: bigint }
  | { kind: "milestone"; amount: bigint; milestoneIdx: number };

type AllocationLeaf = Pick<Leaf, "amount" | "startTime" | "cliffTime" | "endTime" | "milestoneIdx"> & {
  releaseType: number;
};

/** The leaves of one recipient as one allocation: in the order in which they unlock, equal steps together, milestones last. */
export function unlockPhrases(leaves: readonly AllocationLeaf[]): UnlockPhrase[] {
  const timed = leaves.filter(({ releaseType }) => releaseType !== ReleaseType.Milestone);
  const ordered = timed.toSorted(
    (a, b) => compare(a.cliffTime, b.cliffTime) || compare(a.endTime, b.endTime),
  );
  const phrases: UnlockPhrase[] = [];
  for (let at = 0; at < ordered.length; ) {
    const run = stepsFrom(ordered, at);
    const leaf = ordered[at] as AllocationLeaf;
    phrases.push(run ?? phraseOf(leaf));
    at += run ? run.count : 1;
  }
  const waiting = leaves.filter(({ releaseType }) => releaseType === ReleaseType.Milestone);
  return [
    ...phrases,
    ...waiting.map(({ amount, milestoneIdx }) => ({ kind: "milestone" as const, amount, milestoneIdx })),
  ];
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

const isStep = ({ releaseType, cliffTime, endTime }: AllocationLeaf) =>
  releaseType === ReleaseType.Cliff || cliffTime === endTime;

function phraseOf(leaf: AllocationLeaf): UnlockPhrase {
  const { amount, cliffTime, endTime } = leaf;
  if (isStep(leaf)) return { kind: "at", amount, at: cliffTime };
  return { kind: "evenly", amount, from: cliffTime, to: endTime };
}

/** Fewer are told one by one. */
const FEWEST_STEPS = 3;

/** The equal steps that begin at a place, if there are some. */
function stepsFrom(
  leaves: readonly AllocationLeaf[],
  place: number,
): (UnlockPhrase & { kind: "steps" }) | null {
  const [first, second] = leaves.slice(place, place + 2);
  if (!first || !second || !isStep(first)) return null;
  const begin = monthsFrom(first);
  const months = (monthsFrom(second) ?? 0) - (begin ?? 0);
  if (begin === null || months <= 0) return null;
  const isNext = (leaf: AllocationLeaf, count: number) =>
    isStep(leaf) &&
    leaf.startTime === first.startTime &&
    leaf.cliffTime === addMonths(first.startTime, begin + months * count);
  const equal = new EqualAmounts();
  let count = 0;
  for (const leaf of leaves.slice(place)) {
    if (!isNext(leaf, count) || !equal.take(leaf.amount)) break;
    count++;
  }
  if (count < FEWEST_STEPS) return null;
  const to = addMonths(first.startTime, begin + months * (count - 1));
  return { kind: "steps", amount: equal.sum, count, months, from: first.cliffTime, to };
}

/** Amounts that differ by no more than the unit that rounding makes. */
class EqualAmounts {
  sum = 0n;
  private least: bigint | null = null;
  private most = 0n;

  take(amount: bigint): boolean {
    const least = this.least === null || amount < this.least ? amount : this.least;
    const most = this.least === null || amount > this.most ? amount : this.most;
    if (most - least > 1n) return false;
    [this.least, this.most] = [least, most];
    this.sum += amount;
    return true;
  }
}

/** How many calendar months after its start a step comes; null when it is no whole number of them. */
function monthsFrom({ startTime, cliffTime }: AllocationLeaf): number | null {
  // A month has 28 to 31 days, so that the count is one of few.
  const days = Number((cliffTime - startTime) / 86_400n);
  const [least, most] = [Math.floor(days / 31), Math.ceil((days + 1) / 28)];
  if (least > MOST_MONTHS) return null;
  for (let count = least; count <= most; count++) {
    if (addMonths(startTime, count) === cliffTime) return count;
  }
  return null;
}

/** A phrase as text in UTC; `amountText` writes base units. */
export function phraseText(phrase: UnlockPhrase, amountText: (amount: bigint) => string): string {
  const amount = amountText(phrase.amount);
  switch (phrase.kind) {
    case "at":
      return `${amount} on ${dayText(phrase.at)}`;
    case "evenly":
      return `${amount} evenly from ${dayText(phrase.from)} to ${dayText(phrase.to)}`;
    case "steps":
      return `${amount} in ${phrase.count} equal steps, ${apart(phrase.months)}, from ${dayText(phrase.from)} to ${dayText(phrase.to)}`;
    case "milestone":
      return `${amount} when milestone ${phrase.milestoneIdx} is released`;
  }
}

const APART: Record<number, string> = { 1: "monthly", 3: "quarterly", 6: "half-yearly", 12: "yearly" };

/** How far apart steps are, such as "quarterly". */
export const apart = (count: number): string => APART[count] ?? `every ${count} months`;

/** What a meant schedule unlocks when, from a start or, without one, in months after whatever start it gets. */
export function meantWords(meant: MeantSchedule, startTime: bigint | null = null): string {
  const parts = meantParts(meant);
  const sentences: string[] = [];
  const when = (month: number) =>
    startTime !== null
      ? `on ${dayText(addMonths(startTime, month))}`
      : month === 0
        ? "at the start"
        : `${months(month)} after the start`;
  const from = (month: number) => when(month).replace(/^(on|at) /, "");
  const rest = WHOLE_SHARE - meant.upfrontShare - meant.cliffShare;
  if (meant.upfrontShare > 0) sentences.push(`${percentText(meant.upfrontShare)} ${when(0)}`);
  if (meant.cliffShare > 0) sentences.push(`${percentText(meant.cliffShare)} ${when(meant.cliffMonths)}`);
  const last = parts.at(-1);
  if (rest > 0 && last) {
    const all = sentences.length === 0 ? "" : "the other ";
    if (last.kind === "evenly") {
      sentences.push(
        `${all}${percentText(rest)} evenly by the second from ${from(last.fromMonth)} to ${from(last.toMonth)}`,
      );
    } else {
      const steps = parts.slice(sentences.length);
      const [first] = steps;
      sentences.push(
        steps.length === 1
          ? `${all}${percentText(rest)} ${when(last.toMonth)}`
          : `${all}${percentText(rest)} in ${steps.length} equal ${meant.steps} steps, the first ${when(first?.toMonth ?? 0)}, the last ${when(last.toMonth)}`,
      );
    }
  }
  return sentences.join(", then ");
}

/** A moment as a day of the calendar in UTC, such as "1 Mar 2027", with the time of day where it is not midnight. */
export function dayText(time: bigint): string {
  const iso = isoDate(time);
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)(:\d\d)/.exec(iso);
  if (!found) return iso;
  const [, year, month, day, clock, seconds] = found;
  const date = `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
  const ofDay = `${clock}${seconds === ":00" ? "" : seconds}`;
  return ofDay === "00:00" ? date : `${date}, ${ofDay} UTC`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
