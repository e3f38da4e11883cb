import { ReleaseType } from "@/lib/core/vesting/leaf";
import type { CampaignDetail, CampaignItem } from "./campaign";
import type { VestingProgress } from "./portfolio/beneficiary";

/**
 * Texts that change exactly when a page must be reloaded: with each event and each change of status over
 * time, but not with every second of vesting or every slot.
 */

const itemState = (campaign: CampaignItem) => {
  const { treeAddress, status, merkleRoot, totalClaimed, settledAmount, verified, hasDrift } = campaign;
  return [
    treeAddress,
    status,
    merkleRoot,
    totalClaimed,
    settledAmount,
    verified,
    hasDrift,
    campaign.metadata,
  ];
};

/** Returns the state of a list of campaigns. */
export const listState = (campaigns: readonly CampaignItem[], total: number): string =>
  JSON.stringify([total, ...campaigns.map(itemState)]);

/** Returns the state of several lists of campaigns. */
export const listStates = (lists: readonly { campaigns: readonly CampaignItem[]; total: number }[]): string =>
  lists.map(({ campaigns, total }) => listState(campaigns, total)).join("\n");

/** Returns the state of a campaign's page. */
export const campaignState = (campaign: CampaignDetail): string => {
  const { withdrawn, rootRegistered, vault, milestones, analytics, paidTwice, generations } = campaign;
  return JSON.stringify([
    ...itemState(campaign),
    ...[withdrawn, rootRegistered, vault?.balance, vault?.shortfall, paidTwice, analytics.claimCount],
    milestones.filter(({ released }) => released).map(({ index }) => index),
    generations?.length,
  ]);
};

type Entry = VestingProgress["campaigns"][number];

/**
 * Returns the state of an address's allocation in one campaign. A linear leaf counts only as claimable or
 * not. A vault that was not read yet counts as sufficient, as it does for claims.
 */
export const entryState = (entry: Entry): string => {
  const { treeAddress, status, paused, cancelledAt, rootRegistered, progress, leaves } = entry;
  return JSON.stringify([
    ...[treeAddress, status, paused, cancelledAt, rootRegistered],
    ...[
      progress.totalEntitled,
      progress.claimedSoFar,
      (progress.payable ?? progress.claimable) === progress.claimable,
    ],
    ...leaves.map(({ leafIndex, amount, releaseType, milestoneReleased, progress: { claimable } }) => [
      ...[leafIndex, amount, milestoneReleased],
      releaseType === ReleaseType.Linear ? claimable !== "0" : claimable,
    ]),
  ]);
};

/** Returns the state of all allocations of an address. */
export const progressState = ({ campaigns }: Pick<VestingProgress, "campaigns">): string =>
  campaigns.map(entryState).join("\n");
