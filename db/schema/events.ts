import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  type ExtraConfigColumn,
  index,
  integer,
  type PgColumnBuilderBase,
  type PgTable,
  pgTable,
  serial,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { EventType } from "@/lib/core/events/event-types";
import type { DerivedField } from "@/lib/core/solana/reconstruct/rebuild-events";
import { campaignRow } from "./campaigns";
import { u64 } from "./u64";

/** Columns of every event row: its campaign, and its on-chain position. */
const envelope = () => ({
  id: serial("id").primaryKey(),
  campaignId: campaignRow(),
  signature: text("signature").notNull(),
  /** Index among the program's events of its transaction. */
  eventIndex: integer("event_index").notNull(),
  slot: bigint("slot", { mode: "bigint" }).notNull(),
  /** Index of the transaction in its block; null while unknown. */
  txIndex: integer("tx_index"),
  blockTime: bigint("block_time", { mode: "bigint" }).notNull(),
  /**
   * Null for an event that was read from the log. For an event that was reconstructed because the log was
   * truncated: its fields that follow from earlier events of the campaign, which every projection recomputes.
   */
  derivedFields: text("derived_fields").array().$type<DerivedField[]>(),
});

/** The campaign of an event and its on-chain position, which every event row has. */
export type EventPosition = Omit<typeof pauseEvents.$inferSelect, "id" | "paused" | "derivedFields">;

type EnvelopeColumn =
  | "id"
  | "signature"
  | "eventIndex"
  | "campaignId"
  | "slot"
  | "blockTime"
  | "derivedFields";
type EnvelopeColumns = Record<EnvelopeColumn, ExtraConfigColumn>;

/** An unknown position sorts before the known positions of its slot. */
const position = sql`coalesce(tx_index, -1)`;

/**
 * A transaction can emit several events, so the key of a row is its signature and event index, not the
 * signature alone. The indexes contain the complete order of a list, so that a page is read without sorting:
 * claims by slot, the timeline by block time. The row id breaks ties, which avoids 88 bytes of signature.
 */
const envelopeKeys = (name: string, table: EnvelopeColumns) => [
  unique(`uq_${name}_signature_event_index`).on(table.signature, table.eventIndex),
  index(`idx_${name}_slot`).on(table.campaignId, table.slot, position, table.eventIndex, table.id),
  index(`idx_${name}_block_time`).on(
    table.campaignId,
    table.blockTime,
    table.slot,
    position,
    table.eventIndex,
    table.id,
  ),
];

/** Finds the reconstructed events of a campaign, which are rare. */
const derivedIndex = (name: string, table: EnvelopeColumns) =>
  index(`idx_${name}_derived`).on(table.campaignId).where(sql`derived_fields is not null`);

/** Returns the table of an event type with the common columns and its specific ones. */
const eventTable = <Name extends string, Columns extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  columns: Columns,
) =>
  pgTable(name, { ...envelope(), ...columns }, (table) => [
    ...envelopeKeys(name, table),
    derivedIndex(name, table),
  ]);

export const claimEvents = pgTable(
  "claim_events",
  {
    ...envelope(),
    beneficiary: text("beneficiary").notNull(),
    /**
     * int8 for a number, because a u32 does not fit into int4, and an event of a hostile tree must not stop
     * the indexer.
     */
    leafIndex: bigint("leaf_index", { mode: "number" }).notNull(),
    amount: u64("amount").notNull(),
    totalClaimedByUser: u64("total_claimed_by_user").notNull(),
    totalClaimedOverall: u64("total_claimed_overall").notNull(),
    milestoneIdx: smallint("milestone_idx"),
  },
  (table) => [
    ...envelopeKeys("claim_events", table),
    derivedIndex("claim_events", table),
    index("idx_claim_events_beneficiary").on(
      table.campaignId,
      table.beneficiary,
      table.slot,
      position,
      table.eventIndex,
      table.id,
    ),
  ],
);

export const cancelEvents = eventTable("cancel_events", {
  cancelledAt: bigint("cancelled_at", { mode: "bigint" }).notNull(),
  claimedAtCancel: u64("claimed_at_cancel").notNull(),
});

export const pauseEvents = eventTable("pause_events", { paused: boolean("paused").notNull() });

export const rootUpdateEvents = eventTable("root_update_events", {
  oldRoot: text("old_root").notNull(),
  newRoot: text("new_root").notNull(),
  newLeafCount: bigint("new_leaf_count", { mode: "number" }).notNull(),
});

export const withdrawEvents = eventTable("withdraw_events", { amount: u64("amount").notNull() });

export const milestoneEvents = eventTable("milestone_events", {
  milestoneIdx: smallint("milestone_idx").notNull(),
  releasedBy: text("released_by").notNull(),
});

export const streamCancelEvents = eventTable("stream_cancel_events", {
  cancelledAt: bigint("cancelled_at", { mode: "bigint" }).notNull(),
  amountToBeneficiary: u64("amount_to_beneficiary").notNull(),
  amountToCreator: u64("amount_to_creator").notNull(),
});

export const instantRefundEvents = eventTable("instant_refund_events", {
  cancelledAt: bigint("cancelled_at", { mode: "bigint" }).notNull(),
  refundedTo: text("refunded_to").notNull(),
  amount: u64("amount").notNull(),
});

/** All event tables by the API's event type, in the order of that list. */
export const eventTables = {
  claimed: claimEvents,
  cancelled: cancelEvents,
  paused: pauseEvents,
  root_updated: rootUpdateEvents,
  withdrawn: withdrawEvents,
  milestone_released: milestoneEvents,
  stream_cancelled: streamCancelEvents,
  instant_refunded: instantRefundEvents,
} as const satisfies { [Type in EventType]: PgTable };
