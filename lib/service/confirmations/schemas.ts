import * as z from "zod";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { address, limit } from "@/lib/contract/parameters";
import {
  CONFIRMATION_LIST_ID,
  MAX_CONFIRMATION_RECIPIENTS,
  MAX_LIST_NAME_CHARACTERS,
  MAX_REFERENCE_CHARACTERS,
  ONE_LINE,
  recipientKey,
} from "@/lib/core/recipients/confirmation-lines";
import { cursor } from "@/lib/service/http/paging";
import { INVITE_TOKEN } from "./invite-tokens";

const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(max, `must be at most ${max} characters`)
    .regex(ONE_LINE, "must be one line without control characters");

const recipient = z
  .object({
    wallet: address
      .optional()
      .describe("the wallet to confirm; without it, the recipient receives an invite"),
    reference: oneLine(MAX_REFERENCE_CHARACTERS)
      .optional()
      .describe(`the recipient, for the creator only; at most ${MAX_REFERENCE_CHARACTERS} characters`),
  })
  .refine(({ wallet, reference }) => wallet !== undefined || reference !== undefined, {
    message: "must have a wallet or a reference",
  })
  .meta({ id: "ConfirmationRecipient" });

/** A list that is longer is refused before its items are read. */
const bounded = z
  .array(z.unknown())
  .min(1, "must have at least one recipient")
  .max(MAX_CONFIRMATION_RECIPIENTS, `must have at most ${MAX_CONFIRMATION_RECIPIENTS} recipients`);

const recipients = bounded.pipe(
  z.array(recipient).superRefine((list, context) => {
    const rows = new Map<string, number>();
    for (const [index, each] of list.entries()) {
      const key = recipientKey(each);
      const first = rows.get(key);
      rows.set(key, first ?? index);
      if (first === undefined) continue;
      const what = each.wallet === undefined ? "reference of a recipient without a wallet" : "wallet";
      context.addIssue({
        code: "custom",
        path: [index],
        message: `has the ${what} of recipients.${first}`,
      });
    }
  }),
);

export const confirmationListBody = z
  .object({
    name: oneLine(MAX_LIST_NAME_CHARACTERS).describe(
      `shown to recipients; at most ${MAX_LIST_NAME_CHARACTERS} characters`,
    ),
    recipients: recipients.describe(
      `1 to ${MAX_CONFIRMATION_RECIPIENTS}; each wallet once, and each reference once without a wallet`,
    ),
  })
  .meta({ id: "ConfirmationListRequest" });

const listId = z
  .string()
  .regex(CONFIRMATION_LIST_ID, "must be the id of a confirmation list")
  .describe("The confirmation list");

export const listParams = z.object({ listId });

export const rowParams = z.object({
  listId,
  row: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "must be a row number")
    .transform(Number)
    .describe("The row, from 1"),
});

export const recipientsQuery = z.object({
  status: z.enum(["confirmed", "waiting"]).optional().describe("Only these rows"),
  proofs: z
    .enum(["true", "false"], "must be true or false")
    .default("true")
    .transform((text) => text === "true")
    .meta({ description: "false: without the signed messages" }),
  limit: limit(MAX_CONFIRMATION_RECIPIENTS, 100),
  cursor,
  ...listFormat,
});

export const confirmBody = z
  .object({
    invite: z
      .string()
      .regex(INVITE_TOKEN, "must be the token of an invite")
      .optional()
      .describe("the token of the invite; absent for a listed wallet"),
  })
  .meta({ id: "ConfirmWalletRequest" });
