import { randomBytes } from "node:crypto";
import type * as z from "zod";
import {
  type CountedList,
  deleteConfirmationList,
  insertConfirmationList,
  selectConfirmationList,
  selectConfirmationLists,
} from "@/db/queries/confirmations/lists";
import { replaceInvite } from "@/db/queries/confirmations/recipients";
import type {
  ConfirmationInviteView,
  ConfirmationListView,
  PublicConfirmationView,
} from "@/lib/contract/confirmation";
import type { confirmationListBody } from "@/lib/contract/requests/confirmations";
import { ApiError } from "@/lib/core/errors";
import { MAX_CONFIRMATION_RECIPIENTS } from "@/lib/core/recipients/confirmation-lines";
import { readGenesis } from "@/lib/service/chain/genesis";
import { consumeNetworkShare } from "@/lib/service/http/limits/rate-limit";
import type { Services } from "@/lib/service/services";
import { newInvite } from "./invite-tokens";

/** Maximum lists of a wallet. */
const MAX_LISTS_PER_WALLET = 10;

/** A list by its ID, and the wallet that must be its creator. */
export type OwnedList = { listId: string; wallet: string };

/** Lists the confirmation lists of a creator, newest first. */
export const listConfirmationLists = async ({ db }: Pick<Services, "db">, wallet: string) => ({
  lists: (await selectConfirmationLists(db, wallet)).map(toView),
});

/**
 * Stores a list, and returns an invite for each recipient without a wallet. Counts the recipients against a
 * twentieth of the service's limit for each network and day, but allows one full list.
 * @throws ApiError FORBIDDEN at a limit, RATE_LIMITED for the network
 */
export async function createConfirmationList(
  services: Pick<Services, "db" | "env" | "now" | "rateLimiter">,
  request: Request,
  { wallet, name, recipients }: z.output<typeof confirmationListBody> & { wallet: string },
): Promise<{ list: ConfirmationListView; invites: ConfirmationInviteView[] }> {
  const { db, env, now } = services;
  const invites: ConfirmationInviteView[] = [];
  const rows = recipients.map(({ wallet: listed = null, reference = null }, index) => {
    const row = index + 1;
    if (listed !== null) return { row, wallet: listed, reference, inviteHash: null };
    const { token, inviteHash } = newInvite(row);
    invites.push({ row, reference: reference ?? "", token });
    return { row, wallet: null, reference, inviteHash };
  });
  const list = {
    ...{ id: `cl_${randomBytes(16).toString("base64url")}`, creator: wallet, name },
    ...{ recipientCount: rows.length, createdAt: now() },
  };
  const max = { perCreator: MAX_LISTS_PER_WALLET, recipients: env.CONFIRMATION_RECIPIENTS };
  const outcome = await insertConfirmationList(db, { list, recipients: rows }, max, () =>
    consumeNetworkShare(services, request, {
      name: "recipients of confirmation lists",
      limit: Math.max(MAX_CONFIRMATION_RECIPIENTS, env.CONFIRMATION_RECIPIENTS / 20),
      points: recipients.length,
    }),
  );
  if (outcome === "creator full") {
    throw new ApiError(
      "FORBIDDEN",
      `A wallet can have at most ${MAX_LISTS_PER_WALLET} confirmation lists. Delete one first.`,
    );
  }
  if (outcome === "full") {
    throw new ApiError(
      "FORBIDDEN",
      "The service has reached its limit of recipients to confirm. Ask its operator to raise the limit.",
    );
  }
  return { list: toView({ ...list, invited: invites.length, confirmed: 0 }), invites };
}

/** Returns what anyone with the link may read: neither the recipients nor their number. */
export async function readPublicList(
  services: Pick<Services, "db" | "reads" | "chain" | "log">,
  listId: string,
): Promise<PublicConfirmationView> {
  const found = await selectConfirmationList(services.db, listId);
  if (!found) throw unknownList();
  const { id, name, creator, createdAt } = found;
  return { id, name, creator, createdAt: Number(createdAt), genesis: await readGenesis(services) };
}

/** Deletes a list of the wallet with all confirmations. Throws NOT_FOUND for one of another wallet. */
export async function removeConfirmationList(
  { db }: Pick<Services, "db">,
  { listId, wallet }: OwnedList,
): Promise<{ ok: true }> {
  if (!(await deleteConfirmationList(db, { id: listId, creator: wallet }))) throw unknownOwnList();
  return { ok: true };
}

/**
 * Replaces the invite of a row and resets its confirmation.
 * @throws ApiError NOT_FOUND for an unknown row, CONFLICT for the row of a listed wallet
 */
export async function renewInvite(
  { db }: Pick<Services, "db">,
  { listId, wallet, row }: OwnedList & { row: number },
): Promise<ConfirmationInviteView> {
  const { token, inviteHash } = newInvite(row);
  const replaced = await replaceInvite(db, { listId, creator: wallet, row, inviteHash });
  if (replaced === null) throw unknownOwnList();
  if (!replaced.isInvited) {
    throw new ApiError("CONFLICT", `Row ${row} has a listed wallet, so it has no invite.`);
  }
  return { row, reference: replaced.reference, token };
}

/** The error for a list that does not exist. */
export const unknownList = () =>
  new ApiError("NOT_FOUND", "This confirmation list does not exist. Its creator may have deleted it.");

/** The error for a list or row that the wallet does not own, whether it exists or not. */
export const unknownOwnList = () =>
  new ApiError(
    "NOT_FOUND",
    "This wallet has no such confirmation list or row. GET /api/confirmations lists its lists.",
  );

const toView = ({ recipientCount, createdAt, ...list }: CountedList): ConfirmationListView => ({
  ...{ id: list.id, name: list.name, invited: list.invited, confirmed: list.confirmed },
  recipients: recipientCount,
  createdAt: Number(createdAt),
});
