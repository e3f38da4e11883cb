import { type Message, message, type Translator } from "@/lib/core/i18n/translator";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import type { RequestableSpec } from "./schedule-spec/schedule-spec";
import { scheduleSpecWords } from "./schedule-spec/unlock-phrases";

/**
 * A preset schedule. As one leaf, its cliff and end are `cliffDays` and `durationDays` after a start that the
 * user picks. If one leaf cannot express the preset, `schedule` is the exact schedule, and the leaf is an
 * approximation.
 */
export type ScheduleTemplate = {
  id: string;
  name: Message;
  /** In English; `templateWords` returns it in other languages. */
  description: string;
  releaseType: ReleaseType;
  params: { cliffDays: number; durationDays: number };
  schedule: RequestableSpec | null;
  /** @deprecated Use `schedule`. */
  meant: RequestableSpec | null;
};

const YEAR_DAYS = 365;
const HALF_YEAR_DAYS = 182;
const QUARTER_DAYS = 91;

type Preset = Omit<ScheduleTemplate, "meant">;
type Composed = Omit<Preset, "description" | "releaseType"> & { schedule: RequestableSpec };

/** Generates the description from the schedule itself, so that both always agree. */
const composed = (input: Composed): Preset => ({
  ...input,
  releaseType: ReleaseType.Linear,
  description: `${scheduleSpecWords(input.schedule)}.`,
});

/** A linear leaf accrues from its cliff, not from its start. */
const PRESETS: readonly Preset[] = [
  composed({
    id: "team-4-year",
    name: message("Team: 4 years with a 1-year cliff"),
    params: { cliffDays: YEAR_DAYS, durationDays: 4 * YEAR_DAYS },
    schedule: { upfrontShare: 0, cliffShare: 2_500, cliffMonths: 12, durationMonths: 48, steps: "linear" },
  }),
  composed({
    id: "investor-2-year",
    name: message("Investor: 2 years with a 6-month cliff, then quarterly"),
    params: { cliffDays: HALF_YEAR_DAYS, durationDays: 2 * YEAR_DAYS },
    schedule: { upfrontShare: 0, cliffShare: 2_500, cliffMonths: 6, durationMonths: 24, steps: "quarterly" },
  }),
  composed({
    id: "advisor-2-year",
    name: message("Advisor: 2 years with a 3-month cliff"),
    params: { cliffDays: QUARTER_DAYS, durationDays: 2 * YEAR_DAYS },
    schedule: { upfrontShare: 0, cliffShare: 1_250, cliffMonths: 3, durationMonths: 24, steps: "linear" },
  }),
  composed({
    id: "launch-monthly",
    name: message("Launch: 10% upfront, then monthly for 6 months"),
    params: { cliffDays: 0, durationDays: HALF_YEAR_DAYS },
    schedule: { upfrontShare: 1_000, cliffShare: 0, cliffMonths: 0, durationMonths: 6, steps: "monthly" },
  }),
  {
    id: "linear-6-month",
    name: message("Linear: 182 days"),
    description: message("100% evenly by the second from the start to 182 days after the start."),
    releaseType: ReleaseType.Linear,
    params: { cliffDays: 0, durationDays: HALF_YEAR_DAYS },
    schedule: null,
  },
  {
    id: "cliff-1-year",
    name: message("Cliff: everything after 1 year"),
    description: message("100% 365 days after the start."),
    releaseType: ReleaseType.Cliff,
    params: { cliffDays: YEAR_DAYS, durationDays: YEAR_DAYS },
    schedule: null,
  },
  {
    id: "tge-immediate",
    name: message("Immediate unlock at launch"),
    description: message("100% at the start."),
    releaseType: ReleaseType.Cliff,
    // The end of a cliff leaf has no effect, but a curve can only be drawn for a duration above zero.
    params: { cliffDays: 0, durationDays: 1 },
    schedule: null,
  },
  {
    id: "milestone",
    name: message("Milestone: released by the creator"),
    description: message("100% when the creator releases the milestone, whatever the time."),
    releaseType: ReleaseType.Milestone,
    params: { cliffDays: 0, durationDays: YEAR_DAYS },
    schedule: null,
  },
];

/** The presets that the service offers. */
export const SCHEDULE_TEMPLATES: readonly ScheduleTemplate[] = PRESETS.map((preset) => ({
  ...preset,
  meant: preset.schedule,
}));

/** Returns the name and description of a template for display in a form. */
export const templateWords = (
  t: Translator,
  { name, description, schedule }: ScheduleTemplate,
): { name: string; description: string } => ({
  name: t(name),
  description: schedule ? `${scheduleSpecWords(schedule, null, t)}.` : t(description as Message),
});

/** The initial template of the form: a schedule of one leaf. */
export const PLAIN_TEMPLATE = SCHEDULE_TEMPLATES.find(({ schedule }) => schedule === null);
