import * as z from "zod";
import { addressText, count } from "./field-schemas";

/**
 * An error of the Actions API, and the reason why an action is disabled. Source: Solana Actions
 * specification, Action Errors.
 */
const actionError = z
  .object({ message: z.string().describe("shown to the user") })
  .meta({ id: "ActionError" });

/** GET response of an action. A Solana Pay transaction request also uses `label` and `icon`. */
export const actionView = z
  .object({
    type: z.literal("action").describe("type of the action, as in the specification"),
    icon: z.string().describe("absolute address of a PNG"),
    title: z.string().describe("the campaign's name"),
    description: z.string().describe("claimable amount and recipient"),
    label: z.string().describe("label of the button"),
    disabled: z.boolean().describe("whether claiming is currently unavailable"),
    error: actionError.optional().describe("reason for the disabled state"),
  })
  .meta({ id: "Action" });
export type ActionView = z.infer<typeof actionView>;

/** POST response of an action, and of a Solana Pay transaction request. */
export const actionTransaction = z
  .object({
    type: z.literal("transaction").describe("type of the response, as in the specification"),
    transaction: z
      .string()
      .describe(
        "transaction in base64 for the account to sign; unsigned, or signed by the sponsor as fee payer",
      ),
    message: z.string().describe("description for the user"),
    sponsor: z
      .object({
        address: addressText.describe("fee payer, base58; it has signed"),
        lamports: z
          .string()
          .describe("the most that the sponsor pays: fee and rent in lamports, as a decimal string"),
        lastValidBlockHeight: count("last block height at which the network accepts the transaction"),
      })
      .meta({ id: "ClaimSponsor" })
      .optional()
      .describe("present with feePayer=sponsor; any change of the transaction makes the signature invalid"),
  })
  .meta({ id: "ActionTransaction" });
export type ActionTransaction = z.infer<typeof actionTransaction>;

/** Response of GET …/sponsor. */
export const sponsorshipView = z
  .object({
    available: z.boolean().describe("whether the sponsor would pay a claim of the wallet now"),
    feePayer: addressText.nullable().describe("the sponsor, base58; null if it would not pay"),
    rentLamports: z
      .string()
      .describe(
        "deposit (rent) of new accounts that the sponsor pays too, in lamports as a decimal string; 0 for none",
      ),
    code: z
      .enum(["NOT_SPONSORED", "SPONSOR_QUOTA_USED"])
      .nullable()
      .describe("reason why it would not; null if it would"),
    message: z.string().nullable().describe("the reason and what to do; null if it would"),
  })
  .meta({ id: "Sponsorship" });
export type SponsorshipView = z.infer<typeof sponsorshipView>;

/** Response of GET /actions.json: the pages of this service that are actions, and the API path of each. */
export const actionsJson = z.object({
  rules: z
    .array(
      z.object({
        pathPattern: z.string().describe("path pattern of pages of this service"),
        apiPath: z.string().describe("path of their action"),
      }),
    )
    .describe("mapping of pages to actions"),
});
