import type { BeneficiaryRow } from "@/lib/contract/portfolio/rows";
import { ReleaseType } from "@/lib/core/vesting/leaf";

type LeafChange = Partial<BeneficiaryRow["leaves"][number]>;

/** Returns a campaign of that tree address with leaves of 100, which are due at 2,000 by default. */
export function row(name: string, leaves: LeafChange[], campaign: object = {}): BeneficiaryRow {
  return {
    campaign: {
      treeAddress: name,
      creator: "creator",
      mint: "mint",
      campaignId: 1n,
      merkleRoot: "00",
      createdAt: 0n,
      isCurrent: true,
      creationSignature: null,
      accountCreatedAt: null,
      metadata: null,
      verified: true,
      hasDrift: false,
      cancelAuthority: null,
      pauseAuthority: null,
      instantRefunded: false,
      settledAmount: 0n,
      withdrawn: false,
      settled: false,
      cancelledAt: null,
      totalClaimed: 0n,
      totalSupply: 1_000n,
      paused: false,
      minCliffTime: 0n,
      leafCount: 3,
      cancellable: true,
      usedMilestones: [],
      firstTimedCliff: null,
      releasedMilestones: [],
      ...campaign,
    },
    leaves: leaves.map((change, leafIndex) => ({
      leafIndex,
      beneficiary: "ada",
      amount: 100n,
      releaseType: ReleaseType.Cliff,
      startTime: 0n,
      cliffTime: 2_000n,
      endTime: 2_000n,
      milestoneIdx: 0,
      claimed: 0n,
      milestoneClaimed: false,
      ...change,
    })),
    rootRegistered: true,
    claimedInCampaign: 0n,
  };
}
