import { english, type Message, message, type Translator } from "@/lib/core/i18n/translator";
import { addMonths, isoDate } from "@/lib/core/vesting/curve";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { spanBehindMonthly } from "./behind-monthly";
import {
  BEHIND_MONTHLY,
  MAX_MONTHS,
  percentText,
  type ScheduleSpec,
  type ScheduleSpecPart,
  type Steps,
  scheduleSpecParts,
  WHOLE_SHARE,
} from "./schedule-spec";

/** One unlock of an allocation; `amount` in base units, times in unix seconds. */
export type UnlockPhrase =
  | { kind: "at"; amount: bigint; at: bigint }
  | { kind: "evenly"; amount: bigint; from: bigint; to: bigint }
  /**
   * Equal parts at a distance of `months` months. The parts differ by at most one base unit; `amount` is
   * their sum.
   */
  | { kind: "steps"; amount: bigint; count: number; months: number; from: bigint; to: bigint }
  | { kind: "milestone"; amount: bigint; milestoneIdx: number };

type AllocationLeaf = Pick<Leaf, "amount" | "startTime" | "cliffTime" | "endTime" | "milestoneIdx"> & {
  releaseType: number;
};

/**
 * Describes the leaves of one recipient as one allocation: in unlock order, equal steps combined, milestones
 * last.
 */
export function unlockPhrases(leaves: readonly AllocationLeaf[]): UnlockPhrase[] {
  const timed = leaves.filter(({ releaseType }) => releaseType !== ReleaseType.Milestone);
  const ordered = timed.toSorted(
    (a, b) => compare(a.cliffTime, b.cliffTime) || compare(a.endTime, b.endTime),
  );
  const phrases: UnlockPhrase[] = [];
  for (let at = 0; at < ordered.length; ) {
    const run = stepsFrom(ordered, at);
    const leaf = ordered[at] as AllocationLeaf;
    phrases.push(run ?? getPhrase(leaf));
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

function getPhrase(leaf: AllocationLeaf): UnlockPhrase {
  const { amount, cliffTime, endTime } = leaf;
  if (isStep(leaf)) return { kind: "at", amount, at: cliffTime };
  return { kind: "evenly", amount, from: cliffTime, to: endTime };
}

/** Fewer steps are listed individually. */
const FEWEST_STEPS = 3;

/** Returns the equal steps that begin at an index, or null if there are none. */
function stepsFrom(
  leaves: readonly AllocationLeaf[],
  position: number,
): (UnlockPhrase & { kind: "steps" }) | null {
  const [first, second] = leaves.slice(position, position + 2);
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
  for (const leaf of leaves.slice(position)) {
    if (!isNext(leaf, count) || !equal.take(leaf.amount)) break;
    count++;
  }
  if (count < FEWEST_STEPS) return null;
  const to = addMonths(first.startTime, begin + months * (count - 1));
  return { kind: "steps", amount: equal.sum, count, months, from: first.cliffTime, to };
}

/** Accepts amounts that differ by at most one base unit, which is the effect of rounding. */
class EqualAmounts {
  sum = 0n;
  private smallest: bigint | null = null;
  private largest = 0n;

  take(amount: bigint): boolean {
    const min = this.smallest === null || amount < this.smallest ? amount : this.smallest;
    const max = this.smallest === null || amount > this.largest ? amount : this.largest;
    if (max - min > 1n) return false;
    [this.smallest, this.largest] = [min, max];
    this.sum += amount;
    return true;
  }
}

/** Returns how many calendar months after its start a step unlocks; null if that is not a whole number. */
function monthsFrom({ startTime, cliffTime }: AllocationLeaf): number | null {
  // A month has 28 to 31 days, so only a few counts are candidates.
  const days = Number((cliffTime - startTime) / 86_400n);
  const [min, max] = [Math.floor(days / 31), Math.ceil((days + 1) / 28)];
  if (min > MAX_MONTHS) return null;
  for (let count = min; count <= max; count++) {
    if (addMonths(startTime, count) === cliffTime) return count;
  }
  return null;
}

/** Returns a phrase as text. `amountText` formats base units, and `day` a moment, by default in UTC. */
export function phraseText(
  phrase: UnlockPhrase,
  amountText: (amount: bigint) => string,
  t: Translator = english,
  day: (time: bigint) => string = (time) => dayText(time, t),
): string {
  const amount = amountText(phrase.amount);
  switch (phrase.kind) {
    case "at":
      return t("{amount} on {day}", { amount, day: day(phrase.at) });
    case "evenly":
      return t("{amount} evenly from {from} to {to}", {
        ...{ amount, from: day(phrase.from), to: day(phrase.to) },
      });
    case "steps":
      return t("{amount} in {number} equal steps, {often}, from {from} to {to}", {
        ...{ amount, from: day(phrase.from), to: day(phrase.to) },
        ...{ number: `${phrase.count}`, often: intervalText(phrase.months, t) },
      });
    case "milestone":
      return t("{amount} when milestone {milestone} is released", {
        ...{ amount, milestone: `${phrase.milestoneIdx}` },
      });
  }
}

const INTERVAL_NAMES: Record<number, Message> = {
  1: message("monthly"),
  3: message("quarterly"),
  6: message("half-yearly"),
  12: message("yearly"),
};

/** Returns the interval of steps as text, such as "quarterly". */
export function intervalText(count: number, t: Translator = english): string {
  const often = INTERVAL_NAMES[count];
  return often ? t(often) : t("every {number} months", { number: `${count}` });
}

/**
 * Describes the unlocks of a schedule spec: with dates if a start is given, otherwise in months after the
 * start.
 */
export function scheduleSpecWords(
  spec: ScheduleSpec,
  startTime: bigint | null = null,
  t: Translator = english,
): string {
  const { upfrontShare, cliffShare, cliffMonths } = spec;
  const at = (share: number, month: number) =>
    t("{share} {when}", { share: percentText(share, t), when: whenText(t, month, startTime) });
  const phrases: string[] = [];
  if (upfrontShare > 0) phrases.push(at(upfrontShare, 0));
  if (cliffShare > 0) phrases.push(at(cliffShare, cliffMonths));
  const rest = WHOLE_SHARE - upfrontShare - cliffShare;
  const parts = scheduleSpecParts(spec).slice(phrases.length);
  const text = percentText(rest, t);
  const share = phrases.length === 0 ? text : t("the other {share}", { share: text });
  if (rest > 0) phrases.push(restText(t, { share, parts, spec, startTime }));
  return phrases.reduce((before, next) => t("{before}, then {next}", { before, next }));
}

type Rest = {
  share: string;
  parts: readonly ScheduleSpecPart[];
  spec: ScheduleSpec;
  startTime: bigint | null;
};

/** Describes how the rest unlocks after the cliff. */
function restText(t: Translator, { share, parts, spec, startTime }: Rest): string {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return share;
  if (spec.steps === BEHIND_MONTHLY) return behindText(t, { share, last, spec, startTime });
  if (last.kind === "evenly") {
    const [from, to] = [momentText(t, last.fromMonth, startTime), momentText(t, last.toMonth, startTime)];
    return t("{share} evenly by the second from {from} to {to}", { share, from, to });
  }
  const when = whenText(t, last.toMonth, startTime);
  if (parts.length === 1) return t("{share} {when}", { share, when });
  const values = {
    share,
    number: `${parts.length}`,
    first: whenText(t, first.toMonth, startTime),
    last: when,
  };
  return IN_STEPS[spec.steps](t, values);
}

type BehindRest = Omit<Rest, "parts"> & { last: ScheduleSpecPart };

/** Describes a linear unlock behind monthly steps. Its exact days follow only from a start. */
function behindText(t: Translator, { share, last, spec, startTime }: BehindRest): string {
  const span = startTime === null ? null : spanBehindMonthly(spec, startTime);
  const from = span ? dayText(span.from, t) : monthsOn(t, last.fromMonth);
  const to = span ? dayText(span.to, t) : monthsOn(t, last.toMonth);
  return t("{share} evenly by the second from {from} to {to}, never ahead of monthly steps", {
    ...{ share, from, to },
  });
}

type InSteps = { share: string; number: string; first: string; last: string };

const IN_STEPS: Record<Exclude<Steps, typeof BEHIND_MONTHLY>, (t: Translator, steps: InSteps) => string> = {
  linear: (t, { share, last }) => t("{share} {when}", { share, when: last }),
  monthly: (t, values) =>
    t("{share} in {number} equal monthly steps, the first {first}, the last {last}", values),
  quarterly: (t, values) =>
    t("{share} in {number} equal quarterly steps, the first {first}, the last {last}", values),
  "half-yearly": (t, values) =>
    t("{share} in {number} equal half-yearly steps, the first {first}, the last {last}", values),
  yearly: (t, values) =>
    t("{share} in {number} equal yearly steps, the first {first}, the last {last}", values),
};

/** Returns the time of a month of the schedule as an adverb: "on 1 Mar 2027", "12 months after the start". */
function whenText(t: Translator, month: number, startTime: bigint | null): string {
  if (startTime !== null) return t("on {day}", { day: dayText(addMonths(startTime, month), t) });
  return month === 0 ? t("at the start") : monthsOn(t, month);
}

/** Returns the same time as a noun, for use after "from" or "to". */
function momentText(t: Translator, month: number, startTime: bigint | null): string {
  if (startTime !== null) return dayText(addMonths(startTime, month), t);
  return month === 0 ? t("the start") : monthsOn(t, month);
}

const monthsOn = (t: Translator, count: number) =>
  t("{count, plural, one {{number} month after the start} other {{number} months after the start}}", {
    ...{ count, number: `${count}` },
  });

/**
 * Returns a moment as a calendar day in UTC, such as "1 Mar 2027", with the time of day unless it is
 * midnight.
 */
export function dayText(time: bigint, t: Translator = english): string {
  const iso = isoDate(time);
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)(:\d\d)/.exec(iso);
  if (!found) return iso;
  const [, year, month, day, clock, seconds] = found;
  // English does not use Intl, so that API responses do not change with the runtime's locale data.
  const date =
    t.language === "en"
      ? `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
      : writeDay(new Date(iso), t.locale);
  const ofDay = `${clock}${seconds === ":00" ? "" : seconds}`;
  return ofDay === "00:00" ? date : `${date}, ${ofDay} UTC`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const formats = new Map<string, Intl.DateTimeFormat>();

function writeDay(date: Date, locale: string): string {
  const known = formats.get(locale);
  const style = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  const format = known ?? new Intl.DateTimeFormat(locale, style);
  if (!known) formats.set(locale, format);
  return format.format(date);
}
