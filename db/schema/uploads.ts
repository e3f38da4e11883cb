import { bigint, customType, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** Leaves that are uploaded in parts before the registration or rotation that refers to them. */
export const uploads = pgTable(
  "uploads",
  {
    /** Derived from the wallet and the announced data: the same list is the same upload. */
    id: text("id").primaryKey(),
    wallet: text("wallet").notNull(),
    leafCount: bigint("leaf_count", { mode: "number" }).notNull(),
    partCount: integer("part_count").notNull(),
    /** Total bytes of the text of all parts. */
    announcedBytes: bigint("announced_bytes", { mode: "number" }).notNull(),
    /** Storage cost of the upload: its parts as stored, plus a fixed cost per part and per upload. */
    heldBytes: bigint("held_bytes", { mode: "number" }).notNull(),
    expiresAt: bigint("expires_at", { mode: "bigint" }).notNull(),
  },
  (table) => [
    index("idx_uploads_expires_at").on(table.expiresAt, table.heldBytes),
    index("idx_uploads_wallet").on(table.wallet, table.expiresAt, table.announcedBytes),
  ],
);

/** One row per announced part, numbered from 0. */
export const uploadParts = pgTable(
  "upload_parts",
  {
    uploadId: text("upload_id")
      .notNull()
      .references(() => uploads.id, { onDelete: "cascade" }),
    part: integer("part").notNull(),
    /** Hash of the part's text, in lower-case hex. */
    sha256: text("sha256").notNull(),
    /** Length of the part's text. */
    textBytes: integer("text_bytes").notNull(),
    /** The part's text, gzipped; null until it is received. */
    content: bytes("content"),
  },
  (table) => [primaryKey({ name: "pk_upload_parts", columns: [table.uploadId, table.part] })],
);
