import { sql } from "drizzle-orm";
import { bigint, bigserial, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import type { EventType } from "@/lib/core/events/event-types";

/**
 * The change log that GET /api/stream reads: one row per event that was stored or removed, and per change of a
 * campaign that no event makes. `seq` is assigned after the commit, so that a reader of all rows beyond a
 * number never misses one of a slower transaction. There is no foreign key, because deleting a campaign must
 * not free the highest number.
 */
export const changes = pgTable(
  "changes",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    /** The position in the stream; null until a reader or the sweep assigns it. */
    seq: bigint("seq", { mode: "number" }),
    /** Rows of kind `campaign` are written by triggers on `campaigns` only. */
    kind: text("kind").$type<ChangeKind>().notNull(),
    campaignId: integer("campaign_id").notNull(),
    /** The event; null for a change of the campaign. */
    type: text("type").$type<EventType>(),
    signature: text("signature"),
    eventIndex: integer("event_index"),
    slot: bigint("slot", { mode: "bigint" }),
    blockTime: bigint("block_time", { mode: "bigint" }),
    /** The recipient of a claim. */
    claimer: text("claimer"),
    /** Unix seconds of the database's clock. */
    changedAt: bigint("changed_at", { mode: "bigint" })
      .notNull()
      .default(sql`extract(epoch from now())::bigint`),
  },
  (table) => [
    unique("uq_changes_seq").on(table.seq),
    index("idx_changes_unnumbered").on(table.id).where(sql`seq is null`),
    index("idx_changes_changed_at").on(table.changedAt),
  ],
);

export type ChangeKind = "stored" | "removed" | "campaign";
