export const COMMITMENTS = ["processed", "confirmed", "finalized"] as const;
export type Commitment = (typeof COMMITMENTS)[number];

/** How many slots behind the open one a block is confirmed, and finalized. */
export type CommitmentDepth = { confirmed: number; finalized: number };

/** The newest slot at a commitment, before slots without a block are stepped over. */
export function slotAtCommitment(openSlot: number, commitment: Commitment, depth: CommitmentDepth): number {
  if (commitment === "processed") return openSlot;
  return Math.max(0, openSlot - depth[commitment]);
}

/** The strongest commitment that a block of `slot` has reached. */
export function commitmentOfSlot(slot: number, openSlot: number, depth: CommitmentDepth): Commitment {
  if (slot <= openSlot - depth.finalized) return "finalized";
  return slot <= openSlot - depth.confirmed ? "confirmed" : "processed";
}
