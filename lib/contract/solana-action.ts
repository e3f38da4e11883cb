import { z } from "zod";

/** An error of an Actions API, and why an action is disabled. Source: Solana Actions specification, Action Errors. */
const actionError = z
  .object({ message: z.string().describe("shown to the user") })
  .meta({ id: "ActionError" });

/** GET of an action. `label` and `icon` are also what a Solana Pay transaction request is asked for. */
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

/** POST of an action, and of a Solana Pay transaction request. */
export const actionTransaction = z
  .object({
    type: z.literal("transaction").describe("what kind of answer it is, as the specification has it"),
    transaction: z.string().describe("unsigned, base64; the account pays and signs"),
    message: z.string().describe("what it does, shown to the user"),
  })
  .meta({ id: "ActionTransaction" });
export type ActionTransaction = z.infer<typeof actionTransaction>;

/** GET /actions.json: which pages of this service are actions, and where each is asked. */
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
