import * as z from "zod";
import { PRIORITY_CHOICES } from "@/lib/core/plans/priority-choices";
import { isAddress } from "@/lib/core/solana/addresses";
import { I64_MAX, I64_MIN, U64_MAX } from "@/lib/core/solana/integers";
import { ReleaseType } from "@/lib/core/vesting/leaf";

/** Schemas of request values. Body objects ignore unknown keys; the query rejects them (see `parseQuery`). */

const U32_MAX = 2 ** 32 - 1;

/** A base58 address of 32 bytes. */
export const address = z
  .string()
  .refine(isAddress, "must be a base58 address of 32 bytes")
  .meta({ description: "Base58 public key", minLength: 32, maxLength: 44 });

/** Addresses in one query value, separated by commas: 1 to `max`, without duplicates. */
export const addressList = (max: number) =>
  z
    .string()
    .transform((value) => [...new Set(value.split(","))])
    .pipe(z.array(address).max(max, `must be at most ${max} addresses`));

/** Path parameters of all routes below one campaign. */
export const treeParams = z.object({
  treeAddress: address.describe("The campaign's account on the network, base58"),
});

/** Query parameter of routes that read one campaign. */
export const creation = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe(
    "An earlier campaign of the address, by its creation signature from the campaign's generations; the current campaign by default",
  );

/** Path parameters of all routes about one address. */
export const addressParams = z.object({ address: address.describe("A wallet, base58") });

const integer64 = (pattern: RegExp, [min, max]: [bigint, bigint], message: string) =>
  z
    .union([z.string().regex(pattern, message), z.int(message)], message)
    .transform((value) => BigInt(value))
    // Aborts, so that a check of the whole object never sees a value out of range.
    .refine((value) => value >= min && value <= max, { message, abort: true });

/** An unsigned 64-bit integer: a decimal string, or a number if it is a safe integer. */
export const u64 = integer64(
  /^\d{1,20}$/,
  [0n, U64_MAX],
  `must be a whole number from 0 to ${U64_MAX}, as a decimal string`,
);

/** A signed 64-bit integer, for unix seconds: a decimal string, or a number if it is a safe integer. */
export const i64 = integer64(
  /^-?\d{1,19}$/,
  [I64_MIN, I64_MAX],
  `must be a whole number from ${I64_MIN} to ${I64_MAX}, as a decimal string`,
);

const POSITIVE_U32 = `must be a whole number from 1 to ${U32_MAX}`;

/** An unsigned 32-bit integer from 1, as a JSON number. */
export const positiveU32 = z.int(POSITIVE_U32).min(1, POSITIVE_U32).max(U32_MAX, POSITIVE_U32);

/** An unsigned 32-bit integer in the query. */
export const u32Text = z
  .string()
  .regex(/^\d{1,10}$/, `must be a whole number from 0 to ${U32_MAX}`)
  .transform(Number)
  .refine((value) => value <= U32_MAX, `must be a whole number from 0 to ${U32_MAX}`);

/** 32 bytes in lower-case hex. */
export const hex32 = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hex characters");

/** A query value that is `true` or `false`. */
export const flag = z.enum(["true", "false"], "must be true or false").transform((value) => value === "true");

/** Query parameter of routes that add the creator's private labels for the creator. */
export const labels = flag
  .default(false)
  .describe("Adds the creator's private labels; requires a signature of the creator");

/** Query parameter of responses that clients can verify against the network. */
export const proof = flag
  .default(false)
  .describe("Adds the data that a client needs to verify the response against the network; only in JSON");

/** Query of routes that store on-chain data: `dryRun=true` runs all their checks and stores nothing. */
export const dryRunQuery = z.object({
  dryRun: flag.default(false).meta({ description: "Performs the same checks without storing anything" }),
});

const positive = z
  .string()
  .regex(/^0*[1-9]\d*$/, "must be a positive whole number")
  .transform(Number);

/** Page number from 1. */
export const page = positive
  .refine(Number.isSafeInteger, "must be a smaller page number")
  .default(1)
  .meta({ description: "Page number, from 1" });

/** Page size: `byDefault` if absent, and at most `max`; the response contains the size that was used. */
export const limit = (max: number, byDefault: number) =>
  positive
    .transform((value) => Math.min(value, max))
    .default(byDefault)
    .meta({ description: `Items per page; values above ${max} are reduced to ${max}` });

/** The format of a list, for links that must determine it; otherwise the `Accept` header decides. */
export const format = z
  .enum(["json", "csv"], "must be json or csv")
  .optional()
  .meta({ description: "csv: the whole list, without page, limit and cursor; overrides the Accept header" });

/** Whether unverified campaigns count; by default, totals, calendars and CSV files exclude them. */
export const unverified = z
  .enum(["include", "exclude"], "must be include or exclude")
  .optional()
  .meta({ description: "include: also includes campaigns that the network has not confirmed" });

/** A query parameter that can occur several times; always an array. */
export const repeatable = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => [value].flat(), z.array(item));

/** 0 cliff, 1 linear, 2 milestone. */
export const releaseType = z.literal(
  Object.values(ReleaseType),
  "must be 0 (cliff), 1 (linear) or 2 (milestone)",
);

/** Body field of all transaction builders: the versions that the wallet signs. */
export const transactionVersions = z
  .array(z.literal(["legacy", 0, 1], 'must be "legacy", 0 or 1'))
  .min(1)
  .max(3)
  .nullish()
  .describe(
    'transaction versions that the wallet signs, such as ["legacy", 0, 1]; version 1 is used only where the network executes it. Legacy always counts; by default the builder uses what it used before this field existed',
  );

/** Body field of all transaction builders. */
export const priorityFee = z
  .enum(PRIORITY_CHOICES, "must be none, low, medium or high")
  .nullish()
  .describe("priority fee of the transaction: none, low, medium or high; the operator's default if absent");
