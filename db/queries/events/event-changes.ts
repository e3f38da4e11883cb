import type { Database } from "@/db/client";
import type { EventPlace } from "@/db/schema";
import type { EventType } from "@/lib/core/events/event-types";

/** The fields of a claim that counters and overclaims depend on; `amount` in base units. */
export type ChangedClaim = { beneficiary: string; leafIndex: number; amount: bigint };

/** An event row that was written. */
export type StoredChange = EventPlace & {
  type: EventType;
  /** Null for every other type. */
  claim: ChangedClaim | null;
  /** The row's id; null for a repetition that changed nothing. */
  rowId: number | null;
  /** `moved`: the event was stored before and took another place or content. */
  outcome: "new" | "moved" | "unchanged";
};

/** An event row that was deleted. */
export type RemovedChange = {
  campaignId: number;
  signature: string;
  eventIndex: number;
  claim: ChangedClaim | null;
};

/** The place of a transaction in its slot. */
export type TransactionPlace = { signature: string; txIndex: number };

/** `campaignRowIds` are the campaigns that the event rows belong to; their rows are locked. */
type Batch<Changes> = Changes & { campaignRowIds: readonly number[] };

export type StoredBatch = Batch<{ events: readonly StoredChange[] }>;
export type RemovedBatch = Batch<{ events: readonly RemovedChange[] }>;
export type PlacedBatch = Batch<{ places: readonly TransactionPlace[] }>;

/**
 * Follows changes of event rows. Each function runs after the rows were changed, in the transaction that changed them, and
 * a failure rolls the change back. The result must depend on the stored rows alone: batches come repeated and in any order.
 */
export type EventListener = {
  onStored?: (tx: Database, batch: StoredBatch) => Promise<void>;
  onRemoved?: (tx: Database, batch: RemovedBatch) => Promise<void>;
  /** Runs after transactions received their place in the slot. */
  onPlaced?: (tx: Database, batch: PlacedBatch) => Promise<void>;
};
