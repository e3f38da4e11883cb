import { sql } from "drizzle-orm";
import {
  bigint,
  customType,
  index,
  integer,
  json,
  numeric,
  pgTable,
  serial,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { proofSiblings } from "../../lib/core/merkle/proof";
import { toProofBytes } from "../../lib/core/plans/answered-leaf";
import { campaigns } from "./campaigns";
import { u64 } from "./u64";

/** Recipients that were moved after they had claimed: their number, the sum, and the first of them. Amounts in base units. */
export type PaidTwice = {
  count: number;
  amount: string;
  recipients: { beneficiary: string; amount: string }[];
};

/** One row a registered root: version 1 at registration, one more a rotation. */
export const rootVersions = pgTable(
  "root_versions",
  {
    id: serial("id").primaryKey(),
    /** Null while its leaves are being stored or deleted: no campaign has it yet, or any more. */
    campaignId: integer("campaign_id").references(() => campaigns.id, { onDelete: "cascade" }),
    merkleRoot: text("merkle_root").notNull(),
    leafCount: bigint("leaf_count", { mode: "number" }).notNull(),
    minCliffTime: bigint("min_cliff_time", { mode: "bigint" }).notNull(),
    ipfsCid: text("ipfs_cid"),
    version: integer("version").notNull(),
    createdAt: bigint("created_at", { mode: "bigint" }).notNull(),
    /** Milestone indexes that this version's milestone leaves name. */
    usedMilestones: smallint("used_milestones").array().notNull().default(sql`'{}'`),
    /** The earliest cliff of its leaves that vest by time; null when all are milestones. */
    firstTimedCliff: bigint("first_timed_cliff", { mode: "bigint" }),
    /** Whom this version's leaves let the program pay again; null when it is nobody. */
    paidTwice: json("paid_twice").$type<PaidTwice>(),
  },
  (table) => [
    unique("uq_root_versions_campaign_version").on(table.campaignId, table.version),
    index("idx_root_versions_merkle_root").on(table.merkleRoot, table.id),
  ],
);

/**
 * A proof as the specification has it, its siblings' bytes in arrays, in a column that holds them end to end: a quarter of
 * what the same numbers take as JSON text.
 */
const proof = customType<{ data: number[][]; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: toProofBytes,
  fromDriver: proofSiblings,
});

/** One row a recipient of a root version, with the proof that the program asks for. */
export const leaves = pgTable(
  "leaves",
  {
    id: serial("id").primaryKey(),
    rootVersionId: integer("root_version_id")
      .notNull()
      .references(() => rootVersions.id, { onDelete: "cascade" }),
    /** int8 although a number: a u32 does not fit int4. */
    leafIndex: bigint("leaf_index", { mode: "number" }).notNull(),
    beneficiary: text("beneficiary").notNull(),
    amount: u64("amount").notNull(),
    releaseType: smallint("release_type").notNull(),
    startTime: bigint("start_time", { mode: "bigint" }).notNull(),
    cliffTime: bigint("cliff_time", { mode: "bigint" }).notNull(),
    endTime: bigint("end_time", { mode: "bigint" }).notNull(),
    milestoneIdx: smallint("milestone_idx").notNull().default(0),
    proof: proof("proof").notNull(),
  },
  (table) => [
    unique("uq_leaves_root_version_leaf_index").on(table.rootVersionId, table.leafIndex),
    index("idx_leaves_beneficiary").on(table.beneficiary, table.rootVersionId, table.leafIndex),
  ],
);

/**
 * What unlocks of a root version in each month, summed up over its leaves once, since a list of a million is not to be read
 * for a picture. Arrays of one length each; a sum of amounts has no type that bounds it.
 */
export const unlockSums = pgTable("unlock_sums", {
  rootVersionId: integer("root_version_id")
    .primaryKey()
    .references(() => rootVersions.id, { onDelete: "cascade" }),
  /** Calendar months in UTC as months since January 1970, ascending, and what vests by time in each. */
  months: integer("months").array().notNull(),
  amounts: numeric("amounts").array().notNull(),
  /** Milestone indexes, ascending, what waits for each, and the earliest cliff of its leaves. */
  milestones: smallint("milestones").array().notNull(),
  milestoneAmounts: numeric("milestone_amounts").array().notNull(),
  milestoneCliffs: bigint("milestone_cliffs", { mode: "bigint" }).array().notNull(),
});

export type RootVersion = typeof rootVersions.$inferSelect;
