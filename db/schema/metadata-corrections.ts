import { bigint, index, integer, json, pgTable, serial, text } from "drizzle-orm/pg-core";
import { type CampaignMetadata, campaigns } from "./campaigns";

/** One row a correction of what a creator says of a campaign in words, in the order in which they were made. */
export const metadataCorrections = pgTable(
  "metadata_corrections",
  {
    id: serial("id").primaryKey(),
    campaignId: integer("campaign_id")
      .notNull()
      .references(() => campaigns.id, { onDelete: "cascade" }),
    /** Who signed it. */
    wallet: text("wallet").notNull(),
    correctedAt: bigint("corrected_at", { mode: "bigint" }).notNull(),
    before: json("before").$type<CampaignMetadata>(),
    after: json("after").$type<CampaignMetadata>(),
  },
  (table) => [index("idx_metadata_corrections_campaign").on(table.campaignId, table.id, table.correctedAt)],
);
