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
export function readMonths(reader: RowReader): Leaves {
  const whole = {
    beneficiary: reader.beneficiary(),
    amount: reader.amount(),
    startTime: reader.time("startTime"),
  };
  return readTerms(reader, whole);
}

/** Reads a row with the amount that is unlocked at the start and the amount that vests until the end. */
export function readDistributor(reader: RowReader): Leaves {
  const { t } = reader;
  const beneficiary = reader.beneficiary();
  const unlocked = reader.amount("unlockedAmount");
  const amount = reader.amount("lockedAmount");
  const startTime = reader.time("startTime");
  const atStart = { startTime, cliffTime: startTime, endTime: startTime, milestoneIdx: 0 };
  const first: Leaves =
    unlocked > 0n ? [{ beneficiary, amount: unlocked, releaseType: ReleaseType.Cliff, ...atStart }] : NONE;
  if (amount === 0n) {
    if (unlocked === 0n) reader.errors.unlockedAmount ??= t("The amount must be greater than zero.");
    return first;
  }
  if (reader.isInMonths()) return [...first, ...readTerms(reader, { beneficiary, amount, startTime })];
  if (!reader.cell("endTime")) {
    reader.errors.lockedAmount ??= t("This amount vests over time. Enter its endTime or durationMonths.");
    return NONE;
  }
  const cliffTime = reader.cell("cliffTime") ? reader.time("cliffTime") : startTime;
  const times = { startTime, cliffTime, endTime: reader.time("endTime"), milestoneIdx: 0 };
  return [...first, { beneficiary, amount, releaseType: ReleaseType.Linear, ...times }];
}

/** Reads a row with the amount that is unlocked at the cliff and the amount per period after it. */
export function readLocker(reader: RowReader): Leaves {
  const { t } = reader;
  const beneficiary = reader.beneficiary();
  const [atCliff, perPeriod] = [reader.amount("cliffAmount"), reader.amount("periodAmount")];
  const startTime = reader.time("startTime");
  const terms = getScheduleSpec(reader, readCliffLength(reader), readVestingLength(reader));
  if (!terms) return NONE;
  const size = STEP_MONTHS[terms.steps];
  const length = terms.durationMonths - terms.cliffMonths;
  if (size === 0 || length < 0 || length % size !== 0) {
    reader.errors.periodAmount ??= t(
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
  if (paid.length === 0) reader.errors.periodAmount ??= t("The amount must be greater than zero.");
  return paid;
}

type Whole = Pick<Recipient, "beneficiary" | "amount" | "startTime">;

function readTerms(reader: RowReader, whole: Whole): Leaves {
  refuseTimes(reader);
  const cliff = readCliffLength(reader);
  const vesting = readVestingLength(reader);
  if (cliff && vesting && (cliff.seconds > 0 || vesting.length.seconds > 0)) {
    return readLengths(reader, whole, { cliff, end: getEnd(cliff, vesting) });
  }
  const spec = getScheduleSpec(reader, cliff, vesting);
  if (!spec || Object.keys(reader.errors).length > 0) return NONE;
  const composed = composeAllocation({ ...whole, ...spec }, reader.t);
  if ("leaves" in composed) return composed.leaves;
  report(reader, composed.error);
  return NONE;
}

/** Rejects times in a row whose schedule is in months. */
function refuseTimes(reader: RowReader): void {
  const { t } = reader;
  for (const column of TIMES_COLUMNS) {
    if (!reader.cell(column) || (column === "cliffTime" && reader.cliffLength() !== undefined)) continue;
    reader.errors[column] = t("Leave this cell empty in a row whose schedule is in months.");
  }
}

const getEnd = (cliff: Length, { length, countsFrom }: VestingLength): Length =>
  countsFrom === "cliff" ? addLengths(cliff, length) : length;

/** Returns the schedule in months, with the given lengths; null if a field has an error. */
function getScheduleSpec(reader: RowReader, cliff: Length | null, vesting: VestingLength | null | undefined) {
  const { t } = reader;
  const isRead = cliff !== null && vesting !== null;
  const texts: Partial<Record<ScheduleSpecField, string>> = {
    upfrontPercent: shareText(reader, "upfrontPercent"),
    cliffPercent: shareText(reader, "cliffPercent"),
    cliffMonths: cliff && !isZeroLength(cliff) ? `${cliff.months}` : "",
    durationMonths: vesting ? `${getEnd(cliff ?? NO_LENGTH, vesting).months}` : "",
    steps: withoutInvisible(reader.cell("steps") ?? ""),
  };
  const reading = readScheduleSpec((field) => texts[field] ?? "", t);
  if ("spec" in reading) return isRead ? reading.spec : null;
  for (const error of reading.errors) report(reader, error);
  return null;
}

function report(reader: RowReader, { field, message }: ComposeError): void {
  // An open question about a field already counts as its error.
  reader.errors[field] ??= message;
}

/** Reads a linear allocation whose lengths are not whole months. */
function readLengths(
  reader: RowReader,
  whole: Whole,
  { cliff, end }: { cliff: Length; end: Length },
): Leaves {
  const { t } = reader;
  for (const field of ["upfrontPercent", "cliffPercent"] as const) {
    if (reader.cell(field)) reader.errors[field] ??= t("A share requires durations in whole months.");
  }
  const steps = reader.cell("steps");
  if (steps && steps.toLowerCase() !== "linear")
    reader.errors.steps ??= t("Steps require durations in whole months.");
  if (Object.keys(reader.errors).length > 0) return NONE;
  const [cliffTime, endTime] = [after(whole.startTime, cliff), after(whole.startTime, end)];
  if (endTime < cliffTime) reader.errors.durationMonths = t("The vesting schedule ends before its cliff.");
  const releaseType = endTime === cliffTime ? ReleaseType.Cliff : ReleaseType.Linear;
  return [{ ...whole, releaseType, cliffTime, endTime, milestoneIdx: 0 }];
}
