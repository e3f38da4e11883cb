export const COMMITMENTS = ["processed", "confirmed", "finalized"] as const;
export type Commitment = (typeof COMMITMENTS)[number];

/** The number of slots behind the open one at which a block is confirmed, and finalized. */
export type CommitmentDepth = { confirmed: number; finalized: number };
