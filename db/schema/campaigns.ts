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

/** Text in the order of its bytes, which no server's locale and no update of it changes. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export type CampaignMetadata = { name?: string; description?: string; logoUri?: string };

/** The part of a campaign's lifecycle that does not depend on the clock, first match wins. */
export type CampaignPhase = "instant_refunded" | "settled" | "cancelled" | "claimed" | "paused" | "open";

const fullyClaimed = `total_supply <> 0 and (total_claimed # '-9223372036854775808'::bigint) >= (total_supply # '-9223372036854775808'::bigint)`;

// What JSON may say and text cannot hold, an escaped NUL or half a surrogate pair, is no name.
const readableName = String.raw`case when metadata::text !~ '\\u(0000|[dD][89a-fA-F])' then left(metadata ->> 'name', 200) end`;
const shownName = `coalesce(${readableName}, 'Campaign ' || left(tree_address, 4) || '…' || right(tree_address, 4))`;

const asNumeric = (column: string) =>
  `(${column}::numeric + case when ${column} < 0 then 18446744073709551616 else 0 end)`;
const paidShare = `case when total_supply = 0 then 0 else least(10000, floor((${asNumeric("total_claimed")} + ${asNumeric("settled_amount")}) * 10000 / ${asNumeric("total_supply")}))::integer end`;

/** A settled stream's total also counts what the cancellation paid, where it was read from the account or a later claim. */
const claimsComplete = `claimed_sum = ${asNumeric("total_claimed")} or (settled and claimed_sum + ${asNumeric("settled_amount")} = ${asNumeric("total_claimed")})`;

// The generator of migrations takes a semicolon in an index for the end of it.
const separators = `'${NAME_SEPARATORS.replaceAll("'", "''").replace(";", "' || chr(59) || '")}'`;

/** The words of a campaign's name, each a lexeme; the same expression in index and query. */
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
    /** int8 although a number: a u32 does not fit int4. */
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
    /** json, not jsonb: jsonb refuses some texts that are valid JSON, such as an escaped NUL. */
    metadata: json("metadata").$type<CampaignMetadata>(),
    /** Whether the ledger confirmed the registration. */
    verified: boolean("verified").notNull().default(false),
    /** A StreamCancelled is indexed. */
    settled: boolean("settled").notNull().default(false),
    /** What that cancellation paid to the stream's beneficiary; it is no claim. */
    settledAmount: u64("settled_amount").notNull().default(sql`0`),
    /** An UnvestedWithdrawn is indexed: the creator has taken back what was left. */
    withdrawn: boolean("withdrawn").notNull().default(false),
    /** What the vault held for claims, and the slot at which it was read; null until it is. No event determines them. */
    vaultBalance: u64("vault_balance"),
    vaultSlot: bigint("vault_slot", { mode: "bigint" }),
    /** Milestone indexes of the current leaves, so that the status needs no leaf. */
    usedMilestones: smallint("used_milestones").array().notNull().default(sql`'{}'`),
    /** The earliest cliff of current leaves that vest by time; null when there is none, or no leaf is known. */
    firstTimedCliff: bigint("first_timed_cliff", { mode: "bigint" }),
    releasedMilestones: smallint("released_milestones").array().notNull().default(sql`'{}'`),
    /** Counters of event rows, so that details and exact totals do not grow with them. */
    eventCount: bigint("event_count", { mode: "number" }).notNull().default(0),
    claimCount: bigint("claim_count", { mode: "number" }).notNull().default(0),
    uniqueClaimers: bigint("unique_claimers", { mode: "number" }).notNull().default(0),
    /** Sum of the amounts of all stored claims, which no type bounds. */
    claimedSum: numeric("claimed_sum", { mode: "bigint" }).notNull().default(sql`0`),
    /** Whether stored claims add up to the program's running total. Generated, so that its index ignores most claims. */
    claimsComplete: boolean("claims_complete").notNull().generatedAlwaysAs(sql.raw(claimsComplete)),
    /** Whether `drifts` has rows of this campaign. */
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
     * From when an open campaign counts as claimable: always once one of its milestones is released; the cliff of one that
     * is not says nothing.
     */
    claimableFrom: bigint("claimable_from", { mode: "bigint" }).generatedAlwaysAs(
      sql.raw(
        `case when used_milestones && released_milestones then '-9223372036854775808'::bigint when used_milestones <> '{}' then first_timed_cliff else min_cliff_time end`,
      ),
    ),
    /** What people call the campaign, in lower case: its name, or what stands in its place. */
    sortName: bytewiseText("sort_name")
      .notNull()
      .generatedAlwaysAs(sql.raw(`lower(${shownName})`)),
    /** What recipients were paid in ten-thousandths of the supply: fine enough to sort by, and changed by few claims. */
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

/** The column of a row that is a campaign's and goes with it. */
export const campaignRow = () =>
  integer("campaign_id")
    .notNull()
    .references(() => campaigns.id, { onDelete: "cascade" });

/** One row a correction of what a creator says of a campaign in words, in the order in which they were made. */
export const metadataCorrections = pgTable(
  "metadata_corrections",
  {
    id: serial("id").primaryKey(),
    campaignId: campaignRow(),
    /** Who signed it. */
    wallet: text("wallet").notNull(),
    correctedAt: bigint("corrected_at", { mode: "bigint" }).notNull(),
    before: json("before").$type<CampaignMetadata>(),
    after: json("after").$type<CampaignMetadata>(),
  },
  (table) => [index("idx_metadata_corrections_campaign").on(table.campaignId, table.id, table.correctedAt)],
);

/**
 * How many campaigns there are, kept by triggers on `campaigns`, so that a list's exact total costs the same at any
 * size. A count is the sum of its key's rows: a change takes in the rows that no other transaction holds and adds one,
 * so writers never wait for each other, and rows stay as few as there are writers at once. Written by nothing else.
 */
export const campaignCounts = pgTable(
  "campaign_counts",
  {
    id: bigserial("id", { mode: "bigint" }).primaryKey(),
    /** Which campaigns: all (empty), or those of `creator:…` or `mint:…`. */
    filter: text("filter").notNull(),
    phase: text("phase").notNull(),
    /** 4 counts the whole phase; 0 to 3 count the ones of a bucket of 256^level seconds. */
    level: smallint("level").notNull(),
    /** Unix time over 256^level: when an open campaign becomes claimable, or a cancelled one was cancelled. */
    bucket: bigint("bucket", { mode: "bigint" }).notNull(),
    /** Of this row alone, and negative where it undoes another row. */
    campaigns: bigint("campaigns", { mode: "bigint" }).notNull(),
  },
  (table) => [
    // What the version before goes by, which may serve while this one's migration is applied; a later one can drop it.
    index("idx_campaign_counts_key").on(
      table.filter,
      table.phase,
      table.level,
      table.bucket,
      table.campaigns,
    ),
    // Whole phases stand together, so that no plan of their sum goes through the counters of times.
    index("idx_campaign_counts_level").on(
      table.filter,
      table.level,
      table.phase,
      table.bucket,
      table.campaigns,
    ),
  ],
);
