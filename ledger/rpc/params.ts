import * as z from "zod";
import { COMMITMENTS } from "../bank/commitment";
import { decodeBase58 } from "./encode/decode-text";
import { invalidParams, type RpcError } from "./rpc-error";

/** The maximum length of base58 text by the number of bytes. */
const MAX_BASE58 = { 32: 44, 64: 88 } as const;

/** Parses base58 text into bytes; `describe` turns a node's parser error into the node's message. */
function base58(size: keyof typeof MAX_BASE58, describe: (reason: "Invalid" | "WrongSize") => string) {
  return z.string().transform((text, context) => {
    const isTooLong = Buffer.byteLength(text) > MAX_BASE58[size];
    const decoded = isTooLong ? null : decodeBase58(text);
    if (decoded !== null && "bytes" in decoded && decoded.bytes.length === size) return decoded.bytes;
    context.addIssue(describe(decoded !== null && "error" in decoded ? "Invalid" : "WrongSize"));
    return z.NEVER;
  });
}

const invalidParam = (reason: string) => `Invalid param: ${reason}`;

/** An address as its 32 bytes. */
export const address = base58(32, invalidParam);
/** A transaction signature as its 64 bytes. */
export const signature = base58(64, invalidParam);
/** A blockhash as its 32 bytes. */
export const blockhash = base58(32, (reason) => reason);
/** An address or signature of a subscription request. */
export const subscribedAddress = (name: string) =>
  base58(32, () => `Invalid Request: Invalid ${name} provided`);
export const subscribedSignature = base58(64, () => "Invalid Request: Invalid signature provided");

/** A list whose limit a node reports in its own words. */
export const limitedList = <Schema extends z.ZodType>(schema: Schema, max: number, name = "inputs") =>
  z.array(schema).refine((list) => list.length <= max, `Too many ${name} provided; max ${max}`);

export const slotNumber = z.int().min(0);

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

export const commitment = optional(z.enum(COMMITMENTS));

/** The members that most configurations share. */
export const contextConfig = { commitment, minContextSlot: optional(slotNumber) };

// The variants are in a node's order.
export const accountEncoding = optional(z.enum(["binary", "base58", "base64", "jsonParsed", "base64+zstd"]));
export const transactionEncoding = optional(z.enum(["binary", "base64", "base58", "json", "jsonParsed"]));

export const dataSlice = optional(z.object({ offset: z.int().min(0), length: z.int().min(0) }));

export const accountConfig = { ...contextConfig, encoding: accountEncoding, dataSlice };

/** An optional configuration object; unknown members are ignored, as in a node. */
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

/**
 * Validates a request's parameters; every error is an invalid-params error, in a node's words where they are
 * known.
 */
export function parseParams<Schema extends z.ZodType>(
  schema: Schema,
  params: readonly unknown[],
): z.output<Schema> {
  const parsed = schema.safeParse(params, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap(ownIssues);
  const [first] = issues;
  if (first?.path.length === 0) throw wrongCount(schema, params.length);
  // A node checks the types of all parameters before their contents, whose issues are custom.
  const types = issues.filter(({ code }) => code !== "custom");
  if (types.length === 0) throw invalidParams(first?.message ?? "Invalid params");
  const texts = types.slice(0, 5).map((issue) => unknownVariant(issue) ?? placed(issue));
  throw invalidParams(`Invalid params: ${texts.join("; ")}.`);
}

type Issue = z.core.$ZodIssue;

/** Returns the issues of the intended form of the input, where several forms are possible. */
function ownIssues(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const custom = issue.errors.find((issues) => issues.every(({ code }) => code === "custom"));
  return (custom ?? [issue]).map((inner) =>
    inner === issue ? inner : { ...inner, path: [...issue.path, ...inner.path] },
  );
}

function placed({ path, message }: Issue): string {
  const [position, ...members] = path;
  return `${[`params[${String(position)}]`, ...members].join(".")}: ${message}`;
}

function unknownVariant(issue: Issue): string | null {
  if (issue.code !== "invalid_value" || typeof issue.input !== "string") return null;
  const names = issue.values.map((value) => `\`${String(value)}\``);
  const expected = names.length > 2 ? `one of ${names.join(", ")}` : names.join(" or ");
  return `unknown variant \`${issue.input}\`, expected ${expected}`;
}

function wrongCount(schema: z.ZodType, amount: number): RpcError {
  const items = schema instanceof z.ZodTuple ? schema.def.items : [];
  const required = items.filter((item) => !z.safeParse(item, undefined).success).length;
  if (items.length === 0) return invalidParams("Invalid parameters: No parameters were expected");
  if (required === items.length) {
    const expected = amount > required ? "fewer elements in array" : `a tuple of size ${required}`;
    return invalidParams(`Invalid params: invalid length ${amount}, expected ${expected}.`);
  }
  return amount < required
    ? invalidParams(`\`params\` should have at least ${required} argument(s)`)
    : invalidParams(`Invalid parameters: Expected from ${required} to ${items.length} parameters.`);
}
