import { extend } from "@/lib/core/extend";
import { isReleaseType, type Leaf } from "@/lib/core/vesting/leaf";
import { lifecycleStatus } from "@/lib/core/vesting/lifecycle";
import { payableTogether } from "@/lib/core/vesting/payable";
import { calculatePercent, leafProgress, type Progress, sumProgress } from "@/lib/core/vesting/progress";
import { type CampaignRow, getEarlierGeneration, toCampaignItem } from "../campaign";
import { textOrNull } from "../field-schemas";
import { toLeafView } from "../leaf";
import type { BeneficiaryCampaigns, ProgressView, VestingProgress } from "./beneficiary";

/**
 * A campaign with the leaves of one beneficiary, in order of leaf index, and the amounts claimed from each.
 */
export type BeneficiaryRow = {
  campaign: CampaignRow;
  leaves: readonly (Omit<Leaf, "releaseType"> & {
    releaseType: number;
    claimed: bigint;
    milestoneClaimed: boolean;
    paidEarlier?: bigint;
  })[];
  claimedInCampaign: bigint;
  /** False while no leaves of the campaign's root are registered: the leaves are those of an earlier root. */
  rootRegistered: boolean;
};

/**
 * Returns the leaves of a row with their progress at `now`, and their sum. Amounts are in base units. A
 * leaf's `payable` is the payment of a claim for that leaf alone. The sum's `payable` is the payment of
 * claims for all leaves in order of index. Both are null if the leaves of the root are not registered. The
 * program then pays none of these leaves, and the recipient of a settlement is unknown.
 */
export function beneficiaryProgress({ campaign, leaves, rootRegistered }: BeneficiaryRow, now: bigint) {
  const facts = rootRegistered ? campaign : { ...campaign, settledAmount: 0n };
  const parts = leaves.map((leaf) => {
    const { releaseType } = leaf;
    if (!isReleaseType(releaseType)) throw new RangeError(`${releaseType} is not a release type`);
    const milestoneReleased = campaign.releasedMilestones.includes(leaf.milestoneIdx);
    const position = extend({ ...leaf }, { releaseType, milestoneReleased });
    const current = leafProgress(position, facts, now);
    const progress = rootRegistered ? current : ofEarlierList(current);
    return { leaf: toLeafView(position), milestoneReleased, progress };
  });
  const total = sumProgress(parts.map(({ progress }) => progress));
  const dues = parts.map(({ progress }) => progress.claimable + progress.payableUntilSwept);
  total.payable = rootRegistered ? payableTogether(dues, campaign) : null;
  return { parts, total };
}

/** Returns the progress of a leaf that is not in the current list: the amount that is not claimed counts as unvested. */
const ofEarlierList = (progress: Progress): Progress => ({
  ...progress,
  vestedSoFar: progress.claimedSoFar,
  claimable: 0n,
  payable: null,
  stillToCome: progress.stillToCome + progress.claimable + progress.payableUntilSwept,
  payableUntilSwept: 0n,
  progressPercent: calculatePercent(progress.claimedSoFar, progress.totalEntitled),
  nextUnlock: null,
});

export function toBeneficiaryCampaign(
  row: BeneficiaryRow,
  now: bigint,
): BeneficiaryCampaigns["campaigns"][number] {
  const { parts, total } = beneficiaryProgress(row, now);
  return extend(toCampaignItem(row.campaign, now), {
    // The beneficiary's own status: claimable exactly when this beneficiary can claim something.
    status: lifecycleStatus(row.campaign, now, total.claimable > 0n),
    leaves: parts.map(({ leaf }) => leaf),
    myLeaf: getFirst(parts).leaf,
    allocated: total.totalEntitled.toString(),
    claimable: total.claimable.toString(),
    payable: textOrNull(total.payable),
    payableUntilSwept: total.payableUntilSwept.toString(),
    rootRegistered: row.rootRegistered,
    myClaimed: (row.campaign.settled && row.rootRegistered
      ? total.claimedSoFar
      : row.claimedInCampaign
    ).toString(),
  });
}

type ProgressEntry = VestingProgress["campaigns"][number];

type ProgressInput = {
  address: string;
  asOf: { slot: bigint; timestamp: bigint };
  rows: readonly BeneficiaryRow[];
  /** Whether the address has more campaigns than `rows`; false by default. */
  truncated?: boolean;
  /** Campaigns that the network has not confirmed count in the totals only with "include". */
  unverified?: "include" | "exclude";
};

/** Returns the rows that vesting-progress lists. */
export const listedRows = <Row extends BeneficiaryRow>(
  rows: readonly Row[],
  unverified: ProgressInput["unverified"],
): readonly Row[] => (unverified === "exclude" ? rows.filter(({ campaign }) => campaign.verified) : rows);

/** Returns the response of vesting-progress over all campaigns of an address. */
export function toVestingProgress(input: ProgressInput, now: bigint): VestingProgress {
  const totals = new Map<string, Progress[]>();
  const isIncluded = ({ campaign }: BeneficiaryRow) => campaign.verified || input.unverified === "include";
  const campaigns = listedRows(input.rows, input.unverified).map((row) => {
    const progress = beneficiaryProgress(row, now);
    if (isIncluded(row))
      totals.set(row.campaign.mint, [...(totals.get(row.campaign.mint) ?? []), progress.total]);
    return toProgressEntry(row, { now, ...progress });
  });
  return {
    address: input.address,
    asOf: { slot: input.asOf.slot.toString(), timestamp: input.asOf.timestamp.toString() },
    campaigns,
    truncated: input.truncated ?? false,
    totals: [...totals].map(([mint, parts]) => {
      const { nextUnlock: _, ...total } = toProgressView(sumProgress(parts));
      return { mint, ...total };
    }),
  };
}

function toProgressEntry(
  { campaign, rootRegistered }: BeneficiaryRow,
  { parts, total, now }: ReturnType<typeof beneficiaryProgress> & { now: bigint },
): ProgressEntry {
  const first = getFirst(parts);
  return {
    treeAddress: campaign.treeAddress,
    mint: campaign.mint,
    metadata: campaign.metadata,
    verified: campaign.verified,
    earlierGeneration: getEarlierGeneration(campaign),
    status: lifecycleStatus(campaign, now, total.claimable > 0n),
    paused: campaign.paused,
    cancelledAt: textOrNull(campaign.cancelledAt),
    instantRefunded: campaign.instantRefunded,
    streamSettled: campaign.settled,
    rootRegistered,
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
  payable: textOrNull(progress.payable),
  paidEarlier: progress.paidEarlier.toString(),
  stillToCome: progress.stillToCome.toString(),
  payableUntilSwept: progress.payableUntilSwept.toString(),
  progressPercent: progress.progressPercent,
  nextUnlock: textOrNull(progress.nextUnlock),
});

function getFirst<T>(parts: readonly T[]): T {
  const [first] = parts;
  if (!first) throw new RangeError("a beneficiary's campaign has at least one leaf");
  return first;
}
