import * as z from "zod";
import { isAddress } from "@/lib/core/solana/addresses";
import { U64_MAX } from "@/lib/core/solana/integers";

const addressText = z.string().max(44).refine(isAddress, "must be a base58 address");

export const treeAddress = addressText.describe("address of the campaign (its tree account), base58");
export const wallet = addressText.describe("address of the wallet, base58");
export const mintAddress = addressText.describe(
  "address of the token's mint, base58; 32 ones for native SOL",
);

/** A cursor of the service, which only the service reads. */
export const cursor = z.string().max(500).optional().describe("`nextCursor` of the previous answer");

/** The number of items of a page. */
export const limit = z.int().min(1).max(100).default(20).describe("maximum number of items");

export const seconds = z
  .string()
  .regex(/^-?\d{1,18}$/, "must be unix seconds as a decimal string")
  .describe("unix seconds as a decimal string");

export const baseUnits = z
  .string()
  .regex(/^\d{1,20}$/, "must be base units as a decimal string")
  .refine((text) => BigInt(text) <= U64_MAX, "must be at most 2^64 - 1")
  .describe("base units of the token as a decimal string");
