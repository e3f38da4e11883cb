import type { ColumnDefaults } from "@/components/sheet/sheet";
import type { Translator } from "@/lib/core/i18n/translator";
import { timeCell } from "@/lib/core/recipients/parse-time";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { readScheduleSpec, scheduleSpecTexts } from "@/lib/core/vesting/schedule-spec/read-schedule-spec";
import {
  findScheduleSpecError,
  type ScheduleSpec,
  type ScheduleSpecField,
} from "@/lib/core/vesting/schedule-spec/schedule-spec";
import type { ScheduleTemplate } from "@/lib/core/vesting/templates";

/** A schedule as the form stores it: times are `datetime-local` texts in the time zone of the viewer. */
export type ScheduleDraft = {
  templateId: string;
  releaseType: ReleaseType;
  start: string;
  cliff: string;
  end: string;
  milestoneIdx: number;
  /** Replaces release type, cliff and end. Drafts of earlier versions do not have this field. */
  months?: MonthsDraft | null;
};

/** A schedule in percentages and months as its fields store it. The start and the months are in UTC. */
export type MonthsDraft = Record<ScheduleSpecField, string> & { start: string };

/** Returns the text of a `datetime-local` field for a time in milliseconds. */
export function toLocalText(milliseconds: number): string {
  const date = new Date(milliseconds);
  const local = new Date(milliseconds - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Returns the text of the next full hour on the clock of the viewer, for a time in milliseconds. */
export function nextHourText(milliseconds: number): string {
  const hour = new Date(milliseconds);
  if (hour.getMinutes() + hour.getSeconds() + hour.getMilliseconds() > 0) hour.setMinutes(60, 0, 0);
  return toLocalText(hour.getTime());
}

/** Parses a `datetime-local` text to unix seconds. Returns null if the text is incomplete. */
export function fromLocalText(text: string): bigint | null {
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? null : BigInt(Math.floor(milliseconds / 1000));
}

/** Returns a schedule from a template with the given start. */
export function applyTemplate(template: ScheduleTemplate, start: string): ScheduleDraft {
  const from = Date.parse(start) || Date.now();
  return {
    templateId: template.id,
    releaseType: template.releaseType,
    start: toLocalText(from),
    cliff: toLocalText(daysAfter(from, template.params.cliffDays)),
    end: toLocalText(daysAfter(from, template.params.durationDays)),
    milestoneIdx: 0,
    months: template.schedule && { ...scheduleSpecTexts(template.schedule), start: toUtcText(from) },
  };
}

/** Returns the same local time of day some days later, also across a change of daylight saving time. */
function daysAfter(milliseconds: number, days: number): number {
  const date = new Date(milliseconds);
  return date.setDate(date.getDate() + days);
}

const toUtcText = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 16);

/** Returns the initial fields of percentages and months, set to the most common schedule. */
export const monthsFrom = (start: string): MonthsDraft => ({
  ...scheduleSpecTexts({
    ...{ upfrontShare: 0, cliffShare: 2_500, cliffMonths: 12 },
    ...{ durationMonths: 48, steps: "linear" },
  }),
  start: toUtcText(Date.parse(start) || Date.now()),
});

/** Parses a draft in percentages and months. Returns null while a field is incomplete or the schedule is invalid. */
export function readMonthsOf(t: Translator, draft: MonthsDraft) {
  const reading = readMonths(t, draft);
  return "spec" in reading ? reading : null;
}

/** Parses a draft in percentages and months. Returns the schedule, or the first error and its field. */
export function readMonths(
  t: Translator,
  draft: MonthsDraft,
): { startTime: bigint; spec: ScheduleSpec } | { field: ScheduleSpecField | "start"; message: string } {
  const startTime = fromLocalText(`${draft.start}Z`);
  if (startTime === null) return { field: "start", message: t("Enter a start date.") };
  const reading = readScheduleSpec((field) => draft[field].trim(), t);
  const error = "errors" in reading ? reading.errors[0] : findScheduleSpecError(reading.spec, t);
  if (error || "errors" in reading) {
    return error ?? { field: "start", message: t("This schedule is not valid.") };
  }
  return { startTime, spec: reading.spec };
}

export type ScheduleTimes = { startTime: bigint; cliffTime: bigint; endTime: bigint };

/**
 * Returns the times of the draft, or null if a field is incomplete. A cliff and a milestone have one date. Their form has
 * no start, so a start that is missing or too late is that date.
 */
export function scheduleTimes(draft: ScheduleDraft): ScheduleTimes | null {
  const start = fromLocalText(draft.start);
  const cliffTime = fromLocalText(draft.cliff);
  if (cliffTime === null) return null;
  if (draft.releaseType !== ReleaseType.Linear) {
    return {
      startTime: start === null || start > cliffTime ? cliffTime : start,
      cliffTime,
      endTime: cliffTime,
    };
  }
  const endTime = fromLocalText(draft.end);
  return start === null || endTime === null ? null : { startTime: start, cliffTime, endTime };
}

/** Returns the draft as CSV cells, for the columns that a recipients file omits. */
export function scheduleCells(draft: ScheduleDraft): ColumnDefaults {
  if (draft.months) {
    const { start, ...texts } = draft.months;
    const startTime = fromLocalText(`${start}Z`);
    return startTime === null ? {} : { ...texts, startTime: timeCell(startTime) };
  }
  const times = scheduleTimes(draft);
  if (!times) return {};
  return {
    releaseType: String(draft.releaseType),
    startTime: timeCell(times.startTime),
    cliffTime: timeCell(times.cliffTime),
    endTime: timeCell(times.endTime),
    milestoneIdx: String(draft.milestoneIdx),
  };
}
