import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  json,
  numeric,
  pgTable,
  serial,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { NAME_SEPARATORS } from "../../lib/core/lists/campaign-list";
import { u64 } from "./u64";

/** Text in byte order, which does not depend on the server's locale or its updates. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export type CampaignMetadata = { name?: string; description?: string; logoUri?: string };

/** The part of a campaign's lifecycle that does not depend on the clock; the first match applies. */
export type CampaignPhase = "instant_refunded" | "settled" | "cancelled" | "claimed" | "paused" | "open";

const fullyClaimed = `total_supply <> 0 and (total_claimed # '-9223372036854775808'::bigint) >= (total_supply # '-9223372036854775808'::bigint)`;

// JSON can contain characters that Postgres text cannot store: an escaped NUL or half a surrogate pair. Such
// a name is ignored.
const readableName = String.raw`case when metadata::text !~ '\\u(0000|[dD][89a-fA-F])' then left(metadata ->> 'name', 200) end`;
const shownName = `coalesce(${readableName}, 'Campaign ' || left(tree_address, 4) || '…' || right(tree_address, 4))`;

const asNumeric = (column: string) =>
  `(${column}::numeric + case when ${column} < 0 then 18446744073709551616 else 0 end)`;
const paidShare = `case when total_supply = 0 then 0 else least(10000, floor((${asNumeric("total_claimed")} + ${asNumeric("settled_amount")}) * 10000 / ${asNumeric("total_supply")}))::integer end`;

const claimsComplete = `claimed_sum = ${asNumeric("total_claimed")}`;

// The migration generator treats a semicolon in an index as its end.
const separators = `'${NAME_SEPARATORS.replaceAll("'", "''").replace(";", "' || chr(59) || '")}'`;

/** The words of a campaign's name, each a lexeme; index and query use the same expression. */
export const nameWords = sql.raw(
  `array_to_tsvector(array_remove(string_to_array(translate(sort_name, ${separators}, repeat(' ', ${NAME_SEPARATORS.length})), ' '), ''))`,
);

/**
 * One row per registered generation of a tree address: the registration, and the projection of its event rows. The
 * creator of a native-SOL tree can create the address again after the account is closed, so an address can have several.
 */
export const campaigns = pgTable(
  "campaigns",
  {
    id: serial("id").primaryKey(),
    treeAddress: text("tree_address").notNull(),
    creator: text("creator").notNull(),
    mint: text("mint").notNull(),
    campaignId: u64("campaign_id").notNull(),
    merkleRoot: text("merkle_root").notNull(),
    /** int8 for a number, because a u32 does not fit into int4. */
    leafCount: bigint("leaf_count", { mode: "number" }).notNull(),
    totalSupply: u64("total_supply").notNull(),
    totalClaimed: u64("total_claimed").notNull().default(sql`0`),
    cancellable: boolean("cancellable").notNull().default(false),
    cancelAuthority: text("cancel_authority"),
    pauseAuthority: text("pause_authority"),
    minCliffTime: bigint("min_cliff_time", { mode: "bigint" }),
    cancelledAt: bigint("cancelled_at", { mode: "bigint" }),
    paused: boolean("paused").notNull().default(false),
    instantRefunded: boolean("instant_refunded").notNull().default(false),
    createdAt: bigint("created_at", { mode: "bigint" }).notNull(),
    /** Whether this is the newest registered generation of its address. */
    isCurrent: boolean("is_current").notNull().default(true),
    /** `created_at` of the account that confirmed the registration; null for an unverified one. */
    accountCreatedAt: bigint("account_created_at", { mode: "bigint" }),
    /** The CampaignCreated event that began this generation; null while unknown. */
    creationSignature: text("creation_signature"),
    creationEventIndex: integer("creation_event_index"),
    creationSlot: bigint("creation_slot", { mode: "bigint" }),
    creationTime: bigint("creation_time", { mode: "bigint" }),
    /** json, not jsonb: jsonb rejects some valid JSON, such as an escaped NUL. */
    metadata: json("metadata").$type<CampaignMetadata>(),
    /** Whether the creator signed the registration or a correction. Without a signature there is no metadata. */
    creatorSigned: boolean("creator_signed").notNull().default(true),
    /** The lookup table that the creator made for claims; the service has checked its content. */
    lookupTable: text("lookup_table"),
    /** Whether the network confirmed the registration. */
    verified: boolean("verified").notNull().default(false),
    /** A StreamCancelled event is indexed. */
    settled: boolean("settled").notNull().default(false),
    /** The amount that the cancellation paid to the stream's beneficiary; it is not a claim. */
    settledAmount: u64("settled_amount").notNull().default(sql`0`),
    /** An UnvestedWithdrawn event is indexed: the creator has withdrawn the rest. */
    withdrawn: boolean("withdrawn").notNull().default(false),
    /**
     * The vault balance for claims, and the slot at which it was read; null before the first read. Events do
     * not determine them.
     */
    vaultBalance: u64("vault_balance"),
    vaultSlot: bigint("vault_slot", { mode: "bigint" }),
    /** Milestone indexes of the current leaves, so that the status can be computed without leaves. */
    usedMilestones: smallint("used_milestones").array().notNull().default(sql`'{}'`),
    /**
     * Earliest cliff of the current leaves that vest by time; null if there is none, or if no leaf is known.
     */
    firstTimedCliff: bigint("first_timed_cliff", { mode: "bigint" }),
    releasedMilestones: smallint("released_milestones").array().notNull().default(sql`'{}'`),
    /** Counters of event rows, so that the cost of details and exact totals does not grow with them. */
    eventCount: bigint("event_count", { mode: "number" }).notNull().default(0),
    claimCount: bigint("claim_count", { mode: "number" }).notNull().default(0),
    uniqueClaimers: bigint("unique_claimers", { mode: "number" }).notNull().default(0),
    /** Sum of the amounts of all stored claims; it can exceed 64 bits. */
    claimedSum: numeric("claimed_sum", { mode: "bigint" }).notNull().default(sql`0`),
    /**
     * Whether the stored claims add up to the program's running total. The column is generated, so that most
     * claims do not change its index.
     */
    claimsComplete: boolean("claims_complete").notNull().generatedAlwaysAs(sql.raw(claimsComplete)),
    /** Whether `drifts` has rows for this campaign. */
    hasDrift: boolean("has_drift").notNull().default(false),
    /** Generated, so that the status filter is an index range and its total an index-only count. */
    phase: text("phase")
      .$type<CampaignPhase>()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          `case when instant_refunded then 'instant_refunded' when settled then 'settled' when cancelled_at is not null then 'cancelled' when ${fullyClaimed} then 'claimed' when paused then 'paused' else 'open' end`,
        ),
      ),
    /**
     * The time from which an open campaign counts as claimable. If one of its milestones is released, that is
     * always the case; the cliff of an unreleased milestone is irrelevant.
     */
    claimableFrom: bigint("claimable_from", { mode: "bigint" }).generatedAlwaysAs(
      sql.raw(
        `case when used_milestones && released_milestones then '-9223372036854775808'::bigint when used_milestones <> '{}' then first_timed_cliff else min_cliff_time end`,
      ),
    ),
    /** The display name of the campaign in lower case: its name, or a name derived from its address. */
    sortName: bytewiseText("sort_name")
      .notNull()
      .generatedAlwaysAs(sql.raw(`lower(${shownName})`)),
    /**
     * The amount paid to recipients in ten-thousandths of the supply: precise enough for sorting, and few
     * claims change it.
     */
    claimedShare: integer("claimed_share").notNull().generatedAlwaysAs(sql.raw(paidShare)),
  },
  (table) => [
    uniqueIndex("uq_campaigns_current_tree_address").on(table.treeAddress).where(sql`is_current`),
    uniqueIndex("uq_campaigns_current_creator_mint_campaign_id")
      .on(table.creator, table.mint, table.campaignId)
      .where(sql`is_current`),
    index("idx_campaigns_tree_address").on(table.treeAddress, table.id),
    index("idx_campaigns_created_at").on(table.createdAt, table.id),
    index("idx_campaigns_creator").on(table.creator, table.createdAt, table.id),
    index("idx_campaigns_mint").on(table.mint, table.createdAt, table.id),
    index("idx_campaigns_merkle_root").on(table.merkleRoot),
    index("idx_campaigns_unconfirmed").on(table.creator, table.leafCount).where(sql`not verified`),
    index("idx_campaigns_claims_incomplete").on(table.id).where(sql`not claims_complete`),
    index("idx_campaigns_name").on(table.sortName, table.id),
    index("idx_campaigns_claimed").on(table.claimedShare, table.id),
    index("idx_campaigns_leaf_count").on(table.leafCount, table.id),
    index("idx_campaigns_words").using("gin", nameWords),
    index("idx_campaigns_phase").on(
      table.phase,
      table.createdAt,
      table.id,
      table.cancelledAt,
      table.claimableFrom,
    ),
  ],
);

export type Campaign = typeof campaigns.$inferSelect;

/** Returns a column that references a campaign and is deleted with it. */
export const campaignRow = () =>
  integer("campaign_id")
    .notNull()
    .references(() => campaigns.id, { onDelete: "cascade" });

/** One row per correction of a campaign's metadata, in chronological order. */
export const metadataCorrections = pgTable(
  "metadata_corrections",
  {
    id: serial("id").primaryKey(),
    campaignId: campaignRow(),
    /** The wallet that signed the correction. */
    wallet: text("wallet").notNull(),
    correctedAt: bigint("corrected_at", { mode: "bigint" }).notNull(),
    before: json("before").$type<CampaignMetadata>(),
    after: json("after").$type<CampaignMetadata>(),
  },
  (table) => [index("idx_metadata_corrections_campaign").on(table.campaignId, table.id, table.correctedAt)],
);

/**
 * Counters of campaigns, maintained only by triggers on `campaigns`, so that the exact total of a list costs
 * the same at any size. A count is the sum of the rows of its key. A change merges the rows that no other
 * transaction has locked and adds one row. So writers never wait for each other, and there are at most about
 * as many rows as concurrent writers.
 */
export const campaignCounts = pgTable(
  "campaign_counts",
  {
    id: bigserial("id", { mode: "bigint" }).primaryKey(),
    /** The campaigns that are counted: all (empty), or those of `creator:…` or `mint:…`. */
    filter: text("filter").notNull(),
    phase: text("phase").notNull(),
    /** Level 4 counts a whole phase; levels 0 to 3 count the campaigns in a bucket of 256^level seconds. */
    level: smallint("level").notNull(),
    /**
     * Unix time divided by 256^level: when an open campaign becomes claimable, or when a cancelled one was
     * cancelled.
     */
    bucket: bigint("bucket", { mode: "bigint" }).notNull(),
    /** The count of this row alone; negative if it undoes another row. */
    campaigns: bigint("campaigns", { mode: "bigint" }).notNull(),
  },
  (table) => [
    // Used by the previous version, which may run while this version's migration is applied; a later
    // migration can drop this index.
    index("idx_campaign_counts_key").on(
      table.filter,
      table.phase,
      table.level,
      table.bucket,
      table.campaigns,
    ),
    // Whole phases are adjacent, so that no plan for their sum reads the counters of times.
    index("idx_campaign_counts_level").on(
      table.filter,
      table.level,
      table.phase,
      table.bucket,
      table.campaigns,
    ),
  ],
);
