export const COMMITMENTS = ["processed", "confirmed", "finalized"] as const;
export type Commitment = (typeof COMMITMENTS)[number];

/** How many slots behind the open one a block is confirmed, and finalized. */
export type CommitmentDepth = { confirmed: number; finalized: number };
