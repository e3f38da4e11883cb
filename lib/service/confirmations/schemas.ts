import * as z from "zod";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { limit } from "@/lib/contract/parameters";
import { CONFIRMATION_LIST_ID, MAX_CONFIRMATION_RECIPIENTS } from "@/lib/core/recipients/confirmation-lines";
import { cursor } from "@/lib/service/http/paging";
import { INVITE_TOKEN } from "./invite-tokens";

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
