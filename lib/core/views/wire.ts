import { z } from "zod";

/** How values travel in answers: 64-bit integers as decimal strings, keys and signatures in base58, roots in hex. */
export const integerText = z
  .string()
  .regex(/^-?\d{1,20}$/)
  .describe("64-bit integer as a decimal string");
export const addressText = z.string().describe("base58 public key");
export const rootText = z.string().length(64).describe("32 bytes in lower-case hex");
export const signatureText = z.string().describe("base58 transaction signature");
export const proofBytes = z
  .array(z.array(z.number().int().min(0).max(255)).length(32))
  .describe("sibling hashes from the leaf upwards, 32 byte values each");

/** Where a list goes on; null on its last page. */
export const nextCursor = z.string().nullable().describe("pass as cursor for the next page");

/** A bigint that may be missing, as it travels. */
export const textOrNull = (value: bigint | null): string | null => (value === null ? null : value.toString());
