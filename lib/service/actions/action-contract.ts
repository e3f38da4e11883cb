import { z } from "zod";
import { builtTransaction } from "@/lib/core/views/operations";
import { address, flag, i64, treeParams } from "@/lib/service/http/parameters";
import type { Services } from "@/lib/service/services";

/** How an action's transaction is answered, and whether it is tried out first. */
const query = z.object({
  encoding: z.enum(["base64", "base58"]).default("base64").describe("of the transaction"),
  simulate: flag.default(false).describe("also runs the transaction on the ledger, without sending it"),
});

/** What all actions state alike. Source: spec 4.2. */
export const ACTION = { params: treeParams, query, response: builtTransaction, auth: "wallet" } as const;

/** The body of an action that takes nothing: all of it comes from the stored campaign. */
export const noOverrides = z.object({}).optional();

const tokenAccount = (owner: string) =>
  address.nullish().describe(`the ${owner}'s associated token account; refused when it is another`);

/** The body of an action that pays the creator. */
export const creatorOverrides = z.object({ creatorAta: tokenAccount("creator") }).optional();
export type CreatorOverrides = z.output<typeof creatorOverrides>;

const u8 = z.int("must be a whole number from 0 to 255").min(0).max(255);

const releaseType = z.literal([0, 1, 2], "must be 0 (cliff), 1 (linear) or 2 (milestone)");

/** The body of cancel-stream: what the stored leaf says, for a leaf that is not stored yet. */
export const streamOverrides = z
  .object({
    creatorAta: tokenAccount("creator"),
    beneficiaryAta: tokenAccount("beneficiary"),
    beneficiary: address.nullish(),
    withdrawArgs: z
      .object({ releaseType, startTime: i64, cliffTime: i64, endTime: i64, milestoneIdx: u8 })
      .nullish(),
  })
  .optional();
export type StreamOverrides = z.output<typeof streamOverrides>;

/** What an action's handler gets of its request. */
export type ActionInput<Body = unknown, Params = { treeAddress: string }> = {
  params: Params;
  query: z.output<typeof query>;
  body: Body;
  wallet: string;
  services: Services;
};
