import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import {
  type ConfirmationList,
  type ConfirmationRecipient,
  confirmationLists,
  confirmationRecipients,
} from "@/db/schema";
import { chunk } from "@/lib/core/chunk";
import { lockUntilCommit } from "../advisory-locks";

const ROWS_PER_INSERT = 1_000;

/** A list with the number of its invited rows and of its confirmed rows. */
export type CountedList = ConfirmationList & { invited: number; confirmed: number };

export type NewRecipient = Pick<ConfirmationRecipient, "row" | "wallet" | "reference" | "inviteHash">;

const rowsWith = (condition: ReturnType<typeof sql>) =>
  sql`(select count(*) from ${confirmationRecipients} r where r.list_id = ${confirmationLists}.id
    and ${condition})`.mapWith(Number);

/** Selects all lists of a creator, newest first; their number is limited. */
export async function selectConfirmationLists(db: Database, creator: string): Promise<CountedList[]> {
  const rows = await db
    .select({
      list: confirmationLists,
      invited: rowsWith(sql`r.invite_hash is not null`),
      confirmed: rowsWith(sql`r.confirmed_at is not null`),
    })
    .from(confirmationLists)
    .where(eq(confirmationLists.creator, creator))
    .orderBy(sql`${confirmationLists.createdAt} desc`, asc(confirmationLists.id));
  return rows.map(({ list, ...counts }) => ({ ...list, ...counts }));
}

/** Selects a list of any creator, or null. */
export async function selectConfirmationList(db: Database, id: string): Promise<ConfirmationList | null> {
  const [row] = await db.select().from(confirmationLists).where(eq(confirmationLists.id, id));
  return row ?? null;
}

type Limits = {
  /** Maximum lists of one creator. */
  perCreator: number;
  /** Maximum recipients of all lists. */
  recipients: number;
};

/**
 * Stores a list with its recipients, unless its creator or the service has reached a limit. Calls
 * `consumeQuota` only within these limits; if it throws, nothing is stored.
 */
export function insertConfirmationList(
  db: Database,
  { list, recipients }: { list: ConfirmationList; recipients: readonly NewRecipient[] },
  max: Limits,
  consumeQuota?: () => Promise<void>,
): Promise<"stored" | "creator full" | "full"> {
  return inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, "confirmationLimits");
    const [own] = await tx
      .select({ count: count() })
      .from(confirmationLists)
      .where(eq(confirmationLists.creator, list.creator));
    if ((own?.count ?? 0) >= max.perCreator) return "creator full";
    const [all] = await tx
      .select({ sum: sql`coalesce(sum(${confirmationLists.recipientCount}), 0)`.mapWith(Number) })
      .from(confirmationLists);
    if ((all?.sum ?? 0) + recipients.length > max.recipients) return "full";
    await consumeQuota?.();
    await tx.insert(confirmationLists).values(list);
    for (const batch of chunk(recipients, ROWS_PER_INSERT)) {
      await tx
        .insert(confirmationRecipients)
        .values(batch.map((recipient) => ({ ...recipient, listId: list.id })));
    }
    return "stored";
  });
}

/** Deletes a list with its recipients. Returns false if the creator has no such list. */
export async function deleteConfirmationList(
  db: Database,
  { id, creator }: Pick<ConfirmationList, "id" | "creator">,
): Promise<boolean> {
  const rows = await inTransaction(db, (tx) =>
    tx
      .delete(confirmationLists)
      .where(and(eq(confirmationLists.id, id), eq(confirmationLists.creator, creator)))
      .returning({ id: confirmationLists.id }),
  );
  return rows.length > 0;
}
