export type Commitment = "confirmed" | "finalized";

export type SignatureEntry = {
  signature: string;
  slot: bigint;
  blockTime: bigint | null;
  failed: boolean;
  finalized: boolean;
  /** Position in the block, where the node tells it. */
  transactionIndex: number | null;
};

export type LedgerAccount = { owner: string; lamports: bigint; data: Uint8Array };

export type SimulationResult = {
  err: string | Record<string, unknown> | null;
  logs: string[];
  unitsConsumed: bigint | null;
};
