import { campaignControls } from "@/lib/core/vesting/controls";
import { gracePeriod } from "@/lib/core/vesting/lifecycle";
import type { ActionFacts } from "@/lib/core/vesting/refusals";
import type { CampaignUnlocks } from "@/lib/core/vesting/unlock-months";
import type { Metadata } from "../campaign";
import { remainingAmount } from "./sums";

/**
 * Pending items of a creator, in order of urgency: items that keep recipients from their tokens come first.
 */
export const CREATOR_TASK_KINDS = [
  "unregistered",
  "unfunded",
  "milestone_due",
  "sweep",
  "paused",
  "grace",
] as const;
type CreatorTaskKind = (typeof CREATOR_TASK_KINDS)[number];

/** One pending item of a campaign; amounts in base units, times in unix seconds. */
export type CreatorTask = {
  kind: CreatorTaskKind;
  treeAddress: string;
  mint: string;
  metadata: Metadata;
  leafCount: number;
  /** The amount to fund, release, withdraw or register; null for a pause. */
  amount: bigint | null;
  milestoneIdx: number | null;
  /** Since when the item is pending; for a grace period, its end. Null if unknown. */
  at: bigint | null;
};

export type TaskCampaign = {
  campaign: ActionFacts & { treeAddress: string; metadata: Metadata };
  unlocks: CampaignUnlocks | null;
};

/**
 * Returns the pending items of campaigns at `now` (unix seconds). `missing` is the unfunded part of each
 * tree's supply, if the network returned it.
 */
export function findCreatorTasks(
  rows: readonly TaskCampaign[],
  { now, missing }: { now: bigint; missing: ReadonlyMap<string, bigint> },
): CreatorTask[] {
  return rows.flatMap((row) => {
    const { campaign } = row;
    const { treeAddress, mint, metadata, leafCount } = campaign;
    const controls = campaignControls(campaign, now);
    const grace = gracePeriod(campaign, now);
    const task = (kind: CreatorTaskKind, amount: bigint | null, at: bigint | null): CreatorTask => ({
      ...{ kind, treeAddress, mint, metadata, leafCount, amount, at },
      milestoneIdx: null,
    });
    const lacking = missing.get(treeAddress) ?? 0n;
    const left = remainingAmount(campaign);
    return [
      ...(lacking > 0n && campaign.cancelledAt === null ? [task("unfunded", lacking, null)] : []),
      ...dueMilestones(row, controls.releases, now).map(({ index, amount, cliff }) => ({
        ...task("milestone_due", amount, cliff),
        milestoneIdx: index,
      })),
      ...(grace?.isExpired && left > 0n && controls.withdrawUnvested ? [task("sweep", left, grace.end)] : []),
      ...(controls.resume ? [task("paused", null, null)] : []),
      ...(grace && !grace.isExpired ? [task("grace", left, grace.end)] : []),
    ];
  });
}

/** Returns the milestones whose earliest cliff has passed and that can still be released. */
function dueMilestones({ unlocks }: TaskCampaign, releases: readonly number[], now: bigint) {
  const due = unlocks?.milestones.filter(({ index, cliff }) => cliff <= now && releases.includes(index));
  return due ?? [];
}

/** Sorts pending items by urgency, then the longest wait first. */
export function orderTasks(tasks: readonly CreatorTask[]): CreatorTask[] {
  const rank = ({ kind }: CreatorTask) => CREATOR_TASK_KINDS.indexOf(kind);
  const since = ({ at }: CreatorTask) => Number(at ?? 0n);
  return [...tasks].sort((a, b) => rank(a) - rank(b) || since(a) - since(b));
}
