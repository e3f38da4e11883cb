import * as z from "zod";
import { isAddress } from "@/lib/core/solana/addresses";
import { I64_MAX, I64_MIN, U64_MAX } from "@/lib/core/solana/integers";

const LONG_INTEGER = /[^\d"]\d{16,}/;
// Matches whole strings and numbers, so that digits inside a string or a fraction stay unchanged.
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG_INTEGER_TOKEN = /^-?\d{16,}$/;

/**
 * Parses an RPC response without rounding: integers of 16 or more digits become decimal strings. The u64
 * schema below accepts these strings and numbers. Throws SyntaxError.
 */
export function parseRpcResult(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text);
  return JSON.parse(
    text.replace(STRING_OR_NUMBER, (token) => (LONG_INTEGER_TOKEN.test(token) ? `"${token}"` : token)),
  );
}

const integer = z.union([z.int(), z.string().regex(/^-?\d{1,20}$/)]).transform(BigInt);

/** A u64 in a response, such as lamports or a slot. */
export const u64 = integer.refine((value) => value >= 0n && value <= U64_MAX, "not a u64");

/** An i64 in a response, such as unix seconds. */
export const i64 = integer.refine((value) => value >= I64_MIN && value <= I64_MAX, "not an i64");

export const address = z.string().refine(isAddress, "not an address");

export const transactionError = z.union([z.string(), z.record(z.string(), z.unknown())]).nullable();
