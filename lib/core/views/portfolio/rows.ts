import { extend } from "@/lib/core/extend";
import { isReleaseType, type Leaf } from "@/lib/core/vesting/leaf";
import { lifecycleStatus } from "@/lib/core/vesting/lifecycle";
import { leafProgress, type Progress, sumProgress } from "@/lib/core/vesting/progress";
import { type CampaignRow, toCampaignItem } from "../campaign";
import { toLeafView } from "../leaf";
import { textOrNull } from "../wire";
import type { BeneficiaryCampaigns, ProgressView, VestingProgress } from "./beneficiary";

/** A campaign with the leaves of one beneficiary, in order of their index, and what was claimed of each. */
export type BeneficiaryRow = {
  campaign: CampaignRow;
  leaves: readonly (Omit<Leaf, "releaseType"> & {
    releaseType: number;
    claimed: bigint;
    milestoneClaimed: boolean;
  })[];
  claimedInCampaign: bigint;
};

/** A row's leaves with their progress at `now`, and their sum. Amounts in base units. */
export function beneficiaryProgress({ campaign, leaves }: BeneficiaryRow, now: bigint) {
  const parts = leaves.map((leaf) => {
    const { releaseType } = leaf;
    if (!isReleaseType(releaseType)) throw new RangeError(`${releaseType} is not a release type`);
    const milestoneReleased = campaign.releasedMilestones.includes(leaf.milestoneIdx);
    const position = extend({ ...leaf }, { releaseType, milestoneReleased });
    const progress = leafProgress(position, campaign, now);
    return { leaf: toLeafView(position), milestoneReleased, progress };
  });
  return { parts, total: sumProgress(parts.map(({ progress }) => progress)) };
}

export function toBeneficiaryCampaign(
  row: BeneficiaryRow,
  now: bigint,
): BeneficiaryCampaigns["campaigns"][number] {
  const { parts, total } = beneficiaryProgress(row, now);
  return extend(toCampaignItem(row.campaign, now), {
    // A beneficiary's own status: claimable exactly when something of theirs is.
    status: lifecycleStatus(row.campaign, now, total.claimable > 0n),
    leaves: parts.map(({ leaf }) => leaf),
    myLeaf: firstOf(parts).leaf,
    allocated: total.totalEntitled.toString(),
    payableUntilSwept: total.payableUntilSwept.toString(),
    myClaimed: (row.campaign.settled ? total.claimedSoFar : row.claimedInCampaign).toString(),
  });
}

type ProgressEntry = VestingProgress["campaigns"][number];

/** The answer of vesting-progress over all campaigns of an address. */
export function toVestingProgress(
  of: { address: string; asOf: { slot: bigint; timestamp: bigint }; rows: readonly BeneficiaryRow[] },
  now: bigint,
): VestingProgress {
  const totals = new Map<string, Progress[]>();
  const campaigns = of.rows.map((row) => {
    const progress = beneficiaryProgress(row, now);
    totals.set(row.campaign.mint, [...(totals.get(row.campaign.mint) ?? []), progress.total]);
    return toProgressEntry(row, { now, ...progress });
  });
  return {
    address: of.address,
    asOf: { slot: of.asOf.slot.toString(), timestamp: of.asOf.timestamp.toString() },
    campaigns,
    totals: [...totals].map(([mint, parts]) => {
      const { nextUnlock: _, ...total } = toProgressView(sumProgress(parts));
      return { mint, ...total };
    }),
  };
}

function toProgressEntry(
  { campaign }: BeneficiaryRow,
  { parts, total, now }: ReturnType<typeof beneficiaryProgress> & { now: bigint },
): ProgressEntry {
  const first = firstOf(parts);
  return {
    treeAddress: campaign.treeAddress,
    mint: campaign.mint,
    metadata: campaign.metadata,
    status: lifecycleStatus(campaign, now, total.claimable > 0n),
    paused: campaign.paused,
    cancelledAt: textOrNull(campaign.cancelledAt),
    instantRefunded: campaign.instantRefunded,
    streamSettled: campaign.settled,
    hasDrift: campaign.hasDrift,
    leaf: first.leaf,
    milestoneReleased: first.milestoneReleased,
    progress: toProgressView(total),
    leaves: parts.map(({ leaf, milestoneReleased, progress }) =>
      extend({ ...leaf }, { milestoneReleased, progress: toProgressView(progress) }),
    ),
  };
}

const toProgressView = (progress: Progress): ProgressView => ({
  totalEntitled: progress.totalEntitled.toString(),
  vestedSoFar: progress.vestedSoFar.toString(),
  claimedSoFar: progress.claimedSoFar.toString(),
  claimable: progress.claimable.toString(),
  stillToCome: progress.stillToCome.toString(),
  payableUntilSwept: progress.payableUntilSwept.toString(),
  progressPercent: progress.progressPercent,
  nextUnlock: textOrNull(progress.nextUnlock),
});

function firstOf<T>(parts: readonly T[]): T {
  const [first] = parts;
  if (!first) throw new RangeError("a beneficiary's campaign has at least one leaf");
  return first;
}
