import { english, type Translator } from "@/lib/core/i18n/translator";
import {
  BEHIND_MONTHLY,
  MAX_MONTHS,
  type ScheduleSpec,
  type ScheduleSpecError,
  type ScheduleSpecField,
  STEPS,
  type Steps,
  WHOLE_SHARE,
} from "./schedule-spec";

/**
 * Parses a percentage from 0 to 100 with at most two decimals into hundredths of a percent, or returns null.
 * "12,5" and "12.5 %" are valid too.
 */
export function readShare(text: string): number | null {
  const found = /^(\d{1,3})(?:[.,](\d{1,2}))?\s?%?$/.exec(text);
  if (!found) return null;
  const [, whole = "", fraction = ""] = found;
  const share = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return share <= WHOLE_SHARE ? share : null;
}

/** Parses a number of months from 0 to 1,200, or returns null. */
function readMonths(text: string): number | null {
  return /^\d{1,4}$/.test(text) && Number(text) <= MAX_MONTHS ? Number(text) : null;
}

/** Other spellings of the steps, including German ones. */
const STEP_SPELLINGS: Record<string, Steps> = {
  [BEHIND_MONTHLY]: BEHIND_MONTHLY,
  month: "monthly",
  quarter: "quarterly",
  year: "yearly",
  annually: "yearly",
  annual: "yearly",
  "semi-annually": "half-yearly",
  "semi-annual": "half-yearly",
  monatlich: "monthly",
  quartalsweise: "quarterly",
  vierteljährlich: "quarterly",
  halbjährlich: "half-yearly",
  jährlich: "yearly",
};

/** Returns the kind of steps that a text names, or null. */
export function readSteps(text: string): Steps | null {
  const name = text.toLowerCase().replace(/[\s_]+/g, "-");
  return STEPS.find((steps) => steps === name) ?? STEP_SPELLINGS[name] ?? null;
}

const LIMITS = { max: `${MAX_MONTHS}` };

/** The validation message of each field. */
const SCHEDULE_SPEC_SENTENCES: Record<ScheduleSpecField, (t: Translator) => string> = {
  upfrontPercent: (t) =>
    t("The share at the start must be a percentage from 0 to 100 with at most two decimal places."),
  cliffPercent: (t) =>
    t("The share at the cliff must be a percentage from 0 to 100 with at most two decimal places."),
  cliffMonths: (t) => t("The cliff must be a whole number of months from 0 to {max}.", LIMITS),
  durationMonths: (t) => t("The end must be a whole number of months from 0 to {max}.", LIMITS),
  // The list shows exactly the words that the parser accepts.
  steps: (t) =>
    t("Use {words} or {last}.", { words: STEPS.slice(0, -1).join(", "), last: STEPS.at(-1) ?? "" }),
};

/** Returns the message that describes which texts a field accepts. */
export const scheduleSpecSentence = (field: ScheduleSpecField, t: Translator = english): string =>
  SCHEDULE_SPEC_SENTENCES[field](t);

/**
 * Parses a schedule spec from the texts of its fields. An empty field counts as zero, and empty steps as
 * linear.
 */
export function readScheduleSpec(
  text: (field: ScheduleSpecField) => string,
  t: Translator = english,
): { spec: ScheduleSpec } | { errors: ScheduleSpecError[] } {
  const errors: ScheduleSpecError[] = [];
  const read = <T>(field: ScheduleSpecField, parse: (text: string) => T | null, none: T): T => {
    const entered = text(field);
    const value = entered === "" ? none : parse(entered);
    if (value === null) errors.push({ field, message: SCHEDULE_SPEC_SENTENCES[field](t) });
    return value ?? none;
  };
  if (text("durationMonths") === "") {
    errors.push({
      field: "durationMonths",
      message: t("Enter the number of months until everything is unlocked."),
    });
  }
  const scheduleSpec: ScheduleSpec = {
    upfrontShare: read("upfrontPercent", readShare, 0),
    cliffShare: read("cliffPercent", readShare, 0),
    cliffMonths: read("cliffMonths", readMonths, 0),
    durationMonths: read("durationMonths", readMonths, 0),
    steps: read("steps", readSteps, "linear"),
  };
  return errors.length > 0 ? { errors: errors } : { spec: scheduleSpec };
}

/** Returns the field texts that `readScheduleSpec` parses back into the same schedule. */
export const scheduleSpecTexts = (spec: ScheduleSpec): Record<ScheduleSpecField, string> => ({
  upfrontPercent: String(spec.upfrontShare / 100),
  cliffPercent: String(spec.cliffShare / 100),
  cliffMonths: String(spec.cliffMonths),
  durationMonths: String(spec.durationMonths),
  steps: spec.steps,
});
