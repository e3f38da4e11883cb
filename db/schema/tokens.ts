import { bigint, boolean, customType, index, pgTable, text } from "drizzle-orm/pg-core";

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** On-chain metadata of campaign mints, as last read. */
export const tokenMetadata = pgTable("token_metadata", {
  mint: text("mint").primaryKey(),
  /** Whether the mint has metadata at all. */
  found: boolean("found").notNull(),
  symbol: text("symbol"),
  name: text("name"),
  /** The address of the off-chain metadata, which contains the logo's address. */
  uri: text("uri"),
  /** Unix milliseconds. */
  fetchedAt: bigint("fetched_at", { mode: "number" }).notNull(),
});

/** The logos of such mints, or their absence, as last fetched; the oldest are evicted for new ones. */
export const tokenLogos = pgTable(
  "token_logos",
  {
    mint: text("mint").primaryKey(),
    /** The metadata's `uri` from which the logo was found; the row is only valid for this `uri`. */
    uri: text("uri").notNull(),
    /** The address of the image itself; null if the metadata names none. */
    logoUri: text("logo_uri"),
    mediaType: text("media_type"),
    content: bytes("content"),
    /** Unix milliseconds. */
    fetchedAt: bigint("fetched_at", { mode: "number" }).notNull(),
  },
  (table) => [index("idx_token_logos_fetched_at").on(table.fetchedAt)],
);
