import * as z from "zod";
import { address } from "@/lib/contract/parameters";
import {
  MAX_CONFIRMATION_RECIPIENTS,
  MAX_LIST_NAME_CHARACTERS,
  MAX_REFERENCE_CHARACTERS,
  ONE_LINE,
  recipientKey,
} from "@/lib/core/recipients/confirmation-lines";

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
