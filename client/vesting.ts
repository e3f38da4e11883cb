/** Computes vested amounts and times, the actions that a campaign allows, and the changes of a rotation; all from facts, without a network. */
export { type CampaignControls, campaignControls } from "@/lib/core/vesting/controls";
export { addMonths, allocationCurve, vestedTogether, vestingCurve } from "@/lib/core/vesting/curve";
export {
  earliestCliff,
  isOrderedSchedule,
  isReleaseType,
  type Leaf,
  ReleaseType,
  type Schedule,
} from "@/lib/core/vesting/leaf";
export {
  type CampaignFacts,
  firstUnlock,
  GRACE_PERIOD_SECONDS,
  gracePeriod,
  type LifecycleStatus,
  lifecycleStatus,
} from "@/lib/core/vesting/lifecycle";
export { findNextUnlock, type LeavesUnlock, type UnlockingLeaf } from "@/lib/core/vesting/next-unlock";
export {
  campaignProgress,
  type LeafPosition,
  leafProgress,
  type Progress,
  sumProgress,
} from "@/lib/core/vesting/progress";
export type { ActionFacts, ActionRefusal } from "@/lib/core/vesting/refusals";
export { type Payout, Payouts } from "@/lib/core/vesting/rotation/payouts";
export {
  planRotation,
  type RotationPlan,
  type RotationState,
} from "@/lib/core/vesting/rotation/plan-rotation";
export { type Moment, nextUnlockTime, type VestingTerms, vestedAmount } from "@/lib/core/vesting/schedule";
export { SCHEDULE_TEMPLATES, type ScheduleTemplate } from "@/lib/core/vesting/templates";
