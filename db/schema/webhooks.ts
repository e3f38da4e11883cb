import { sql } from "drizzle-orm";
import { bigint, bigserial, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import type { DisabledReason, EventType } from "@/lib/core/events/event-types";
import { campaignRow } from "./campaigns";

/**
 * Endpoints to which a wallet has events delivered. Exactly one of `campaigns`, `address` and `creator`
 * selects the events.
 */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: text("id").primaryKey(),
    wallet: text("wallet").notNull(),
    url: text("url").notNull(),
    /** Stored in plain text, because every message is signed with the secret. */
    secret: text("secret").notNull(),
    /**
     * Signs messages in addition to `secret` until `previousUntil` (unix seconds), so that a receiver can
     * switch.
     */
    previousSecret: text("previous_secret"),
    previousUntil: bigint("previous_until", { mode: "bigint" }),
    campaigns: text("campaigns").array(),
    address: text("address"),
    creator: text("creator"),
    /** Event types to deliver; null for all. */
    types: text("types").array().$type<EventType[]>(),
    disabledAt: bigint("disabled_at", { mode: "bigint" }),
    disabledReason: text("disabled_reason").$type<DisabledReason>(),
    /** Since when deliveries fail; null while they succeed. */
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
 * The keys by which the subscribed endpoints of an event are found. They are its `tree`, the campaign's
 * `creator`, and the `claimer` of a claim. For other events, the tree is also the key for a `recipient`,
 * which follows from the leaves of its root versions.
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

/** One row per event and endpoint, written with the event. */
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
    /** The database time at which the event was stored or last requeued. */
    storedAt: bigint("stored_at", { mode: "bigint" })
      .notNull()
      .default(sql`extract(epoch from now())::bigint`),
    /** Null while the delivery is pending. */
    deliveredAt: bigint("delivered_at", { mode: "bigint" }),
    attempts: integer("attempts").notNull().default(0),
    /** The earliest time of the next attempt after a failed one. */
    nextAttemptAt: bigint("next_attempt_at", { mode: "bigint" }),
    lastAttemptAt: bigint("last_attempt_at", { mode: "bigint" }),
    /** HTTP status; null without a response. */
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
 * Delivery queues: the events of one campaign for one endpoint, sent one after another. A row exists while
 * events are pending. The sender postpones `due_ms` first; another sender takes over after that time.
 */
export const webhookQueues = pgTable(
  "webhook_lanes",
  {
    endpointId: endpointRow(),
    campaignId: campaignRow(),
    /** Unix milliseconds; null while the endpoint is disabled. */
    dueMs: bigint("due_ms", { mode: "number" }),
    /** The current sender. A sender must stop after another one has taken over. */
    holder: text("holder"),
  },
  (table) => [
    primaryKey({ name: "pk_webhook_lanes", columns: [table.endpointId, table.campaignId] }),
    index("idx_webhook_lanes_due").on(table.endpointId, table.dueMs).where(sql`due_ms is not null`),
    index("idx_webhook_lanes_campaign").on(table.campaignId),
  ],
);
