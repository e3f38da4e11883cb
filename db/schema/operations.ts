import { sql } from "drizzle-orm";
import {
  bigint,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { DerivedField } from "@/lib/core/solana/reconstruct/rebuild-events";

export const waitlist = pgTable("waitlist", {
  id: serial("id").primaryKey(),
  email: text("email").notNull().unique("uq_waitlist_email"),
  createdAt: bigint("created_at", { mode: "bigint" }).notNull(),
});

/** Key-value store for the indexer's checkpoint and leases. */
export const syncState = pgTable("sync_state", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
  updatedAt: bigint("updated_at", { mode: "bigint" }).notNull(),
});

/**
 * The price of one whole token of a campaign's mint in US dollars, as first read in an hour; `hour` counts
 * hours from 1970.
 */
export const tokenPrices = pgTable(
  "token_prices",
  {
    mint: text("mint").notNull(),
    hour: integer("hour").notNull(),
    usd: doublePrecision("usd").notNull(),
  },
  (table) => [primaryKey({ name: "pk_token_prices", columns: [table.mint, table.hour] })],
);

/**
 * Events of trees that are not registered yet, as emitted; they are applied when the campaign is registered.
 */
export const unregisteredEvents = pgTable(
  "unregistered_events",
  {
    id: serial("id").primaryKey(),
    treeAddress: text("tree_address").notNull(),
    signature: text("signature").notNull(),
    eventIndex: integer("event_index").notNull(),
    slot: bigint("slot", { mode: "bigint" }).notNull(),
    txIndex: integer("tx_index"),
    blockTime: bigint("block_time", { mode: "bigint" }).notNull(),
    /** The bytes of the event, including the discriminator, in base64. */
    payload: text("payload").notNull(),
    /** As in the event tables: null for an event that was read from the log. */
    derivedFields: text("derived_fields").array().$type<DerivedField[]>(),
  },
  (table) => [
    unique("uq_unregistered_events_signature_event_index").on(table.signature, table.eventIndex),
    index("idx_unregistered_events_tree").on(table.treeAddress, table.id),
  ],
);

/**
 * The sponsor's reserved and paid budget of a UTC day, `day` counting days from 1970: of one wallet, or of all wallets
 * if `wallet` is empty. Released reservations are subtracted again.
 */
export const sponsorQuotas = pgTable(
  "sponsor_quotas",
  {
    day: integer("day").notNull(),
    wallet: text("wallet").notNull(),
    claims: integer("claims").notNull(),
    lamports: bigint("lamports", { mode: "bigint" }).notNull(),
  },
  (table) => [primaryKey({ name: "pk_sponsor_quotas", columns: [table.day, table.wallet] })],
);

/** A claim whose fee the sponsor pays: a reservation of its budget until the outcome of the transaction is known. */
export const sponsoredClaims = pgTable(
  "sponsored_claims",
  {
    id: serial("id").primaryKey(),
    day: integer("day").notNull(),
    wallet: text("wallet").notNull(),
    treeAddress: text("tree_address").notNull(),
    lamports: bigint("lamports", { mode: "bigint" }).notNull(),
    /** The last block height at which the transaction can land. */
    lastValidBlockHeight: bigint("last_valid_block_height", { mode: "bigint" }).notNull(),
    createdAt: bigint("created_at", { mode: "bigint" }).notNull(),
    state: text("state", { enum: ["open", "paid", "released"] }).notNull(),
    /** The sponsor's signature, which identifies the transaction; null until the sponsor has signed. */
    signature: text("signature"),
    /** The instructions as JSON and the partially signed transaction in base64, returned to repeated requests. */
    content: text("content"),
    transaction: text("transaction"),
  },
  (table) => [
    index("idx_sponsored_claims_open").on(table.id).where(sql`state = 'open'`),
    index("idx_sponsored_claims_wallet").on(table.wallet, table.treeAddress, table.id),
  ],
);
