import { bigint, bigserial, index, pgTable, smallint, text } from "drizzle-orm/pg-core";

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
    index("idx_campaign_counts_key").on(
      table.filter,
      table.phase,
      table.level,
      table.bucket,
      table.campaigns,
    ),
  ],
);
