import { sql } from "drizzle-orm";
import { bigint, bigserial, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import type { DisabledReason, EventType } from "@/lib/core/events/event-types";
import { campaignRow } from "./campaigns";

/** Where a wallet has events sent. One of `campaigns`, `address` and `creator` says which. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: text("id").primaryKey(),
    wallet: text("wallet").notNull(),
    url: text("url").notNull(),
    /** As it was told, since every message is signed with it. */
    secret: text("secret").notNull(),
    /** Signs beside `secret` until then, so that a receiver can change over; unix seconds. */
    previousSecret: text("previous_secret"),
    previousUntil: bigint("previous_until", { mode: "bigint" }),
    campaigns: text("campaigns").array(),
    address: text("address"),
    creator: text("creator"),
    /** Null for all. */
    types: text("types").array().$type<EventType[]>(),
    disabledAt: bigint("disabled_at", { mode: "bigint" }),
    disabledReason: text("disabled_reason").$type<DisabledReason>(),
    /** Since when nothing was taken any more; null while all is. */
    failingSince: bigint("failing_since", { mode: "bigint" }),
    createdAt: bigint("created_at", { mode: "bigint" }).notNull(),
  },
  (table) => [index("idx_webhook_endpoints_wallet").on(table.wallet, table.createdAt)],
);

export type WebhookEndpoint = typeof webhookEndpoints.$inferSelect;

const endpointRow = () =>
  text("endpoint_id")
    .notNull()
    .references(() => webhookEndpoints.id, { onDelete: "cascade" });

/**
 * What an event is looked up by to find the endpoints that hear it: its `tree`, the campaign's `creator`, the `claimer`
 * of a claim, and for all else the tree as that of a `recipient`, which follows from the leaves of its root versions.
 */
export type WebhookTopic = "tree" | "creator" | "claimer" | "recipient";

export const webhookTopics = pgTable(
  "webhook_topics",
  {
    kind: text("kind").$type<WebhookTopic>().notNull(),
    subject: text("subject").notNull(),
    endpointId: endpointRow(),
  },
  (table) => [
    primaryKey({ name: "pk_webhook_topics", columns: [table.kind, table.subject, table.endpointId] }),
    index("idx_webhook_topics_endpoint").on(table.endpointId, table.kind),
  ],
);

/** One row an event and endpoint, written with the event. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    endpointId: endpointRow(),
    campaignId: campaignRow(),
    type: text("type").$type<EventType>().notNull(),
    signature: text("signature").notNull(),
    eventIndex: integer("event_index").notNull(),
    slot: bigint("slot", { mode: "bigint" }).notNull(),
    txIndex: integer("tx_index"),
    blockTime: bigint("block_time", { mode: "bigint" }).notNull(),
    /** By the database's clock, when the event was stored, or last asked for again. */
    storedAt: bigint("stored_at", { mode: "bigint" })
      .notNull()
      .default(sql`extract(epoch from now())::bigint`),
    /** Null while it is to be sent. */
    deliveredAt: bigint("delivered_at", { mode: "bigint" }),
    attempts: integer("attempts").notNull().default(0),
    /** Of an attempt that failed, when the next one is due at the earliest. */
    nextAttemptAt: bigint("next_attempt_at", { mode: "bigint" }),
    lastAttemptAt: bigint("last_attempt_at", { mode: "bigint" }),
    /** HTTP status; null when nothing answered. */
    lastStatus: integer("last_status"),
    lastError: text("last_error"),
  },
  (table) => [
    unique("uq_webhook_deliveries_event_endpoint").on(table.signature, table.eventIndex, table.endpointId),
    index("idx_webhook_deliveries_lane")
      .on(
        table.endpointId,
        table.campaignId,
        table.slot,
        sql`coalesce(tx_index, -1)`,
        table.signature,
        table.eventIndex,
      )
      .where(sql`delivered_at is null`),
    index("idx_webhook_deliveries_endpoint").on(table.endpointId, table.id),
    index("idx_webhook_deliveries_campaign").on(table.campaignId),
    index("idx_webhook_deliveries_stored_at").on(table.storedAt),
  ],
);

/**
 * The events of one campaign for one endpoint, sent one after the other: a row while some are to be sent. Whoever sends
 * puts `due_ms` off first, so that another takes over when it passes.
 */
export const webhookLanes = pgTable(
  "webhook_lanes",
  {
    endpointId: endpointRow(),
    campaignId: campaignRow(),
    /** Unix milliseconds; null while the endpoint is disabled. */
    dueMs: bigint("due_ms", { mode: "number" }),
    /** Who sends; what another has taken over is not to be gone on with. */
    holder: text("holder"),
  },
  (table) => [
    primaryKey({ name: "pk_webhook_lanes", columns: [table.endpointId, table.campaignId] }),
    index("idx_webhook_lanes_due").on(table.endpointId, table.dueMs).where(sql`due_ms is not null`),
    index("idx_webhook_lanes_campaign").on(table.campaignId),
  ],
);
