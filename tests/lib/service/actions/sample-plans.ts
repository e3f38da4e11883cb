import { planClaim, planCloseClaimRecord, planWithdraw } from "@/lib/core/plans/claim";
import {
  campaignKeys,
  planCreateCampaign,
  planCreateStream,
  planFundCampaign,
} from "@/lib/core/plans/create-campaign";
import {
  planCancelCampaign,
  planCancelStream,
  planInstantRefund,
  planWithdrawUnvested,
} from "@/lib/core/plans/end-campaign";
import {
  planPause,
  planReleaseMilestone,
  planUnpause,
  planUpdateRoot,
} from "@/lib/core/plans/govern-campaign";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

/** Any valid addresses are sufficient when nothing is sent. */
export const CREATOR = "4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA";
export const BENEFICIARY = "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR";
const CANCEL_AUTHORITY = "CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8";
const PAUSE_AUTHORITY = "GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq";
export const MINT = "LbUiWL3xVV8hTFYBVdbTNrpDo41NKS6o3LHHuDzjfcY";

export const LEAF: Leaf = {
  leafIndex: 3,
  beneficiary: BENEFICIARY,
  amount: 1_000n,
  releaseType: ReleaseType.Linear,
  startTime: 1_700_000_000n,
  cliffTime: 1_700_000_100n,
  endTime: 1_700_001_000n,
  milestoneIdx: 0,
};

export const NEW_CAMPAIGN = {
  creator: CREATOR,
  campaignId: 7n,
  merkleRoot: "ab".repeat(32),
  leafCount: 4,
  totalSupply: 4_000n,
  minCliffTime: 1_700_000_100n,
  cancellable: true,
  cancelAuthority: CANCEL_AUTHORITY,
  pauseAuthority: PAUSE_AUTHORITY,
};

export const NEW_STREAM = {
  ...LEAF,
  creator: CREATOR,
  campaignId: 8n,
  cancellable: true,
  cancelAuthority: CANCEL_AUTHORITY,
  pauseAuthority: PAUSE_AUTHORITY,
};

/** Returns one plan for each instruction that applies to a campaign of this mint. */
export function samplePlans(mint: string): TransactionPlan[] {
  const keys = { ...campaignKeys({ ...NEW_CAMPAIGN, mint }), creator: CREATOR };
  const { treeAddress } = keys;
  return [
    ...planCreateCampaign({ ...NEW_CAMPAIGN, mint }, { funding: null }),
    planFundCampaign({ ...keys, amount: 10n }),
    planCreateStream({ ...NEW_STREAM, mint }),
    planClaim({ ...keys, leaf: LEAF, proof: new Uint8Array(64) }),
    planWithdraw({ ...keys, beneficiary: BENEFICIARY, schedule: LEAF }),
    planCancelCampaign({ treeAddress, cancelAuthority: CANCEL_AUTHORITY }),
    planCancelStream({ ...keys, beneficiary: BENEFICIARY, schedule: LEAF }),
    planReleaseMilestone({ treeAddress, creator: CREATOR, milestoneIdx: 255 }),
    planUpdateRoot({
      treeAddress,
      cancelAuthority: CANCEL_AUTHORITY,
      currentRoot: NEW_CAMPAIGN.merkleRoot,
      newRoot: "cd".repeat(32),
      newLeafCount: 9,
      newMinCliffTime: -1n,
    }),
    planWithdrawUnvested(keys),
    planInstantRefund(keys),
    planPause({ treeAddress, pauseAuthority: PAUSE_AUTHORITY }),
    planUnpause({ treeAddress, pauseAuthority: PAUSE_AUTHORITY }),
    planCloseClaimRecord({ treeAddress, beneficiary: BENEFICIARY }),
  ];
}

export const MINTS = [
  ["tokens", MINT],
  ["native SOL", NATIVE_MINT],
] as const;
