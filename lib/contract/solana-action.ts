import { z } from "zod";

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
    transaction: z.string().describe("unsigned transaction in base64; the account pays and signs"),
    message: z.string().describe("description for the user"),
  })
  .meta({ id: "ActionTransaction" });
export type ActionTransaction = z.infer<typeof actionTransaction>;

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
