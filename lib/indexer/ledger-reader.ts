import type { VestingTree } from "@/lib/solana/accounts";

export type Commitment = "confirmed" | "finalized";

/** An entry of the ledger's list of an address's transactions. */
export type SignatureEntry = {
  signature: string;
  slot: bigint;
  blockTime: bigint | null;
  failed: boolean;
  finalized: boolean;
  transactionIndex: number | null;
};

/** A transaction as far as the indexer reads it. */
export type LedgerTransaction = {
  signature: string;
  slot: bigint;
  blockTime: bigint | null;
  transactionIndex: number | null;
  version: "legacy" | number;
  failed: boolean;
  logs: string[] | null;
  accounts: string[];
};

/** What the indexer asks of a ledger. */
export type LedgerReader = {
  getSlot(options: { commitment: Commitment }): Promise<bigint>;
  getSignatures(
    address: string,
    options: {
      before?: string;
      until?: string;
      limit?: number;
      minContextSlot?: bigint;
      commitment?: Commitment;
    },
  ): Promise<SignatureEntry[]>;
  getTransactions(
    signatures: readonly string[],
    options: { commitment: Commitment },
  ): Promise<(LedgerTransaction | { unreadable: string } | null)[]>;
  getVestingTrees(
    addresses: readonly string[],
    options: { minContextSlot?: bigint },
  ): Promise<{ slot: bigint; trees: (VestingTree | null)[] }>;
  /** All signatures of a block in order; null when it is not available. */
  getBlockSignatures(slot: bigint): Promise<string[] | null>;
  getFirstAvailableSlot(): Promise<bigint>;
};
