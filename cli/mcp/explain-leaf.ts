import type { CampaignDetail } from "@/lib/contract/campaign";
import { evenTimes, isoDate } from "@/lib/core/vesting/curve";
import { type Leaf, RELEASE_TYPE_NAMES, ReleaseType } from "@/lib/core/vesting/leaf";
import { nextUnlockTime, vestedAmount } from "@/lib/core/vesting/schedule";
import { ToolRefusedError } from "./context";
import { type ProvenLeaf, provenLeafView } from "./proven-leaves";

const UPCOMING_DATES = 6;
/** Seconds by which the clocks of the service and the network may differ. */
const CLOCK_TOLERANCE = 300n;

/**
 * Explains a proven leaf: its schedule in words, and amounts in base units. `vestedNow` and all dates are computed
 * from the leaf; `claimableNow` is the service's and is compared with them.
 * @throws ToolRefusedError if the service states more than can have vested
 */
export function explainLeaf(proven: ProvenLeaf, detail: CampaignDetail, now: bigint) {
  const { leaf, claimable, payable } = proven;
  const cancelledAt = detail.cancelledAt === null ? null : BigInt(detail.cancelledAt);
  const milestone = detail.milestones.find(({ index }) => index === leaf.milestoneIdx);
  const isMilestone = leaf.releaseType === ReleaseType.Milestone;
  const isReleased = !isMilestone || milestone?.released === true;
  // The program pays a released milestone whatever the time is.
  const vestedAt = (time: bigint) =>
    isMilestone ? (isReleased ? leaf.amount : 0n) : vestedAmount(leaf, { now: time, cancelledAt });
  const vestedNow = vestedAt(now);
  if (claimable !== null && claimable > vestedAt(now + CLOCK_TOLERANCE))
    throw new ToolRefusedError(
      `The service states that ${claimable} base units of leaf ${leaf.leafIndex} are claimable, but only ${vestedNow} have vested.`,
    );
  const next = nextUnlockTime(leaf, { now, cancelledAt });
  return {
    ...provenLeafView(proven),
    releaseTypeName: RELEASE_TYPE_NAMES[leaf.releaseType],
    schedule: scheduleWords(leaf, isReleased),
    vestedNow,
    claimableNow: claimable,
    payableNow: payable,
    nextUnlock: next === null ? null : { time: next, date: isoDate(next) },
    upcoming: cancelledAt === null ? upcoming(leaf, now) : [],
  };
}

function scheduleWords(leaf: Leaf, isReleased: boolean): string {
  const { amount, releaseType, cliffTime, endTime, milestoneIdx } = leaf;
  if (releaseType === ReleaseType.Milestone) {
    const state = isReleased ? "which is released" : "which the creator has not released yet";
    return `${amount} base units unlock with milestone ${milestoneIdx}, ${state}.`;
  }
  if (releaseType === ReleaseType.Cliff) return `${amount} base units unlock at ${isoDate(cliffTime)}.`;
  return `${amount} base units unlock evenly from ${isoDate(cliffTime)} to ${isoDate(endTime)}, second by second.`;
}

/** Returns the amounts that will have vested on coming dates, the last at the end of the schedule. */
function upcoming(leaf: Leaf, now: bigint) {
  const { releaseType, cliffTime, endTime } = leaf;
  if (releaseType === ReleaseType.Milestone) return [];
  const end = releaseType === ReleaseType.Cliff ? cliffTime : endTime;
  if (end <= now) return [];
  const start = cliffTime > now ? cliffTime : now;
  const times = start === end ? [end] : evenTimes(start, end, UPCOMING_DATES);
  return times.map((time) => ({
    ...{ time, date: isoDate(time) },
    vested: vestedAmount(leaf, { now: time, cancelledAt: null }),
  }));
}

/** Returns sentences about everything that prevents or limits claims from a campaign. */
export function listObstacles(detail: CampaignDetail): string[] {
  const { paused, cancelledAt, gracePeriod, instantRefunded, settled, withdrawn } = detail;
  return [
    ...(instantRefunded ? ["All funds were refunded to the creator before vesting began."] : []),
    ...(settled ? ["The stream was cancelled, and both parties were paid."] : []),
    ...(withdrawn ? ["The creator has withdrawn the rest of the cancelled campaign."] : []),
    ...(paused && cancelledAt === null ? ["Claims are paused by the pause authority."] : []),
    ...(gracePeriod && !instantRefunded && !settled
      ? [
          `The campaign is cancelled: nothing more vests, and the grace period ${gracePeriod.isExpired ? "ended" : "ends"} at ${isoDate(BigInt(gracePeriod.end))}.`,
        ]
      : []),
    ...(detail.rootRegistered
      ? []
      : ["The recipients were changed on chain, and the new list is not registered."]),
    ...(detail.verified ? [] : ["The network has not confirmed this campaign yet."]),
    ...(detail.hasDrift
      ? ["The index differs from the network for this campaign until it is repaired."]
      : []),
  ];
}
