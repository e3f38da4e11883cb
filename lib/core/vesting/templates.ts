import { ReleaseType } from "@/lib/core/vesting/leaf";

/** A preset schedule. Cliff and end lie `cliffDays` and `durationDays` after a start that its user picks. */
export type ScheduleTemplate = {
  id: string;
  name: string;
  description: string;
  releaseType: ReleaseType;
  params: { cliffDays: number; durationDays: number };
};

const YEAR_DAYS = 365;

/** The presets that the service offers. A linear schedule accrues from its cliff, not from its start. */
export const SCHEDULE_TEMPLATES: readonly ScheduleTemplate[] = [
  {
    id: "team-4-year",
    name: "Team: 4 years with a 1-year cliff",
    description: "Nothing in the first year, then evenly by the second over the following three years.",
    releaseType: ReleaseType.Linear,
    params: { cliffDays: YEAR_DAYS, durationDays: 4 * YEAR_DAYS },
  },
  {
    id: "investor-2-year",
    name: "Investor: 2 years with a 6-month cliff",
    description: "Nothing in the first six months, then evenly by the second over the following eighteen.",
    releaseType: ReleaseType.Linear,
    params: { cliffDays: 182, durationDays: 2 * YEAR_DAYS },
  },
  {
    id: "advisor-2-year",
    name: "Advisor: 2 years with a 3-month cliff",
    description: "Nothing in the first three months, then evenly by the second until two years have passed.",
    releaseType: ReleaseType.Linear,
    params: { cliffDays: 91, durationDays: 2 * YEAR_DAYS },
  },
  {
    id: "linear-6-month",
    name: "Linear: 6 months",
    description: "Evenly by the second from the start, for six months.",
    releaseType: ReleaseType.Linear,
    params: { cliffDays: 0, durationDays: 182 },
  },
  {
    id: "cliff-1-year",
    name: "Cliff: everything after 1 year",
    description: "Nothing for one year, then the whole amount at once.",
    releaseType: ReleaseType.Cliff,
    params: { cliffDays: YEAR_DAYS, durationDays: YEAR_DAYS },
  },
  {
    id: "tge-immediate",
    name: "Immediate unlock at launch",
    description: "The whole amount at once, at the start.",
    releaseType: ReleaseType.Cliff,
    params: { cliffDays: 0, durationDays: 0 },
  },
  {
    id: "milestone",
    name: "Milestone: released by the creator",
    description: "The whole amount once the creator releases the milestone, whatever the time.",
    releaseType: ReleaseType.Milestone,
    params: { cliffDays: 0, durationDays: YEAR_DAYS },
  },
];
