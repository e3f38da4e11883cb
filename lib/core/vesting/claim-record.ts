import type { ClaimRecord, VestingTree } from "@/lib/core/solana/accounts";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";

/**
 * Whether the program returns a claim record's rent at `now` (unix seconds): its beneficiary has claimed all of what they
 * began to claim, or the grace period is over; never once the tree is gone. Source: program interface, as it answers.
 */
export function isRecordClosable(of: {
  record: Pick<ClaimRecord, "claimedAmount" | "totalEntitled">;
  tree: Pick<VestingTree, "cancelledAt"> | null;
  now: bigint;
}): boolean {
  const { record, tree, now } = of;
  if (tree === null) return false;
  if (record.claimedAmount >= record.totalEntitled) return true;
  return tree.cancelledAt !== null && now >= tree.cancelledAt + GRACE_PERIOD_SECONDS;
}
