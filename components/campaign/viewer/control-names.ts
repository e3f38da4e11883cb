import type { Control } from "@/lib/core/vesting/holdings";

/** What can be done to a campaign, as words within a sentence. */
export const CONTROL_NAMES: Record<Control["kind"], string> = {
  "release-milestone": "release milestones",
  "cancel-stream": "cancel the stream and split it",
  "instant-refund": "refund everything",
  "withdraw-unvested": "withdraw what is left",
  rotate: "change allocations",
  cancel: "cancel the campaign",
  pause: "pause claims",
  resume: "resume claims",
};
