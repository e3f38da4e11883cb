import { bigint, customType, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** Leaves that are sent in parts before the registration or rotation that names them. */
export const uploads = pgTable(
  "uploads",
  {
    /** Follows from the wallet and all that it announced: the same list is the same upload. */
    id: text("id").primaryKey(),
    wallet: text("wallet").notNull(),
    leafCount: bigint("leaf_count", { mode: "number" }).notNull(),
    partCount: integer("part_count").notNull(),
    /** Bytes of all its parts' text. */
    announcedBytes: bigint("announced_bytes", { mode: "number" }).notNull(),
    /** What it takes up here: its parts as they are stored, and a price for each part and for itself. */
    heldBytes: bigint("held_bytes", { mode: "number" }).notNull(),
    expiresAt: bigint("expires_at", { mode: "bigint" }).notNull(),
  },
  (table) => [
    index("idx_uploads_expires_at").on(table.expiresAt, table.heldBytes),
    index("idx_uploads_wallet").on(table.wallet, table.expiresAt, table.announcedBytes),
  ],
);

/** One row an announced part, numbered from 0. */
export const uploadParts = pgTable(
  "upload_parts",
  {
    uploadId: text("upload_id")
      .notNull()
      .references(() => uploads.id, { onDelete: "cascade" }),
    part: integer("part").notNull(),
    /** Of its text, in lower-case hex. */
    sha256: text("sha256").notNull(),
    /** Length of its text. */
    textBytes: integer("text_bytes").notNull(),
    /** Its text gzipped; null until it has come. */
    content: bytes("content"),
  },
  (table) => [primaryKey({ name: "pk_upload_parts", columns: [table.uploadId, table.part] })],
);
