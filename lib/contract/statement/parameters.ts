import * as z from "zod";

const RANGE = "must be a number from 0 to 100 with at most two decimals";

/** A percentage with at most two decimals as text; the result is in basis points, from 0 to 10,000. */
export const withheldPercent = z
  .string()
  .regex(/^\d{1,3}(?:\.\d{1,2})?$/, RANGE)
  .transform((text) => {
    const [whole = "0", decimals = ""] = text.split(".");
    return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, "0"));
  })
  .refine((basisPoints) => basisPoints <= 10_000n, RANGE)
  .describe("Adds this percentage of each claimed amount as withheld, with at most two decimals");
