import { bigint, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/**
 * Private labels that an owner gave to recipients. Category and note are encrypted: the database has neither of
 * them in plain text.
 */
export const recipientLabels = pgTable(
  "recipient_labels",
  {
    owner: text("owner").notNull(),
    recipient: text("recipient").notNull(),
    /** Identifies the key of the ciphertext. */
    keyId: text("key_id").notNull(),
    /** Nonce, ciphertext and authentication tag in base64; see lib/service/labels/label-cipher.ts. */
    ciphertext: text("ciphertext").notNull(),
    /** Unix seconds. */
    updatedAt: bigint("updated_at", { mode: "bigint" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.recipient] })],
);

/** A stored label. */
export type RecipientLabel = typeof recipientLabels.$inferSelect;
