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
    type: z.literal("action").describe("what kind of action it is, as the specification has it"),
    icon: z.string().describe("absolute address of a PNG"),
    title: z.string().describe("the campaign's name"),
    description: z.string().describe("what can be claimed, for whom"),
    label: z.string().describe("on the button"),
    disabled: z.boolean().describe("whether nobody can claim now"),
    error: actionError.optional().describe("why it is disabled"),
  })
  .meta({ id: "Action" });
export type ActionView = z.infer<typeof actionView>;

/** POST response of an action, and of a Solana Pay transaction request. */
export const actionTransaction = z
  .object({
    type: z.literal("transaction").describe("what kind of answer it is, as the specification has it"),
    transaction: z.string().describe("unsigned, base64; the account pays and signs"),
    message: z.string().describe("what it does, shown to the user"),
  })
  .meta({ id: "ActionTransaction" });
export type ActionTransaction = z.infer<typeof actionTransaction>;

/** Response of GET /actions.json: the pages of this service that are actions, and the API path of each. */
export const actionsJson = z.object({
  rules: z
    .array(
      z.object({
        pathPattern: z.string().describe("pages of this service"),
        apiPath: z.string().describe("where their action is asked for"),
      }),
    )
    .describe("which pages are actions"),
});
