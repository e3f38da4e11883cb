import { and, asc, count, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { claimEvents, leaves, type RecipientLabel, recipientLabels, rootVersions } from "@/db/schema";
import { lockUntilCommit } from "../advisory-locks";
import { cutForward, readCursor, writeCursor } from "../cursor";

const { owner, recipient, keyId, ciphertext, updatedAt } = recipientLabels;

type PageQuery = {
  owner: string;
  /** Restricts the page to recipients of a campaign, those of earlier lists included. */
  campaignRowId?: number | undefined;
  limit: number;
  cursor?: string | undefined;
};

/**
 * Selects a page of an owner's labels in order of the recipient's address.
 * @throws InvalidCursorError if the cursor is not one of this list.
 */
export async function selectLabelPage(
  db: Database,
  query: PageQuery,
): Promise<{ rows: RecipientLabel[]; nextCursor: string | null }> {
  const from = readCursor("labels", query.cursor);
  const rows = await db
    .select()
    .from(recipientLabels)
    .where(
      and(
        eq(owner, query.owner),
        from && gt(recipient, from.recipient),
        query.campaignRowId === undefined ? undefined : isRecipientOf(query.campaignRowId),
      ),
    )
    .orderBy(asc(recipient))
    .limit(query.limit + 1);
  const { shown, nextCursor } = cutForward(rows, query.limit, (last) =>
    writeCursor("labels", { recipient: last.recipient }),
  );
  return { rows: shown, nextCursor };
}

const isRecipientOf = (campaignRowId: number): SQL => {
  const versions = sql`select v.id from ${rootVersions} v where v.campaign_id = ${campaignRowId}::integer`;
  return sql`(exists (select from ${leaves} l where l.beneficiary = ${recipient} and l.root_version_id in (${versions}))
    or exists (select from ${claimEvents} e
      where e.campaign_id = ${campaignRowId}::integer and e.beneficiary = ${recipient}))`;
};

/** Selects an owner's labels of some recipients; the number of recipients must be bounded. */
export async function selectLabelsOf(
  db: Database,
  input: { owner: string; recipients: readonly string[] },
): Promise<RecipientLabel[]> {
  if (input.recipients.length === 0) return [];
  return db
    .select()
    .from(recipientLabels)
    .where(and(eq(owner, input.owner), inArray(recipient, [...input.recipients])));
}

type Changes = { owner: string; stored: readonly RecipientLabel[]; deleted: readonly string[] };

/**
 * Stores and deletes labels of an owner at once; each recipient occurs once. Stores nothing if the owner would
 * have more than `perWallet` labels, or all owners together more than `all`; changes of stored labels are
 * always possible. Calls `consumeQuota` only within these limits; if it throws, nothing is changed.
 */
export function changeLabels(
  db: Database,
  { owner: wallet, stored, deleted }: Changes,
  max: { perWallet: number; all: number },
  consumeQuota: () => Promise<void>,
): Promise<"stored" | "wallet full" | "full"> {
  const changed = [...deleted, ...stored.map((label) => label.recipient)];
  return inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, "labelLimits");
    // Locked, because the owner can delete all labels without the advisory lock.
    const replaced = await tx
      .select({ recipient })
      .from(recipientLabels)
      .where(and(eq(owner, wallet), inArray(recipient, changed)))
      .for("update");
    const added = stored.length - replaced.length;
    if (added > 0) {
      if ((await countWhere(tx, eq(owner, wallet))) + added > max.perWallet) return "wallet full";
      if ((await countWhere(tx, undefined)) + added > max.all) return "full";
    }
    await consumeQuota();
    if (deleted.length > 0)
      await tx.delete(recipientLabels).where(and(eq(owner, wallet), inArray(recipient, [...deleted])));
    if (stored.length === 0) return "stored";
    await tx
      .insert(recipientLabels)
      .values([...stored])
      .onConflictDoUpdate({
        target: [owner, recipient],
        set: { keyId: excluded(keyId), ciphertext: excluded(ciphertext), updatedAt: excluded(updatedAt) },
      });
    return "stored";
  });
}

const excluded = ({ name }: { name: string }) => sql`excluded.${sql.identifier(name)}`;

async function countWhere(tx: Database, condition: SQL | undefined): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(recipientLabels).where(condition);
  return row?.count ?? 0;
}

/** Deletes all labels of an owner, and returns their number. */
export async function deleteLabels(db: Database, wallet: string): Promise<number> {
  const rows = await inTransaction(db, (tx) =>
    tx.delete(recipientLabels).where(eq(owner, wallet)).returning({ recipient }),
  );
  return rows.length;
}
