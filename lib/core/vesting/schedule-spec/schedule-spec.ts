import { english, type Message, message, type Translator } from "@/lib/core/i18n/translator";

/** How the rest unlocks after the cliff, and the months of each step. */
export const STEP_MONTHS = {
  ...{ linear: 0, monthly: 1, quarterly: 3, "half-yearly": 6, yearly: 12 },
  "linear-behind-monthly": 1,
} as const;
export type Steps = keyof typeof STEP_MONTHS;

/**
 * A linear unlock that is never ahead of monthly steps. It needs one leaf instead of one per month. Forms and
 * files accept it; requests state the leaves themselves.
 */
export const BEHIND_MONTHLY = "linear-behind-monthly";

const isRequestable = (steps: Steps): steps is Exclude<Steps, typeof BEHIND_MONTHLY> =>
  steps !== BEHIND_MONTHLY;

/** The steps of requests and of messages that list the accepted words. */
export const STEPS = (Object.keys(STEP_MONTHS) as Steps[]).filter(isRequestable);

/** Names of the steps as written before the word "steps". */
export const STEPS_NAMES: Record<Steps, Message> = {
  linear: message("linear"),
  monthly: message("monthly"),
  quarterly: message("quarterly"),
  "half-yearly": message("half-yearly"),
  yearly: message("yearly"),
  [BEHIND_MONTHLY]: message("linear, never ahead of monthly"),
};

/**
 * A schedule spec as a user enters it: a share at the start, a share at the cliff, and the rest by the second
 * or in equal steps until the end. Shares are hundredths of a percent of the whole; months count from the
 * start.
 */
export type ScheduleSpec = {
  upfrontShare: number;
  cliffShare: number;
  cliffMonths: number;
  durationMonths: number;
  steps: Steps;
};

/** A schedule spec that requests can state. */
export type RequestableSpec = Omit<ScheduleSpec, "steps"> & { steps: (typeof STEPS)[number] };

/** The names of the schedule fields in files and requests. */
export const SCHEDULE_SPEC_FIELDS = [
  "upfrontPercent",
  "cliffPercent",
  "cliffMonths",
  "durationMonths",
  "steps",
] as const;
export type ScheduleSpecField = (typeof SCHEDULE_SPEC_FIELDS)[number];
export type ScheduleSpecError = { field: ScheduleSpecField; message: string };

/** The whole (100%), in hundredths of a percent. */
export const WHOLE_SHARE = 10_000;
/** One hundred years. */
export const MAX_MONTHS = 1_200;
/** The program allows at most this many cliff and linear leaves per beneficiary (PerLeafCapExceeded). */
export const MAX_TIMED_LEAVES = 8;

/** A share that unlocks: at once if it has one date, evenly if it has two. Months count from the start. */
export type ScheduleSpecPart = { kind: "at" | "evenly"; fromMonth: number; toMonth: number };

const isLinear = (steps: Steps) => steps === "linear" || steps === BEHIND_MONTHLY;

const getRemainingShare = ({ upfrontShare, cliffShare }: ScheduleSpec) =>
  WHOLE_SHARE - upfrontShare - cliffShare;

function stepCount({ steps, cliffMonths, durationMonths }: ScheduleSpec): number {
  return isLinear(steps) ? 1 : (durationMonths - cliffMonths) / STEP_MONTHS[steps];
}

/** Returns the number of leaves that a schedule needs; not an integer if its steps do not divide evenly. */
function leafCount(spec: ScheduleSpec): number {
  const { upfrontShare, cliffShare } = spec;
  return (
    Number(upfrontShare > 0) + Number(cliffShare > 0) + (getRemainingShare(spec) > 0 ? stepCount(spec) : 0)
  );
}

/**
 * Returns the error that makes a schedule invalid or too large for the leaves of one recipient. The message
 * suggests schedules that fit.
 */
export function findScheduleSpecError(spec: ScheduleSpec, t: Translator = english): ScheduleSpecError | null {
  const { upfrontShare, cliffShare, cliffMonths, durationMonths } = spec;
  const together = percentText(upfrontShare + cliffShare, t);
  if (upfrontShare + cliffShare > WHOLE_SHARE) {
    return error(
      "cliffPercent",
      t("The shares at the start and at the cliff total {together}. Lower one of them.", { together }),
    );
  }
  if (cliffShare > 0 && cliffMonths === 0) {
    return error(
      "cliffMonths",
      t("A share at the cliff requires a cliff. Enter the number of months until the cliff."),
    );
  }
  if (durationMonths < cliffMonths) {
    return error(
      "durationMonths",
      t("The end ({months}) is before the cliff.", { months: months(durationMonths, t) }),
    );
  }
  if (durationMonths === cliffMonths && getRemainingShare(spec) > 0) {
    return error(
      "cliffPercent",
      t(
        "The shares total {together}, and nothing unlocks after the cliff. Set them to 100%, or extend the schedule.",
        { together },
      ),
    );
  }
  if (durationMonths > cliffMonths && getRemainingShare(spec) === 0) {
    const end = cliffShare > 0 ? cliffMonths : 0;
    return error(
      "durationMonths",
      t(
        "Everything is unlocked after {months}. End the schedule there, or leave a share for the remaining time.",
        {
          months: months(end, t),
        },
      ),
    );
  }
  return getRemainingShare(spec) > 0 ? findStepsError(t, spec) : null;
}

const error = (field: ScheduleSpecField, sentence: string): ScheduleSpecError => ({
  field,
  message: sentence,
});

function findStepsError(t: Translator, spec: ScheduleSpec): ScheduleSpecError | null {
  const { steps, cliffMonths, durationMonths } = spec;
  const size = STEP_MONTHS[steps];
  const rest = durationMonths - cliffMonths;
  if (size > 0 && rest % size !== 0) {
    const less = durationMonths - (rest % size);
    const values = { months: months(rest, t), steps: t(STEPS_NAMES[steps]), next: `${less + size}` };
    return error(
      "durationMonths",
      less > cliffMonths
        ? t(
            "The {months} after the cliff are not a whole number of {steps} steps. End after {less} or {next} months.",
            { ...values, less: `${less}` },
          )
        : t(
            "The {months} after the cliff are not a whole number of {steps} steps. End after {next} months.",
            values,
          ),
    );
  }
  const count = leafCount(spec);
  if (count <= MAX_TIMED_LEAVES) return null;
  return error(
    "steps",
    t(
      "These {number} {steps} steps create {leaves} allocations, but a recipient can have at most {max}. Possible alternatives: {fitting}.",
      {
        number: `${stepCount(spec)}`,
        steps: t(STEPS_NAMES[steps]),
        leaves: `${count}`,
        max: `${MAX_TIMED_LEAVES}`,
        fitting: whatFits(t, spec).reduce((list, next) => t("{list}, or {next}", { list, next })),
      },
    ),
  );
}

/** Returns descriptions of similar schedules that fit. */
function whatFits(t: Translator, spec: ScheduleSpec): string[] {
  const coarser = STEPS.filter((steps) => STEP_MONTHS[steps] > STEP_MONTHS[spec.steps]).find((steps) => {
    const count = leafCount({ ...spec, steps });
    return Number.isInteger(count) && count <= MAX_TIMED_LEAVES;
  });
  const { steps, cliffMonths } = spec;
  const free = MAX_TIMED_LEAVES - leafCount(spec) + stepCount(spec);
  const longest = cliffMonths + free * STEP_MONTHS[steps];
  return [
    ...(coarser ? [t("{steps} steps", { steps: t(STEPS_NAMES[coarser]) })] : []),
    t("linear after the cliff"),
    t("{steps} steps that end after {months} months", {
      steps: t(STEPS_NAMES[steps]),
      months: `${longest}`,
    }),
  ];
}

/**
 * Returns the parts of a schedule spec in order, each with the share that has unlocked at its end, as a
 * fraction.
 */
export function scheduleSpecParts(
  spec: ScheduleSpec,
): (ScheduleSpecPart & { until: bigint; denominator: bigint })[] {
  const { upfrontShare, cliffShare, cliffMonths, durationMonths, steps } = spec;
  const rest = getRemainingShare(spec);
  const count = rest > 0 ? stepCount(spec) : 0;
  const denominator = BigInt(WHOLE_SHARE) * BigInt(Math.max(count, 1));
  const scaled = (share: number) => (BigInt(share) * denominator) / BigInt(WHOLE_SHARE);
  const at = (month: number) => ({ kind: "at" as const, fromMonth: month, toMonth: month, denominator });
  const parts = [];
  if (upfrontShare > 0) parts.push({ ...at(0), until: scaled(upfrontShare) });
  if (cliffShare > 0) parts.push({ ...at(cliffMonths), until: scaled(upfrontShare + cliffShare) });
  if (rest > 0 && steps === "linear") {
    parts.push({
      kind: "evenly" as const,
      fromMonth: cliffMonths,
      toMonth: durationMonths,
      denominator,
      until: denominator,
    });
  }
  if (rest > 0 && steps === BEHIND_MONTHLY) {
    const [fromMonth, toMonth] = [cliffMonths + 1, durationMonths + 1];
    parts.push({ kind: "evenly" as const, fromMonth, toMonth, denominator, until: denominator });
  }
  if (rest > 0 && !isLinear(steps)) {
    for (let step = 1; step <= count; step++) {
      const until = scaled(upfrontShare + cliffShare) + BigInt(rest) * BigInt(step);
      parts.push({ ...at(cliffMonths + step * STEP_MONTHS[steps]), until });
    }
  }
  return parts;
}

/** Returns hundredths of a percent as text, such as "12.5%". */
export function percentText(share: number, t: Translator = english): string {
  return `${String(share / 100).replace(".", t.marks.decimal)}${t.marks.percent}`;
}

/** Returns a number of months as text, without thousands separators. */
const months = (count: number, t: Translator = english): string =>
  t("{count, plural, one {{number} month} other {{number} months}}", { count, number: `${count}` });
