import * as z from "zod";
import { addressText, count, nextCursor } from "./field-schemas";

/** A list of recipients whose wallets are to be confirmed, as its creator sees it. */
const confirmationListView = z
  .object({
    id: z.string().describe("ID in paths"),
    name: z.string().describe("given by the creator"),
    createdAt: count("unix seconds"),
    recipients: count("number of rows"),
    invited: count("rows without a listed wallet"),
    confirmed: count("rows with a confirmed wallet"),
  })
  .meta({ id: "ConfirmationList" });
export type ConfirmationListView = z.infer<typeof confirmationListView>;

/** An invite, also the response of POST /api/confirmations/:listId/recipients/:row/invite. */
export const confirmationInviteView = z
  .object({
    row: count("row number, from 1"),
    reference: z.string().describe("the recipient, for the creator"),
    token: z.string().describe("follows #invite= in the link; returned once"),
  })
  .meta({ id: "ConfirmationInvite" });
export type ConfirmationInviteView = z.infer<typeof confirmationInviteView>;

/** Response of GET /api/confirmations. */
export const confirmationListsView = z
  .object({ lists: z.array(confirmationListView).describe("newest first") })
  .meta({ id: "ConfirmationLists" });

/** Response of POST /api/confirmations. */
export const confirmationCreatedView = z
  .object({
    list: confirmationListView.describe("current state"),
    invites: z.array(confirmationInviteView).describe("one for each row without a wallet"),
  })
  .meta({ id: "ConfirmationListCreated" });

/** Response of GET /api/confirmations/:listId, which is public. */
export const publicConfirmationView = z
  .object({
    id: z.string().describe("ID in paths"),
    name: z.string().describe("unverified text of the creator"),
    creator: addressText.describe("wallet of the creator, base58"),
    createdAt: count("unix seconds"),
    genesis: z.string().nullable().describe("genesis hash of the network; null while unknown"),
  })
  .meta({ id: "PublicConfirmationList" });
export type PublicConfirmationView = z.infer<typeof publicConfirmationView>;

const confirmationRowView = z
  .object({
    row: count("row number, from 1"),
    reference: z.string().nullable().describe("text of the creator"),
    wallet: addressText
      .nullable()
      .describe("listed or confirmed wallet, base58; null before an invite is used"),
    invited: z.boolean().describe("whether the row has an invite"),
    status: z.enum(["confirmed", "waiting"]).describe("whether the wallet is confirmed"),
    confirmedAt: count("unix seconds").nullable(),
    proof: z
      .object({
        signedMessage: z.string().describe("signed bytes, base64"),
        signature: z.string().describe("ed25519 signature, base58"),
      })
      .nullable()
      .describe("null while waiting, and with proofs=false"),
  })
  .meta({ id: "ConfirmationRow" });
export type ConfirmationRowView = z.infer<typeof confirmationRowView>;

/** Response of GET /api/confirmations/:listId/recipients. */
export const confirmationRowsPage = z
  .object({ recipients: z.array(confirmationRowView).describe("by row number"), nextCursor })
  .meta({ id: "ConfirmationRowsPage" });

/** Response of POST /api/confirmations/:listId/confirm. */
export const confirmedView = z
  .object({
    wallet: addressText.describe("the confirmed wallet, base58"),
    confirmedAt: count("unix seconds"),
  })
  .meta({ id: "WalletConfirmed" });
