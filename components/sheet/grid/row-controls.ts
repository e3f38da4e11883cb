import { type RecipientColumn, usesMonths } from "@/lib/core/recipients/file-header";
import { parseTime, timeCell } from "@/lib/core/recipients/parse-time";
import type { Answers } from "@/lib/core/recipients/questions";
import { readReleaseType } from "@/lib/core/recipients/release-type-text";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { readSteps } from "@/lib/core/vesting/schedule-spec/read-schedule-spec";
import { cellText, type GridColumn, withText } from "./edits";

export const isTimeColumn = (column: RecipientColumn): boolean => /^(?:start|cliff|end)Time$/.test(column);

/** Returns unix seconds of a cell; null if the cell is not one date. */
function readSeconds(text: string, answers: Answers): bigint | null {
  const reading = parseTime(text, answers);
  return "time" in reading ? reading.time : null;
}

/**
 * Returns the value of a `datetime-local` field in UTC for the text of a cell, with seconds if there are any. Returns null
 * for a text that such a field cannot show, such as a length or an ambiguous date.
 */
export function timeValue(text: string, answers: Answers): string | null {
  if (text === "") return "";
  const time = readSeconds(text, answers);
  const cell = time === null ? "" : timeCell(time);
  return /^\d{4}-/.test(cell) ? cell.replace(/(?::00)?Z$/, "") : null;
}

/** Returns the text of a cell for the value of a `datetime-local` field in UTC. */
export const textOfTime = (value: string): string =>
  value === "" ? "" : `${value}${value.length === 16 ? ":00" : ""}Z`;

type ControlKind = "address" | "release" | "steps" | "time" | "text";

/** Returns the control for a cell: one that can show its text without a change. */
export function getControl(
  column: RecipientColumn,
  text: string,
  { answers, canBeLength = false }: { answers: Answers; canBeLength?: boolean | undefined },
): ControlKind {
  if (column === "beneficiary") return "address";
  if (column === "releaseType")
    return text === "" || readReleaseType(text) !== undefined ? "release" : "text";
  if (column === "steps") return text === "" || readSteps(text) !== null ? "steps" : "text";
  if (!isTimeColumn(column) || (column === "cliffTime" && text === "" && canBeLength)) return "text";
  return timeValue(text, answers) === null ? "text" : "time";
}

/** Amounts that replace the release type of a row. */
const OWN_AMOUNTS: ReadonlySet<RecipientColumn> = new Set([
  ...(["unlockedAmount", "lockedAmount", "cliffAmount", "periodAmount"] as const),
]);

/** Returns the release type that determines the effect of the times of a row; undefined for another schedule. */
function getType(columns: readonly GridColumn[], release: string): ReleaseType | undefined {
  const isOther =
    columns.some(({ column }) => OWN_AMOUNTS.has(column)) ||
    usesMonths(columns.map(({ column }) => ({ column, title: "" })));
  return isOther ? undefined : readReleaseType(release);
}

/** Returns whether a field has no effect on the unlocks of a release type. */
function isIdle(column: RecipientColumn, columns: readonly GridColumn[], release: string): boolean {
  const type = getType(columns, release);
  if (type === undefined) return false;
  if (column === "milestoneIdx") return type !== ReleaseType.Milestone;
  // A linear schedule shows its start, for the record.
  return type !== ReleaseType.Linear && (column === "startTime" || column === "endTime");
}

/** Returns whether the start of a row is shown for the record only. */
export const isRecordOnly = (columns: readonly GridColumn[], release: string): boolean =>
  getType(columns, release) === ReleaseType.Linear;

/** Returns the columns of the fields of a row with a release type. An unknown type has all fields. */
export const shownColumns = (columns: readonly GridColumn[], release: string): GridColumn[] =>
  columns.filter(({ column }) => !isIdle(column, columns, release));

type FieldEdit = {
  column: RecipientColumn;
  text: string;
  columns: readonly GridColumn[];
  answers: Answers;
};

/**
 * Returns the cells of a row with another text. A cliff or a milestone has one date: a hidden end that equals or precedes
 * it and a hidden start that is later follow it, because the program requires start ≤ cliff ≤ end.
 */
export function withFieldText(
  cells: readonly string[],
  { column, text, columns, answers }: FieldEdit,
): readonly string[] {
  const set = (before: readonly string[], wanted: RecipientColumn) => {
    const position = columns.find((item) => item.column === wanted)?.position;
    return position === undefined ? before : withText(before, position, text);
  };
  const edited = set(cells, column);
  const release = cellText(cells, columns, "releaseType");
  const cliff = column === "cliffTime" ? readSeconds(text, answers) : null;
  if (cliff === null || !isIdle("endTime", columns, release)) return edited;
  const last = readSeconds(cellText(cells, columns, "cliffTime"), answers);
  const follows = (hidden: "startTime" | "endTime") => {
    const time = readSeconds(cellText(cells, columns, hidden), answers);
    if (time === null) return false;
    return hidden === "startTime" ? time > cliff : time < cliff || time === last;
  };
  return (["startTime", "endTime"] as const).filter(follows).reduce(set, edited);
}
