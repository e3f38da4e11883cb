import type { Database } from "@/db/client";
import type { EventPosition } from "@/db/schema";
import type { EventType } from "@/lib/core/events/event-types";

/** The fields of a claim that counters and overclaims use; `amount` in base units. */
export type ChangedClaim = { beneficiary: string; amount: bigint };

/** An event row that was written. */
export type StoredChange = EventPosition & {
  type: EventType;
  /** Null for every other event type. */
  claim: ChangedClaim | null;
  /** The row's id; null for a repetition that changed nothing. */
  rowId: number | null;
  /** `moved`: the event was already stored, and its position or content changed. */
  outcome: "new" | "moved" | "unchanged";
};

/** An event row that was deleted. */
export type RemovedChange = {
  type: EventType;
  campaignId: number;
  signature: string;
  eventIndex: number;
  claim: ChangedClaim | null;
};

/** The position of a transaction in its slot. */
export type TransactionPosition = { signature: string; txIndex: number };

/** `campaignRowIds` are the campaigns of the event rows; their rows are locked. */
type Batch<Changes> = Changes & { campaignRowIds: readonly number[] };

export type StoredBatch = Batch<{ events: readonly StoredChange[] }>;
export type RemovedBatch = Batch<{ events: readonly RemovedChange[] }>;
export type PlacedBatch = Batch<{ positions: readonly TransactionPosition[] }>;

/**
 * Handles changes of event rows. Each function runs after the rows changed, in the same database transaction,
 * and an error rolls the change back. The result must depend only on the stored rows, because batches can be
 * repeated and arrive in any order.
 */
export type EventListener = {
  onStored?: (tx: Database, batch: StoredBatch) => Promise<void>;
  onRemoved?: (tx: Database, batch: RemovedBatch) => Promise<void>;
  /** Runs after the positions of transactions in their slots were set. */
  onPlaced?: (tx: Database, batch: PlacedBatch) => Promise<void>;
};
