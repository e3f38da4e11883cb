import * as z from "zod";
import { validationError } from "@/lib/core/validation";

export const reminderParams = z.object({
  subscriptionId: z
    .string()
    .regex(/^rs_[A-Za-z0-9_-]{22}$/, "must be the id of a subscription")
    .describe("The subscription ID from its creation"),
});

/** A token of a link in an email: the id of the subscription, and a signature. */
const token = z
  .string()
  .regex(/^rs_[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/, "must be the token of a link in an email");

export const tokenBody = z
  .object({ token: token.describe("the token of the link in the email") })
  .meta({ id: "ReminderToken" });

export const tokenQuery = z.object({
  token: token.optional().describe("The token, for mail programs that send a form (RFC 8058)"),
});

/** Returns the token of the body or the query. Throws VALIDATION_ERROR without one. */
export function getToken(query: { token?: string | undefined }, body: { token: string } | undefined): string {
  const input = body?.token ?? query.token;
  if (input === undefined) throw validationError([{ path: "token", message: "must be given" }]);
  return input;
}
