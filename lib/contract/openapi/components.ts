import { z } from "zod";
import { type ErrorDetail, STATUS_BY_CODE } from "@/lib/core/errors";
import type { Auth } from "../route-contract";
import type { Json } from "./models";
import { toSchema } from "./operation";

/** Describes every field of `ErrorDetail`; an error has those that apply. */
const DETAIL_FIELDS = {
  path: z.string().describe("the field at fault, such as leaves.3.amount"),
  message: z.string().describe("what is wrong with it"),
  row: z.int().describe("of an imported file: the row, the header being row 1"),
  field: z.string().describe("of an imported file: the column; empty when the whole row is at fault"),
  parameter: z.string().describe("of AMBIGUOUS_FILE: the query parameter that decides"),
  readings: z
    .record(z.string(), z.string())
    .describe("of AMBIGUOUS_FILE: the parameter's values, each with its result"),
  part: z.int().describe("of an upload: the number of the part that is missing or cannot be read"),
  currentRoot: z.string().describe("of an outdated proof: the campaign's current Merkle root"),
  rootVersion: z.int().describe("of an outdated proof: the newest root version that is registered"),
  beneficiary: z.string().describe("of RECIPIENT_MOVED and BELOW_CLAIMED: the recipient's address"),
  from: z.string().describe("of RECIPIENT_MOVED: the recipient's leaf indices before, separated by commas"),
  to: z
    .string()
    .describe("of RECIPIENT_MOVED: the recipient's leaf indices in the new list, separated by commas"),
  again: z.string().describe("of RECIPIENT_MOVED: the base units that could be paid a second time"),
  amount: z.string().describe("of BELOW_CLAIMED: the leaf's new amount in base units"),
  claimed: z.string().describe("of BELOW_CLAIMED: the base units claimed so far"),
  neededLamports: z.string().describe("of INSUFFICIENT_SOL: the lamports that the transaction needs"),
  balanceLamports: z.string().describe("of INSUFFICIENT_SOL: the lamports that the account holds"),
} satisfies Record<keyof ErrorDetail, z.ZodType>;

const errorDetail = z.object(DETAIL_FIELDS).partial().meta({ id: "ErrorDetail" });

const common = {
  code: z.string().meta({ enum: Object.keys(STATUS_BY_CODE), description: "What went wrong, for programs" }),
  requestId: z.string().describe("The request's, as its log lines have it"),
  details: z.array(errorDetail).optional().describe("Every fault, the first 100"),
  message: z
    .string()
    .optional()
    .describe("The sentence once more, where clients of Solana Actions look for it"),
};

const errorSchema = z.object({ error: z.string().describe("What to do, as a sentence"), ...common });

/** Problem details. Source: RFC 9457. */
const problemSchema = z.object({
  type: z.string().describe("The documentation of the code, relative to this service"),
  title: z.string().describe("What the code means, the same for every occurrence"),
  status: z.int().describe("The HTTP status"),
  detail: z.string().describe("What to do, as a sentence"),
  instance: z.string().describe("The path that was asked for"),
  ...common,
});

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: "string" },
  example,
});

const HEADERS: Record<string, Json> = {
  ApiVersion: text("The version of this API", "1"),
  RequestId: text("The request's name, for questions about it", "9f1c2a52-7d1e-4b57-9a55-0d1f0c7d2b11"),
  RateLimitPolicy: text("What is allowed: q requests in w seconds", '"default";q=60;w=60'),
  RateLimit: text(
    "Where the address stands: r requests left, t seconds to the next window",
    '"default";r=59;t=60',
  ),
  RetryAfter: text("Seconds after which to ask again", "5"),
  Deprecation: text("Since when the route is deprecated: @ and unix seconds (RFC 9745)", "@1793491200"),
  Sunset: text("From when on the route may be gone (RFC 8594)", "Sat, 01 May 2027 00:00:00 GMT"),
  DeprecationLink: text(
    "The page that says what replaces the route",
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
  admin: { type: "apiKey", in: "header", name: "x-admin-key", description: "The operator's key." },
  cron: { type: "http", scheme: "bearer", description: "The scheduler's secret." },
  scraper: { type: "http", scheme: "bearer", description: "The admin key, which x-admin-key takes too." },
};

/** Components that operations reference; `refusal` is an error as it was answered, `hasDeprecated` says whether a route is deprecated. */
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

/** Left out where nothing points to them: a document has no component that it does not use. */
const OF_DEPRECATED = ["Deprecation", "Sunset", "DeprecationLink"];

/** Describes each first segment of a path after /api, in the order of the document. */
const TAGS: Record<string, string> = {
  campaigns:
    "Campaigns with their leaves, proofs and events; registering them, and the transactions that act on them.",
  roots: "Proofs by root alone, for caches to keep.",
  beneficiary: "What an address receives.",
  creator: "What waits for a creator, and the sums of their campaigns.",
  activity: "What happened around an address, and what it was paid.",
  actions: "Claims for any wallet by a link: Solana Actions and Solana Pay.",
  uploads: "Long lists of leaves in parts.",
  events: "Telling the index of transactions.",
  webhooks: "Servers that are told of events.",
  "simulate-vesting": "What a schedule unlocks when.",
  "schedule-templates": "Schedules to begin with.",
  tokens: "Pictures of tokens.",
  prices: "What tokens are worth.",
  auth: "Nonces for wallets to sign.",
  waitlist: "Who wants to hear of the service.",
  health: "Whether the service works.",
  claims: "For the operator: claims by signature.",
  admin: "For the operator: runs of the indexer, and webhooks.",
  cron: "For the scheduler.",
  metrics: "For Prometheus.",
  "openapi.json": "This document.",
};

export const tags = (paths: readonly string[]): Json[] => {
  const used = new Set(paths.map((path) => path.split("/")[2] ?? "api"));
  const known = Object.keys(TAGS).filter((name) => used.has(name));
  const others = [...used].filter((name) => !known.includes(name));
  return [...known, ...others].map((name) => ({ name, description: TAGS[name] ?? name }));
};
