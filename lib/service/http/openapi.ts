import { z } from "zod";
import { VERSION } from "@/lib/service/version";
import { type ErrorCode, STATUS_BY_CODE } from "./errors";
import type { Auth, Contract } from "./route";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** A route file's exports, of which those with a contract are documented. */
export type RouteModule = { readonly [name: string]: unknown };

/** Paths as the files have them, with `{name}` for parameters, and their modules. */
export type Manifest = readonly (readonly [path: string, module: RouteModule])[];

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the routes in `manifest`, from the schemas that validate their requests. */
export function openApiDocument(manifest: Manifest): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "Vesting Index",
      version: VERSION,
      description:
        "Indexes Solana token-vesting campaigns, serves them with their proofs, and builds unsigned transactions. " +
        "64-bit integers are decimal strings; times are unix seconds unless stated.",
    },
    servers: [{ url: "/" }],
    paths: Object.fromEntries(manifest.map(([path, module]) => [path, pathItem(path, module)])),
    components: {
      schemas: { Error: toSchema(errorSchema) },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** The operations of one route file: method and contract. */
export function operationsOf(module: RouteModule): { method: string; contract: Contract }[] {
  return METHODS.flatMap((method) => {
    const handler = module[method];
    return hasContract(handler) ? [{ method, contract: handler.contract }] : [];
  });
}

const hasContract = (handler: unknown): handler is { contract: Contract } =>
  typeof handler === "function" && "contract" in handler;

const pathItem = (path: string, module: RouteModule): Json =>
  Object.fromEntries(
    operationsOf(module).map(({ method, contract }) => [
      method.toLowerCase(),
      operation(method, path, contract),
    ]),
  );

function operation(method: string, path: string, contract: Contract): Json {
  const { summary, params, query, auth, status = 200 } = contract;
  const content = contentOf(contract);
  return {
    operationId: [method.toLowerCase(), ...path.split(/\W+/).filter(Boolean)].join("-"),
    summary,
    tags: [path.split("/")[2] ?? "api"],
    parameters: [...parameters(params, "path"), ...parameters(query, "query")],
    ...requestBody(contract),
    ...(auth && { security: [{ [auth]: [] }] }),
    responses: {
      [status]: { description: "Success", ...(content && { content }) },
      ...Object.fromEntries(
        failures(contract).map((code) => [STATUS_BY_CODE[code], errorResponse(FAILURES[code])]),
      ),
      default: errorResponse("Any other failure"),
    },
  };
}

function contentOf({ response, csv, mediaType }: Contract): Json | undefined {
  if (mediaType) return { [mediaType]: { schema: { type: "string" } } };
  return (
    response && {
      "application/json": { schema: toSchema(response) },
      ...(csv && { "text/csv": { schema: { type: "string", description: "The whole list" } } }),
    }
  );
}

function parameters(schema: z.ZodObject | undefined, place: "path" | "query"): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, value]) => ({
    name,
    in: place,
    required: place === "path" || !z.safeParse(value, undefined).success,
    schema: toSchema(value),
  }));
}

function requestBody({ body, accepts }: Contract): Json {
  if (accepts) {
    const content = Object.fromEntries(accepts.map((type) => [type, { schema: uploadSchema(type) }]));
    return { requestBody: { required: true, content } };
  }
  if (!body) return {};
  const required = !body.safeParse(undefined).success;
  return { requestBody: { required, content: { "application/json": { schema: toSchema(body) } } } };
}

function uploadSchema(type: string): Json {
  if (type === "application/json") return { type: "object" };
  return type === "multipart/form-data"
    ? { type: "object", properties: { file: { type: "string", format: "binary" } }, required: ["file"] }
    : { type: "string" };
}

/** What a client sends: transformations to bigint and the like happen behind it. */
function toSchema(schema: z.core.$ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}

const FAILURES = {
  VALIDATION_ERROR: "The request is not valid; details name the fields",
  UNAUTHORIZED: "Credentials are missing or wrong",
  NOT_FOUND: "There is no such thing",
  RATE_LIMITED: "Too many requests; Retry-After says how long to wait",
  SERVICE_UNAVAILABLE: "The service is busy or not ready; Retry-After says how long to wait",
} as const satisfies Partial<Record<ErrorCode, string>>;

function failures({ params, query, body, accepts, auth, limit }: Contract): (keyof typeof FAILURES)[] {
  const codes: (keyof typeof FAILURES)[] = [];
  if (params || query || body || accepts) codes.push("VALIDATION_ERROR");
  if (auth) codes.push("UNAUTHORIZED");
  if (params) codes.push("NOT_FOUND");
  if (limit !== "none") codes.push("RATE_LIMITED", "SERVICE_UNAVAILABLE");
  return codes;
}

const errorResponse = (description: string): Json => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

const errorSchema = z.object({
  error: z.string().describe("What to do, as a sentence"),
  code: z.string().meta({ enum: Object.keys(STATUS_BY_CODE) }),
  requestId: z.string(),
  details: z.array(z.record(z.string(), z.unknown())).optional(),
});

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
  admin: { type: "apiKey", in: "header", name: "x-admin-key" },
  cron: { type: "http", scheme: "bearer", description: "The scheduler's secret." },
  scraper: { type: "http", scheme: "bearer", description: "The admin key, which x-admin-key takes too." },
};
