import { bigint, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";

/** Lists of recipients whom a creator asks to confirm their wallets. Times are unix seconds. */
export const confirmationLists = pgTable(
  "confirmation_lists",
  {
    id: text("id").primaryKey(),
    creator: text("creator").notNull(),
    name: text("name").notNull(),
    /** The number of rows, which does not change. */
    recipientCount: integer("recipient_count").notNull(),
    createdAt: bigint("created_at", { mode: "bigint" }).notNull(),
  },
  (table) => [index("idx_confirmation_lists_creator").on(table.creator, table.createdAt)],
);

export type ConfirmationList = typeof confirmationLists.$inferSelect;

/**
 * The recipients of a list, numbered from 1. The unique key ensures that a wallet has at most one row of a
 * list, whether the creator listed it or a recipient added it with an invite.
 */
export const confirmationRecipients = pgTable(
  "confirmation_recipients",
  {
    listId: text("list_id")
      .notNull()
      .references(() => confirmationLists.id, { onDelete: "cascade" }),
    row: integer("row").notNull(),
    /** Text by which the creator recognizes the recipient; only the creator reads it. */
    reference: text("reference"),
    /** The listed wallet. In an invited row, the confirmed wallet, or null before its confirmation. */
    wallet: text("wallet"),
    /** SHA-256 of the invite's token in base64url; null for a listed wallet. */
    inviteHash: text("invite_hash"),
    confirmedAt: bigint("confirmed_at", { mode: "bigint" }),
    /** The bytes that the wallet signed, in base64, and the signature in base58; null before a confirmation. */
    signedMessage: text("signed_message"),
    signature: text("signature"),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.row] }),
    unique("uq_confirmation_recipients_wallet").on(table.listId, table.wallet),
  ],
);

export type ConfirmationRecipient = typeof confirmationRecipients.$inferSelect;
