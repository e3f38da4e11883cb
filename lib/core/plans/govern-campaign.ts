import { planTransaction, refuseUnless, type TransactionPlan } from "./plan";

type PauseControl = { treeAddress: string; pauseAuthority: string; programId?: string };

/** Plans pause_campaign: stops claims until the campaign is resumed. The pause authority signs. */
export function planPause({ treeAddress, pauseAuthority, programId }: PauseControl): TransactionPlan {
  const accounts = { pauseAuthority, vestingTree: treeAddress };
  return planTransaction("pause_campaign", { accounts, args: {}, programId });
}

/** Plans unpause_campaign: allows claims again. The pause authority signs. */
export function planUnpause({ treeAddress, pauseAuthority, programId }: PauseControl): TransactionPlan {
  const accounts = { pauseAuthority, vestingTree: treeAddress };
  return planTransaction("unpause_campaign", { accounts, args: {}, programId });
}

/**
 * Plans set_milestone_released: makes every leaf of milestone `milestoneIdx` (u8) claimable. The creator
 * signs.
 */
export function planReleaseMilestone(input: {
  treeAddress: string;
  creator: string;
  milestoneIdx: number;
  programId?: string;
}): TransactionPlan {
  const { treeAddress, creator, milestoneIdx, programId } = input;
  const accounts = { creator, vestingTree: treeAddress };
  return planTransaction("set_milestone_released", { accounts, args: { milestoneIdx }, programId });
}

/** A root rotation; roots are hex, `newMinCliffTime` unix seconds. */
export type RootUpdate = {
  treeAddress: string;
  cancelAuthority: string;
  currentRoot: string;
  newRoot: string;
  newLeafCount: number;
  newMinCliffTime: bigint;
  programId?: string;
};

/**
 * Plans update_root: replaces the Merkle root, which invalidates all earlier proofs. The cancel authority
 * signs. Source: spec 4.6.
 * @throws ProgramRefusalError for arguments that the program would reject.
 */
export function planUpdateRoot(update: RootUpdate): TransactionPlan {
  const { treeAddress, cancelAuthority, currentRoot, newRoot, newLeafCount, newMinCliffTime, programId } =
    update;
  refuseUnless(!/^0*$/.test(newRoot), "EmptyRoot");
  refuseUnless(newRoot.toLowerCase() !== currentRoot.toLowerCase(), "SameRoot");
  refuseUnless(newLeafCount > 0, "EmptyCampaign");
  refuseUnless(newMinCliffTime !== 0n, "InvalidSchedule");
  const accounts = { cancelAuthority, vestingTree: treeAddress };
  const args = { newRoot, newLeafCount, newMinCliffTime };
  return planTransaction("update_root", { accounts, args, programId });
}
