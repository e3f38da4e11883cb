import * as z from "zod";

/**
 * The encoding of values in responses: 64-bit integers as decimal strings, keys and signatures in base58,
 * roots in hex.
 */
export const integerText = z
  .string()
  .regex(/^-?\d{1,20}$/)
  .describe("64-bit integer as a decimal string");
export const addressText = z.string().describe("base58 public key");

export const treeAddress = addressText.describe("the campaign's account on the network, base58");
export const mint = addressText.describe("the token's mint, base58; 1111… (32 ones) stands for native SOL");

/** The content of a response without other data. */
export const done = z.literal(true).describe("true: the request succeeded");
export const doneView = z.object({ ok: done }).meta({ id: "Done" });

/**
 * Returns the schema of a token amount with its description. Sums over leaves and campaigns can have more
 * digits than a single amount.
 */
export const baseUnits = (what: string) =>
  z
    .string()
    .regex(/^-?\d{1,30}$/)
    .describe(`${what}; base units of the token as a decimal string`);

/** Returns the schema of a time with its description. */
export const unixSeconds = (what: string) =>
  integerText.describe(`${what}; unix seconds as a decimal string`);

/** Returns the schema of a JSON integer with its description. */
export const count = (what: string) => z.number().int().describe(what);

/** Number of items in the whole list, across all pages. */
export const totalCount = count("number of items on all pages");

export const rootText = z.string().length(64).describe("32 bytes in lower-case hex");
export const signatureText = z.string().describe("base58 transaction signature");
export const proofBytes = z
  .array(z.array(z.number().int().min(0).max(255)).length(32))
  .describe("sibling hashes from the leaf upwards, each as 32 byte values");

export const pageNumber = count("the requested page, from 1");
export const pageSize = count("maximum number of items per page");

/** The cursor of the next page; null on the last page. */
export const nextCursor = z.string().nullable().describe("cursor of the next page");

/** Formats an optional bigint as a decimal string. */
export const textOrNull = (value: bigint | null): string | null => (value === null ? null : value.toString());
