import type { ColumnDefaults } from "@/components/sheet/sheet";
import { timeCell } from "@/lib/core/recipients/parse-time";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import type { ScheduleTemplate } from "@/lib/core/vesting/templates";

/** A schedule as its form holds it: times as `datetime-local` has them, in the viewer's zone. */
export type ScheduleDraft = {
  templateId: string;
  releaseType: ReleaseType;
  start: string;
  cliff: string;
  end: string;
  milestoneIdx: number;
};

const DAY_MS = 86_400_000;

/** The text of a `datetime-local` field for a moment in milliseconds. */
export function toLocalText(milliseconds: number): string {
  const date = new Date(milliseconds);
  const local = new Date(milliseconds - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Unix seconds of a `datetime-local` text, or null while it is incomplete. */
function fromLocalText(text: string): bigint | null {
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? null : BigInt(Math.floor(milliseconds / 1000));
}

/** A template applied to a start. */
export function applyTemplate(template: ScheduleTemplate, start: string): ScheduleDraft {
  const from = Date.parse(start) || Date.now();
  return {
    templateId: template.id,
    releaseType: template.releaseType,
    start: toLocalText(from),
    cliff: toLocalText(from + template.params.cliffDays * DAY_MS),
    end: toLocalText(from + template.params.durationDays * DAY_MS),
    milestoneIdx: 0,
  };
}

export type ScheduleTimes = { startTime: bigint; cliffTime: bigint; endTime: bigint };

/** The draft's times; a cliff has no end of its own. Null while a field is incomplete. */
export function scheduleTimes(draft: ScheduleDraft): ScheduleTimes | null {
  const startTime = fromLocalText(draft.start);
  const cliffTime = fromLocalText(draft.cliff);
  const endTime = draft.releaseType === ReleaseType.Linear ? fromLocalText(draft.end) : cliffTime;
  return startTime === null || cliffTime === null || endTime === null
    ? null
    : { startTime, cliffTime, endTime };
}

/** The draft as cells, for columns that a recipients file does not have. */
export function scheduleCells(draft: ScheduleDraft): ColumnDefaults {
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
