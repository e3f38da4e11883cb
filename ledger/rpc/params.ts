import bs58 from "bs58";
import { z } from "zod";
import { addressBytes } from "@/lib/core/solana/addresses";
import { COMMITMENTS } from "../bank/commitment";
import { invalidParams } from "./rpc-error";

/** An address as its 32 bytes. */
export const address = z.string().transform((text, context) => {
  try {
    return addressBytes(text);
  } catch {
    context.addIssue("not a base58 address of 32 bytes");
    return z.NEVER;
  }
});

/** A transaction signature as its 64 bytes. */
export const signature = z.string().transform((text, context) => {
  const bytes = text.length <= 88 ? bs58.decodeUnsafe(text) : undefined;
  if (bytes?.length === 64) return bytes;
  context.addIssue("not a base58 signature of 64 bytes");
  return z.NEVER;
});

export const slotNumber = z.int().min(0);

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

export const commitment = optional(z.enum(COMMITMENTS));

/** The members that most configurations share. */
export const contextConfig = { commitment, minContextSlot: optional(slotNumber) };

export const accountEncoding = optional(z.enum(["base58", "base64", "base64+zstd", "binary", "jsonParsed"]));
export const transactionEncoding = optional(z.enum(["base58", "base64", "binary", "json", "jsonParsed"]));

export const dataSlice = optional(z.object({ offset: z.int().min(0), length: z.int().min(0) }));

export const accountConfig = { ...contextConfig, encoding: accountEncoding, dataSlice };

/** A configuration object that may be left out; unknown members are ignored, as a node ignores them. */
export function config<Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = z.object(shape);
  return schema.nullish().transform((value, context) => {
    if (value !== null && value !== undefined) return value;
    const empty = schema.safeParse({});
    if (empty.success) return empty.data;
    context.addIssue("is required");
    return z.NEVER;
  });
}

export { optional };

/** Checks a request's parameters; every fault is an invalid-params error that names where it is. */
export function parseParams<Schema extends z.ZodType>(
  schema: Schema,
  params: readonly unknown[],
): z.output<Schema> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.slice(0, 5).map(({ path, message }) => {
    const [position, ...members] = path;
    const place = typeof position === "number" ? [`params[${position}]`, ...members].join(".") : "params";
    return `${place}: ${message}`;
  });
  throw invalidParams(`Invalid params: ${faults.join("; ")}.`);
}
