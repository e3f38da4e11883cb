import bs58 from "bs58";
import type * as z from "zod";
import { selectConfirmationList } from "@/db/queries/confirmations/lists";
import { confirmRecipient, selectConfirmationRecipients } from "@/db/queries/confirmations/recipients";
import type { ConfirmationRecipient } from "@/db/schema";
import type { ConfirmationRowView } from "@/lib/contract/confirmation";
import { confirmationColumns } from "@/lib/contract/csv/confirmation-columns";
import { ApiError } from "@/lib/core/errors";
import type { SignedProof } from "@/lib/service/auth/wallet";
import { ROWS_PER_PAGE } from "@/lib/service/exports/campaign-lists";
import { type CsvResponse, csvResponse } from "@/lib/service/exports/csv-response";
import type { Services } from "@/lib/service/services";
import { readInvite } from "./invite-tokens";
import { type OwnedList, unknownList, unknownOwnList } from "./lists";
import type { recipientsQuery } from "./schemas";

type RowsQuery = OwnedList & z.output<typeof recipientsQuery>;

/** Returns a page of the recipients of a list. Throws NOT_FOUND for a list of another wallet. */
export async function listRecipients(
  { db }: Pick<Services, "db">,
  { status, limit, cursor, proofs, ...owned }: RowsQuery,
): Promise<{ recipients: ConfirmationRowView[]; nextCursor: string | null }> {
  await requireOwner({ db }, owned);
  const query = { listId: owned.listId, status, limit, cursor };
  const { rows, nextCursor } = await selectConfirmationRecipients(db, query);
  const views = rows.map(toRowView);
  return { recipients: proofs ? views : views.map((view) => ({ ...view, proof: null })), nextCursor };
}

/** Exports the recipients of a list as CSV. Throws NOT_FOUND for a list of another wallet. */
export async function exportRecipients(
  { db }: Pick<Services, "db">,
  { request, status, proofs, listId, wallet }: RowsQuery & { request: Request },
): Promise<CsvResponse> {
  await requireOwner({ db }, { listId, wallet });
  return csvResponse<ConfirmationRowView>(request, {
    name: `confirmations-${listId}.csv`,
    columns: confirmationColumns({ proofs }),
    readPage: async (cursor) => {
      const query = { listId, status, limit: ROWS_PER_PAGE, cursor };
      const { rows, nextCursor } = await selectConfirmationRecipients(db, query);
      return { rows: rows.map(toRowView), nextCursor };
    },
  });
}

async function requireOwner({ db }: Pick<Services, "db">, { listId, wallet }: OwnedList): Promise<void> {
  const list = await selectConfirmationList(db, listId);
  if (list?.creator !== wallet) throw unknownOwnList();
}

type Confirming = { listId: string; wallet: string; invite?: string | undefined; proof: SignedProof };

/**
 * Confirms the signing wallet in its row, or in the row of an invite. A second confirmation has no effect.
 * @throws ApiError UNAUTHORIZED for a message that does not name the request, NOT_FOUND for an unknown list, FORBIDDEN
 *   for a wallet that is not listed, CONFLICT for an invite that was used or replaced (`details` name `invite`) or a
 *   wallet of another row (`wallet`)
 */
export async function confirmWallet(
  { db, now }: Pick<Services, "db" | "now">,
  { listId, wallet, invite, proof: { signed, signature, isBound } }: Confirming,
): Promise<{ wallet: string; confirmedAt: number }> {
  if (!isBound) {
    throw new ApiError(
      "UNAUTHORIZED",
      "The signed message must name domain, method, path and bodySha256, because it is the proof of this confirmation.",
    );
  }
  const outcome = await confirmRecipient(db, {
    ...{ listId, wallet, now: now() },
    invite: invite === undefined ? null : readInvite(invite),
    proof: {
      signedMessage: Buffer.from(signed).toString("base64"),
      signature: bs58.encode(signature),
    },
  });
  if ("reason" in outcome) throw REFUSALS[outcome.reason]();
  return { wallet, confirmedAt: Number(outcome.confirmedAt) };
}

type Reason = Extract<Awaited<ReturnType<typeof confirmRecipient>>, { reason: string }>["reason"];

const conflict = (path: "invite" | "wallet", message: string) =>
  new ApiError("CONFLICT", message, [{ path, message }]);

const REFUSALS: Record<Reason, () => ApiError> = {
  "no list": unknownList,
  "not listed": () =>
    new ApiError(
      "FORBIDDEN",
      "This wallet is not on the list. Connect the wallet that you gave to the creator, or open your invite link.",
    ),
  "invite invalid": () =>
    conflict("invite", "This invite was used or replaced. Request a new invite from the creator."),
  "other row": () =>
    conflict("wallet", "This wallet already has another row of the list. Connect a different wallet."),
};

const toRowView = (recipient: ConfirmationRecipient): ConfirmationRowView => {
  const { row, reference, wallet, inviteHash, confirmedAt, signedMessage, signature } = recipient;
  return {
    ...{ row, reference, wallet, invited: inviteHash !== null },
    status: confirmedAt === null ? "waiting" : "confirmed",
    confirmedAt: confirmedAt === null ? null : Number(confirmedAt),
    proof: signedMessage === null || signature === null ? null : { signedMessage, signature },
  };
};
