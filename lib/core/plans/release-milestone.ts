import { setMilestoneReleasedInstruction } from "@/lib/core/solana/instructions";
import { planTransaction, type TransactionPlan } from "./plan";

/** set_milestone_released: makes every leaf of milestone `milestoneIdx` (u8) claimable. The creator signs. */
export function planReleaseMilestone(of: {
  treeAddress: string;
  creator: string;
  milestoneIdx: number;
  programId?: string;
}): TransactionPlan {
  const { treeAddress, creator, milestoneIdx, programId } = of;
  const accounts = { creator, vestingTree: treeAddress };
  const instruction = setMilestoneReleasedInstruction(accounts, { milestoneIdx }, programId);
  return planTransaction("set_milestone_released", instruction);
}
