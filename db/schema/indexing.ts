import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { campaignRow } from "./campaigns";
import { u64 } from "./u64";

/**
 * The state of a program transaction: `discovered` in the network's list; `indexed`, with its events stored;
 * `failed` on chain, so without events; or `unreadable` by this version, which blocks the checkpoint.
 */
export type TransactionStatus = "discovered" | "indexed" | "failed" | "unreadable";

/**
 * Every transaction that the network lists for the program, so that a run continues where the previous one
 * stopped.
 */
export const programTransactions = pgTable(
  "program_transactions",
  {
    signature: text("signature").primaryKey(),
    slot: bigint("slot", { mode: "bigint" }).notNull(),
    /**
     * Index in its slot, comparable only within that slot; null while unknown or if it is alone in the slot.
     */
    txIndex: integer("tx_index"),
    blockTime: bigint("block_time", { mode: "bigint" }),
    status: text("status").$type<TransactionStatus>().notNull(),
    /** A fork can no longer drop the transaction. */
    finalized: boolean("finalized").notNull().default(false),
    /**
     * Number of times that the network listed the transaction but did not return it, or no longer listed it.
     */
    attempts: integer("attempts").notNull().default(0),
    /** Number of stored events, creations included. */
    eventCount: integer("event_count").notNull().default(0),
    /** The reason why the transaction is unreadable. */
    error: text("fault"),
    /** The accounts of events that were lost in a truncated log and could not be reconstructed. */
    lostAccounts: text("lost_accounts").array(),
    /** The log was truncated or missing where the program's events were, or may have been. */
    isLogTruncated: boolean("is_log_cut").notNull().default(false),
    /** Number of times that a truncated log was fetched again. */
    rereads: integer("rereads").notNull().default(0),
    /** When a truncated log is fetched again, in unix seconds; null for never. */
    rereadAt: bigint("reread_at", { mode: "bigint" }),
  },
  (table) => [
    index("idx_program_transactions_slot").on(table.slot),
    index("idx_program_transactions_open")
      .on(table.slot, sql`coalesce(tx_index, -1)`, table.signature)
      .where(sql`status in ('discovered', 'unreadable')`),
    index("idx_program_transactions_unfinalized").on(table.slot).where(sql`not finalized`),
    index("idx_program_transactions_reread").on(table.rereadAt).where(sql`reread_at is not null`),
    index("idx_program_transactions_log_cut").on(table.slot).where(sql`is_log_cut`),
    index("idx_program_transactions_lost_accounts")
      .using("gin", table.lostAccounts)
      .where(sql`lost_accounts is not null`),
  ],
);

export type ProgramTransaction = typeof programTransactions.$inferSelect;

/**
 * The newest creation of each tree, written only by the previous version. A later migration can drop this
 * table.
 */
export const createdTrees = pgTable(
  "created_trees",
  {
    treeAddress: text("tree_address").primaryKey(),
    creator: text("creator").notNull(),
    mint: text("mint").notNull(),
    totalSupply: u64("total_supply").notNull(),
    leafCount: bigint("leaf_count", { mode: "number" }).notNull(),
    signature: text("signature").notNull(),
    slot: bigint("slot", { mode: "bigint" }).notNull(),
    blockTime: bigint("block_time", { mode: "bigint" }).notNull(),
  },
  (table) => [index("idx_created_trees_creator").on(table.creator, table.slot)],
);

/** Every CampaignCreated event, registered or not. Creations delimit the generations of a tree address. */
export const creations = pgTable(
  "creations",
  {
    treeAddress: text("tree_address").notNull(),
    signature: text("signature").notNull(),
    /**
     * Index among the program's events of its transaction; -1 for a row that was copied from `created_trees`.
     */
    eventIndex: integer("event_index").notNull(),
    slot: bigint("slot", { mode: "bigint" }).notNull(),
    /** Index of the transaction in its slot; null while unknown. */
    txIndex: integer("tx_index"),
    blockTime: bigint("block_time", { mode: "bigint" }).notNull(),
    creator: text("creator").notNull(),
    mint: text("mint").notNull(),
    totalSupply: u64("total_supply").notNull(),
    leafCount: bigint("leaf_count", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ name: "pk_creations", columns: [table.treeAddress, table.signature, table.eventIndex] }),
    index("idx_creations_signature").on(table.signature),
    index("idx_creations_slot").on(table.slot),
    index("idx_creations_creator").on(table.creator, table.slot),
  ],
);

/**
 * The queue of campaigns whose projection is compared with their account; `drift` marks a difference that a
 * comparison left.
 */
export const campaignChecks = pgTable("campaign_checks", {
  treeAddress: text("tree_address").primaryKey(),
  drift: boolean("drift").notNull().default(false),
  /** Number of repairs that left a difference, since the last requested repair. */
  attempts: integer("attempts").notNull().default(0),
  /** Unix seconds before which a known drift is not repaired again. */
  retryAt: bigint("retry_at", { mode: "bigint" }).notNull().default(sql`0`),
});

/** Differences between a campaign and the network that no repair has resolved yet. */
export const drifts = pgTable(
  "drifts",
  {
    campaignId: campaignRow(),
    /** A field of the account, or `claimedSum`: stored claims compared with the program's running total. */
    field: text("field").notNull(),
    indexed: text("indexed").notNull(),
    onChain: text("on_chain").notNull(),
    /** The slot at which the network's value was read. */
    slot: bigint("slot", { mode: "bigint" }).notNull(),
    /** Unix seconds. */
    detectedAt: bigint("detected_at", { mode: "bigint" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.field] })],
);

/**
 * Amounts that claim record accounts state for leaves beyond the stored claims, in base units. Responses add
 * them to the sum of claims. The rows are deleted once the campaign's claims are complete.
 */
export const claimRecordAmounts = pgTable(
  "claim_record_amounts",
  {
    campaignId: campaignRow(),
    beneficiary: text("beneficiary").notNull(),
    leafIndex: bigint("leaf_index", { mode: "number" }).notNull(),
    milestoneIdx: smallint("milestone_idx"),
    missing: u64("missing").notNull(),
    slot: bigint("slot", { mode: "bigint" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.beneficiary, table.leafIndex] })],
);

/**
 * Amounts per leaf that a claim record has from an earlier generation of the address, in base units. A
 * claimed milestone has its whole amount. The program deducts these amounts from its payments, although no
 * claim of this campaign paid them.
 */
export const staleClaimRecords = pgTable(
  "stale_claim_records",
  {
    campaignId: campaignRow(),
    leafIndex: bigint("leaf_index", { mode: "number" }).notNull(),
    beneficiary: text("beneficiary").notNull(),
    milestoneIdx: smallint("milestone_idx"),
    amount: u64("amount").notNull(),
    slot: bigint("slot", { mode: "bigint" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.leafIndex] }),
    index("idx_stale_claim_records_beneficiary").on(table.beneficiary, table.campaignId),
  ],
);

/** Progress of reading the claim records of a campaign at a reused address. */
export const staleClaimReads = pgTable("stale_claim_reads", {
  campaignId: campaignRow().primaryKey(),
  /** The root version whose leaves are read. */
  rootVersion: integer("root_version").notNull().default(0),
  /** The first leaf that is not read yet; null after the last one. */
  nextLeaf: bigint("next_leaf", { mode: "number" }).default(0),
  /** The minimum slot at which records are read. */
  minSlot: bigint("min_slot", { mode: "bigint" }).notNull().default(sql`0`),
});

/**
 * The state of a tree's account at a slot, if events up to that slot were lost; later events continue from
 * this state.
 */
export const accountSnapshots = pgTable("account_snapshots", {
  treeAddress: text("tree_address").primaryKey(),
  slot: bigint("slot", { mode: "bigint" }).notNull(),
  merkleRoot: text("merkle_root").notNull(),
  leafCount: bigint("leaf_count", { mode: "number" }).notNull(),
  totalClaimed: u64("total_claimed").notNull(),
  cancelledAt: bigint("cancelled_at", { mode: "bigint" }),
  paused: boolean("paused").notNull(),
  instantRefunded: boolean("instant_refunded").notNull(),
  releasedMilestones: smallint("released_milestones").array().notNull(),
});

/**
 * Leaves whose payments exceed their amount: the program lets a leaf be claimed again after its claim record
 * was closed. The rows are written with the claims and with each root version, so that looking for them is
 * free if there are none.
 */
export const overclaims = pgTable(
  "overclaims",
  {
    campaignId: campaignRow(),
    beneficiary: text("beneficiary").notNull(),
    leafIndex: bigint("leaf_index", { mode: "number" }).notNull(),
    /** The leaf's amount in the newest registered root version that contains the leaf. */
    allocated: u64("allocated").notNull(),
    /** A sum of event amounts, which can exceed 64 bits. */
    claimed: numeric("claimed", { mode: "bigint" }).notNull(),
    /** Whether the overclaim was reported in the log. */
    reported: boolean("told").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.beneficiary, table.leafIndex] })],
);
