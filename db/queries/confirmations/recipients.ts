import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { type ConfirmationRecipient, confirmationLists, confirmationRecipients } from "@/db/schema";
import { cutForward, readCursor, writeCursor } from "../cursor";

type ConfirmationStatus = "confirmed" | "waiting";

type PageQuery = {
  listId: string;
  status: ConfirmationStatus | undefined;
  limit: number;
  cursor: string | undefined;
};

/** Selects the recipients of a list by row number. */
export async function selectConfirmationRecipients(
  db: Database,
  { listId, status, limit, cursor }: PageQuery,
): Promise<{ rows: ConfirmationRecipient[]; nextCursor: string | null }> {
  const from = readCursor("confirmations", cursor);
  const { confirmedAt, row } = confirmationRecipients;
  const rows = await db
    .select()
    .from(confirmationRecipients)
    .where(
      and(
        eq(confirmationRecipients.listId, listId),
        status && (status === "confirmed" ? isNotNull(confirmedAt) : isNull(confirmedAt)),
        from && gt(row, from.row),
      ),
    )
    .orderBy(asc(row))
    .limit(limit + 1);
  const { shown, nextCursor } = cutForward(rows, limit, (last) =>
    writeCursor("confirmations", { row: last.row }),
  );
  return { rows: shown, nextCursor };
}

type Confirmation = {
  listId: string;
  wallet: string;
  /** The row of an invite, and a function that compares a stored hash with the hash of the invite. */
  invite: { row: number; matches: (inviteHash: string) => boolean } | null;
  proof: Pick<ConfirmationRecipient, "signedMessage" | "signature">;
  now: bigint;
};

/** `reason` states why a confirmation is refused. */
export type ConfirmationOutcome =
  | { confirmedAt: bigint }
  | { reason: "no list" | "not listed" | "invite invalid" | "other row" };

/**
 * Stores the confirmation of a wallet in its row, or in the row of an invite. A second confirmation of a
 * wallet returns the time of the first. Confirmations of a list run one after another.
 */
export function confirmRecipient(
  db: Database,
  { listId, wallet, invite, proof, now }: Confirmation,
): Promise<ConfirmationOutcome> {
  return inTransaction(db, async (tx) => {
    if (!(await lockList(tx, eq(confirmationLists.id, listId)))) return { reason: "no list" };
    const own = await selectRow(tx, listId, eq(confirmationRecipients.wallet, wallet));
    const row = invite ? await selectRow(tx, listId, eq(confirmationRecipients.row, invite.row)) : own;
    if (invite && !invite.matches(row?.inviteHash ?? "")) return { reason: "invite invalid" };
    if (!row) return { reason: "not listed" };
    const known = knownOutcome(row, own);
    if (known) return known;
    await tx
      .update(confirmationRecipients)
      .set({ ...proof, wallet, confirmedAt: now })
      .where(isRow(listId, row.row));
    return { confirmedAt: now };
  });
}

/** Returns the outcome for a row that is confirmed or belongs to another wallet; null if it is to be confirmed. */
function knownOutcome(
  row: ConfirmationRecipient,
  own: ConfirmationRecipient | undefined,
): ConfirmationOutcome | null {
  if (own && own.row !== row.row) return { reason: "other row" };
  if (row.confirmedAt === null) return null;
  return own ? { confirmedAt: row.confirmedAt } : { reason: "invite invalid" };
}

/**
 * Replaces the invite of a row, which resets the confirmation of the row; the row of a listed wallet stays
 * unchanged. Returns null if the creator has no such list or the list no such row.
 */
export function replaceInvite(
  db: Database,
  { listId, creator, row, inviteHash }: { listId: string; creator: string; row: number; inviteHash: string },
): Promise<{ isInvited: boolean; reference: string } | null> {
  return inTransaction(db, async (tx) => {
    const own = and(eq(confirmationLists.id, listId), eq(confirmationLists.creator, creator));
    if (!(await lockList(tx, own))) return null;
    const known = await selectRow(tx, listId, eq(confirmationRecipients.row, row));
    if (!known) return null;
    const isInvited = known.inviteHash !== null;
    if (!isInvited) return { isInvited, reference: known.reference ?? "" };
    await tx
      .update(confirmationRecipients)
      .set({ inviteHash, wallet: null, confirmedAt: null, signedMessage: null, signature: null })
      .where(isRow(listId, row));
    return { isInvited, reference: known.reference ?? "" };
  });
}

/** Locks a list until the end of the transaction. Returns false if it does not exist. */
async function lockList(tx: Database, condition: ReturnType<typeof and>): Promise<boolean> {
  const rows = await tx
    .select({ id: confirmationLists.id })
    .from(confirmationLists)
    .where(condition)
    .for("update");
  return rows.length > 0;
}

async function selectRow(tx: Database, listId: string, condition: ReturnType<typeof and>) {
  const [row] = await tx
    .select()
    .from(confirmationRecipients)
    .where(and(eq(confirmationRecipients.listId, listId), condition));
  return row;
}

const isRow = (listId: string, row: number) =>
  and(eq(confirmationRecipients.listId, listId), eq(confirmationRecipients.row, row));
