import type { Recipient } from "@/lib/core/recipients/recipients";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { type ComposeError, composeAllocation } from "@/lib/core/vesting/schedule-spec/compose";
import { readScheduleSpec } from "@/lib/core/vesting/schedule-spec/read-schedule-spec";
import { type ScheduleSpecField, STEP_MONTHS } from "@/lib/core/vesting/schedule-spec/schedule-spec";
import { TIMES_COLUMNS } from "./file-header";
import { withoutInvisible } from "./number-text";
import { addLengths, after, isZeroLength, type Length, NO_LENGTH } from "./parse-length";
import { readCliffLength, readVestingLength, shareText, type VestingLength } from "./read-terms";
import type { RowReader } from "./row-reader";

type Leaves = readonly Omit<Recipient, "row">[];
const NONE: Leaves = [];

/** Reads a row whose schedule is in shares and lengths of time. */
export function readMonths(of: RowReader): Leaves {
  const whole = { beneficiary: of.beneficiary(), amount: of.amount(), startTime: of.time("startTime") };
  return readTerms(of, whole);
}

/** Reads a row with the amount that is unlocked at the start and the amount that vests until the end. */
export function readDistributor(of: RowReader): Leaves {
  const { t } = of;
  const beneficiary = of.beneficiary();
  const unlocked = of.amount("unlockedAmount");
  const amount = of.amount("lockedAmount");
  const startTime = of.time("startTime");
  const atStart = { startTime, cliffTime: startTime, endTime: startTime, milestoneIdx: 0 };
  const first: Leaves =
    unlocked > 0n ? [{ beneficiary, amount: unlocked, releaseType: ReleaseType.Cliff, ...atStart }] : NONE;
  if (amount === 0n) {
    if (unlocked === 0n) of.errors.unlockedAmount ??= t("The amount must be greater than zero.");
    return first;
  }
  if (of.isInMonths()) return [...first, ...readTerms(of, { beneficiary, amount, startTime })];
  if (!of.cell("endTime")) {
    of.errors.lockedAmount ??= t("This amount vests over time. Enter its endTime or durationMonths.");
    return NONE;
  }
  const cliffTime = of.cell("cliffTime") ? of.time("cliffTime") : startTime;
  const times = { startTime, cliffTime, endTime: of.time("endTime"), milestoneIdx: 0 };
  return [...first, { beneficiary, amount, releaseType: ReleaseType.Linear, ...times }];
}

/** Reads a row with the amount that is unlocked at the cliff and the amount per period after it. */
export function readLocker(of: RowReader): Leaves {
  const { t } = of;
  const beneficiary = of.beneficiary();
  const [atCliff, perPeriod] = [of.amount("cliffAmount"), of.amount("periodAmount")];
  const startTime = of.time("startTime");
  const terms = scheduleSpecOf(of, readCliffLength(of), readVestingLength(of));
  if (!terms) return NONE;
  const size = STEP_MONTHS[terms.steps];
  const length = terms.durationMonths - terms.cliffMonths;
  if (size === 0 || length < 0 || length % size !== 0) {
    of.errors.periodAmount ??= t(
      "Enter steps (monthly, quarterly, half-yearly or yearly), cliffMonths and durationMonths to define the periods.",
    );
    return NONE;
  }
  const amounts = [atCliff, ...Array.from({ length: length / size }, () => perPeriod)];
  const leaves = amounts.map((amount, step) => {
    const time = after(startTime, { months: terms.cliffMonths + step * size, seconds: 0 });
    const times = { startTime, cliffTime: time, endTime: time, milestoneIdx: 0 };
    return { beneficiary, amount, releaseType: ReleaseType.Cliff, ...times };
  });
  const paid = leaves.filter(({ amount }) => amount > 0n);
  if (paid.length === 0) of.errors.periodAmount ??= t("The amount must be greater than zero.");
  return paid;
}

type Whole = Pick<Recipient, "beneficiary" | "amount" | "startTime">;

function readTerms(of: RowReader, whole: Whole): Leaves {
  refuseTimes(of);
  const cliff = readCliffLength(of);
  const vesting = readVestingLength(of);
  if (cliff && vesting && (cliff.seconds > 0 || vesting.length.seconds > 0)) {
    return readLengths(of, whole, { cliff, end: endOf(cliff, vesting) });
  }
  const spec = scheduleSpecOf(of, cliff, vesting);
  if (!spec || Object.keys(of.errors).length > 0) return NONE;
  const composed = composeAllocation({ ...whole, ...spec }, of.t);
  if ("leaves" in composed) return composed.leaves;
  report(of, composed.error);
  return NONE;
}

/** Rejects times in a row whose schedule is in months. */
function refuseTimes(of: RowReader): void {
  const { t } = of;
  for (const column of TIMES_COLUMNS) {
    if (!of.cell(column) || (column === "cliffTime" && of.cliffLength() !== undefined)) continue;
    of.errors[column] = t("Leave this cell empty in a row whose schedule is in months.");
  }
}

const endOf = (cliff: Length, { length, countsFrom }: VestingLength): Length =>
  countsFrom === "cliff" ? addLengths(cliff, length) : length;

/** Returns the schedule in months, with the given lengths; null if a field has an error. */
function scheduleSpecOf(of: RowReader, cliff: Length | null, vesting: VestingLength | null | undefined) {
  const { t } = of;
  const isRead = cliff !== null && vesting !== null;
  const texts: Partial<Record<ScheduleSpecField, string>> = {
    upfrontPercent: shareText(of, "upfrontPercent"),
    cliffPercent: shareText(of, "cliffPercent"),
    cliffMonths: cliff && !isZeroLength(cliff) ? `${cliff.months}` : "",
    durationMonths: vesting ? `${endOf(cliff ?? NO_LENGTH, vesting).months}` : "",
    steps: withoutInvisible(of.cell("steps") ?? ""),
  };
  const reading = readScheduleSpec((field) => texts[field] ?? "", t);
  if ("spec" in reading) return isRead ? reading.spec : null;
  for (const error of reading.errors) report(of, error);
  return null;
}

function report(of: RowReader, { field, message }: ComposeError): void {
  // An open question about a field already counts as its error.
  of.errors[field] ??= message;
}

/** Reads a linear allocation whose lengths are not whole months. */
function readLengths(of: RowReader, whole: Whole, { cliff, end }: { cliff: Length; end: Length }): Leaves {
  const { t } = of;
  for (const field of ["upfrontPercent", "cliffPercent"] as const) {
    if (of.cell(field)) of.errors[field] ??= t("A share requires durations in whole months.");
  }
  const steps = of.cell("steps");
  if (steps && steps.toLowerCase() !== "linear")
    of.errors.steps ??= t("Steps require durations in whole months.");
  if (Object.keys(of.errors).length > 0) return NONE;
  const [cliffTime, endTime] = [after(whole.startTime, cliff), after(whole.startTime, end)];
  if (endTime < cliffTime) of.errors.durationMonths = t("The vesting schedule ends before its cliff.");
  const releaseType = endTime === cliffTime ? ReleaseType.Cliff : ReleaseType.Linear;
  return [{ ...whole, releaseType, cliffTime, endTime, milestoneIdx: 0 }];
}
