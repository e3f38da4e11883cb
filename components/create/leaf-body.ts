import type { Leaf } from "@/lib/core/vesting/leaf";

/** A leaf as request bodies have it, without a proof: the service builds the tree again. Source: spec 4.7. */
export const leafBody = (leaf: Leaf) => ({
  ...leaf,
  amount: leaf.amount.toString(),
  startTime: leaf.startTime.toString(),
  cliffTime: leaf.cliffTime.toString(),
  endTime: leaf.endTime.toString(),
});
