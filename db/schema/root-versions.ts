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
import { toProofBytes } from "@/lib/core/plans/leaf-from-json";
import { proofSiblings } from "../../lib/core/merkle/proof";
import { campaigns } from "./campaigns";
import { u64 } from "./u64";

/**
 * Recipients that were moved to other leaves after they had claimed: their number, the sum, and the first of
 * them. Amounts are in base units.
 */
export type PaidTwice = {
  count: number;
  amount: string;
  recipients: { beneficiary: string; amount: string }[];
};

/** One row per registered root: version 1 at registration, and one more per rotation. */
export const rootVersions = pgTable(
  "root_versions",
  {
    id: serial("id").primaryKey(),
    /**
     * Null while the leaves are being stored or deleted: the version does not belong to a campaign yet, or no
     * longer does.
     */
    campaignId: integer("campaign_id").references(() => campaigns.id, { onDelete: "cascade" }),
    merkleRoot: text("merkle_root").notNull(),
    leafCount: bigint("leaf_count", { mode: "number" }).notNull(),
    minCliffTime: bigint("min_cliff_time", { mode: "bigint" }).notNull(),
    ipfsCid: text("ipfs_cid"),
    version: integer("version").notNull(),
    createdAt: bigint("created_at", { mode: "bigint" }).notNull(),
    /** Milestone indexes that the milestone leaves of this version use. */
    usedMilestones: smallint("used_milestones").array().notNull().default(sql`'{}'`),
    /** The earliest cliff of its leaves that vest by time; null if all are milestones. */
    firstTimedCliff: bigint("first_timed_cliff", { mode: "bigint" }),
    /** Recipients whom the program could pay twice under this version; null if there are none. */
    paidTwice: json("paid_twice").$type<PaidTwice>(),
  },
  (table) => [
    unique("uq_root_versions_campaign_version").on(table.campaignId, table.version),
    index("idx_root_versions_merkle_root").on(table.merkleRoot, table.id),
  ],
);

/**
 * A proof in the format of the specification, an array of sibling byte arrays. The column stores the siblings
 * concatenated, which takes a quarter of the space of JSON text.
 */
const proof = customType<{ data: number[][]; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: toProofBytes,
  fromDriver: proofSiblings,
});

/** One row per leaf of a root version, with the proof that the program requires. */
export const leaves = pgTable(
  "leaves",
  {
    id: serial("id").primaryKey(),
    rootVersionId: integer("root_version_id")
      .notNull()
      .references(() => rootVersions.id, { onDelete: "cascade" }),
    /** int8 for a number, because a u32 does not fit into int4. */
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
 * The unlocks of a root version by month, summed over its leaves once. A list of a million leaves is too
 * large to read for a chart. Related arrays have the same length. Sums of amounts can exceed 64 bits.
 */
export const unlockSums = pgTable("unlock_sums", {
  rootVersionId: integer("root_version_id")
    .primaryKey()
    .references(() => rootVersions.id, { onDelete: "cascade" }),
  /**
   * Calendar months in UTC, counted from January 1970, ascending, and the amount that vests by time in each.
   */
  months: integer("months").array().notNull(),
  amounts: numeric("amounts").array().notNull(),
  /** Milestone indexes, ascending, with the amount of each and the earliest cliff of its leaves. */
  milestones: smallint("milestones").array().notNull(),
  milestoneAmounts: numeric("milestone_amounts").array().notNull(),
  milestoneCliffs: bigint("milestone_cliffs", { mode: "bigint" }).array().notNull(),
  /**
   * The time at which the last leaf that vests by time has fully vested. Null without such a leaf, or if an
   * earlier version computed the sums.
   */
  lastUnlock: bigint("last_unlock", { mode: "bigint" }),
});

export type RootVersion = typeof rootVersions.$inferSelect;
