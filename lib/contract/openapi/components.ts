import * as z from "zod";
import { type ErrorDetail, STATUS_BY_CODE } from "@/lib/core/errors";
import type { Auth } from "../route-contract";
import type { Json } from "./models";
import { toSchema } from "./operation";

/** Describes all fields of `ErrorDetail`. An error has those that apply. */
const DETAIL_FIELDS = {
  path: z.string().describe("path of the invalid field, such as leaves.3.amount"),
  message: z.string().describe("description of the problem"),
  row: z.int().describe("imported files only: number of the row; the header is row 1"),
  field: z.string().describe("imported files only: the column; empty if the error concerns the whole row"),
  parameter: z.string().describe("AMBIGUOUS_FILE only: the query parameter that resolves the ambiguity"),
  readings: z
    .record(z.string(), z.string())
    .describe("AMBIGUOUS_FILE only: the parameter's values, each with its result"),
  part: z.int().describe("uploads only: number of the missing or unreadable part"),
  currentRoot: z.string().describe("outdated proofs only: the campaign's current Merkle root"),
  rootVersion: z.int().describe("outdated proofs only: the newest registered root version"),
  beneficiary: z.string().describe("RECIPIENT_MOVED and BELOW_CLAIMED only: the recipient's address"),
  from: z
    .string()
    .describe("RECIPIENT_MOVED only: the recipient's leaf indices in the current list, separated by commas"),
  to: z
    .string()
    .describe("RECIPIENT_MOVED only: the recipient's leaf indices in the new list, separated by commas"),
  again: z.string().describe("RECIPIENT_MOVED only: base units that could be paid twice"),
  amount: z.string().describe("BELOW_CLAIMED only: the leaf's new amount in base units"),
  claimed: z.string().describe("BELOW_CLAIMED only: base units claimed so far"),
  neededLamports: z.string().describe("INSUFFICIENT_SOL only: lamports that the transaction needs"),
  balanceLamports: z.string().describe("INSUFFICIENT_SOL only: lamports that the account holds"),
} satisfies Record<keyof ErrorDetail, z.ZodType>;

const errorDetail = z.object(DETAIL_FIELDS).partial().meta({ id: "ErrorDetail" });

const common = {
  code: z.string().meta({ enum: Object.keys(STATUS_BY_CODE), description: "Machine-readable error code" }),
  requestId: z.string().describe("ID of the request, as in the log"),
  details: z.array(errorDetail).optional().describe("All errors, at most 100"),
  message: z
    .string()
    .optional()
    .describe("The same message, in the field that clients of Solana Actions read"),
};

const errorSchema = z.object({
  error: z.string().describe("Human-readable message with the solution"),
  ...common,
});

/** Problem details. Source: RFC 9457. */
const problemSchema = z.object({
  type: z.string().describe("Documentation of the code, relative to this service"),
  title: z.string().describe("Meaning of the code, the same for every occurrence"),
  status: z.int().describe("The HTTP status"),
  detail: z.string().describe("Human-readable message with the solution"),
  instance: z.string().describe("The requested path"),
  ...common,
});

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: "string" },
  example,
});

const HEADERS: Record<string, Json> = {
  ApiVersion: text("Version of this API", "1"),
  RequestId: text("ID of the request, for support", "9f1c2a52-7d1e-4b57-9a55-0d1f0c7d2b11"),
  RateLimitPolicy: text("Rate limit: q requests in w seconds", '"default";q=60;w=60'),
  RateLimit: text(
    "State of the rate limit: r requests left, t seconds until the next window",
    '"default";r=59;t=60',
  ),
  RetryAfter: text("Seconds to wait before the next attempt", "5"),
  Deprecation: text("Time of deprecation: @ and unix seconds (RFC 9745)", "@1793491200"),
  Sunset: text("Time from which the route can be removed (RFC 8594)", "Sat, 01 May 2027 00:00:00 GMT"),
  DeprecationLink: text(
    "Page that describes the replacement of the route, and the replacement",
    '</docs/versions#api>; rel="deprecation"',
  ),
};

const SECURITY_SCHEMES: Record<Auth, Json> = {
  wallet: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "base64url(signature).base64url(message)",
    description:
      "An ed25519 signature over the JSON { nonce, timestamp, wallet }, with a nonce of /api/auth/nonce, and " +
      "optionally domain, method, path and bodySha256, which are then enforced. Wallets that " +
      "sign transactions only send Authorization: SolanaTransaction base64url(transaction) with that JSON in a memo.",
  },
  admin: { type: "apiKey", in: "header", name: "x-admin-key", description: "The operator's admin key." },
  cron: { type: "http", scheme: "bearer", description: "The scheduler's secret." },
  scraper: { type: "http", scheme: "bearer", description: "The admin key, as in x-admin-key." },
};

/** Components that operations reference. `refusal` is a recorded error; `hasDeprecated` is true if a route is deprecated. */
export const components = (refusal: unknown, hasDeprecated: boolean): Json => ({
  schemas: {
    Error: { ...toSchema(errorSchema), ...(refusal !== undefined && { examples: [refusal] }) },
    Problem: toSchema(problemSchema),
  },
  headers: Object.fromEntries(
    Object.entries(HEADERS).filter(([name]) => hasDeprecated || !OF_DEPRECATED.includes(name)),
  ),
  securitySchemes: SECURITY_SCHEMES,
});

/** Components that only deprecated routes reference. */
const OF_DEPRECATED = ["Deprecation", "Sunset", "DeprecationLink"];
