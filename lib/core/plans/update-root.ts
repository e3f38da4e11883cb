import { updateRootInstruction } from "@/lib/core/solana/instructions";
import { planTransaction, type TransactionPlan } from "./plan";
import { demand } from "./program-refusal";

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
 * update_root: replaces the Merkle root, which ends all earlier proofs. The cancel authority signs. Throws
 * ProgramRefusal for what the program would refuse. Source: spec 4.6.
 */
export function planUpdateRoot(update: RootUpdate): TransactionPlan {
  const { treeAddress, cancelAuthority, currentRoot, newRoot, newLeafCount, newMinCliffTime, programId } =
    update;
  demand(!/^0*$/.test(newRoot), "EmptyRoot");
  demand(newRoot.toLowerCase() !== currentRoot.toLowerCase(), "SameRoot");
  demand(newLeafCount > 0, "EmptyCampaign");
  demand(newMinCliffTime !== 0n, "InvalidSchedule");
  const accounts = { cancelAuthority, vestingTree: treeAddress };
  const args = { newRoot, newLeafCount, newMinCliffTime };
  return planTransaction("update_root", updateRootInstruction(accounts, args, programId));
}
