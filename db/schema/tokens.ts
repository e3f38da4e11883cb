import { bigint, boolean, customType, index, pgTable, text } from "drizzle-orm/pg-core";

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** What the mints of campaigns call themselves on the ledger, as it was last read there. */
export const tokenMetadata = pgTable("token_metadata", {
  mint: text("mint").primaryKey(),
  /** Whether the mint had metadata at all. */
  found: boolean("found").notNull(),
  symbol: text("symbol"),
  name: text("name"),
  /** Where the rest of the metadata is, its logo's address in it. */
  uri: text("uri"),
  /** Unix milliseconds. */
  fetchedAt: bigint("fetched_at", { mode: "number" }).notNull(),
});

/** The logos of such mints, or that one had none, as it was last asked for; the oldest give way to new ones. */
export const tokenLogos = pgTable(
  "token_logos",
  {
    mint: text("mint").primaryKey(),
    /** The metadata's `uri` that led to it: another one leads elsewhere. */
    uri: text("uri").notNull(),
    /** Where the picture itself was; null where none was named. */
    logoUri: text("logo_uri"),
    mediaType: text("media_type"),
    content: bytes("content"),
    /** Unix milliseconds. */
    fetchedAt: bigint("fetched_at", { mode: "number" }).notNull(),
  },
  (table) => [index("idx_token_logos_fetched_at").on(table.fetchedAt)],
);
