import type * as z from "zod";
import {
  type Auth,
  type Contract,
  DEFAULT_BODY_BYTES,
  type Deprecation,
  FORM_TYPES,
  getLimit,
} from "@/lib/contract/route-contract";
import { parseJson } from "@/lib/core/text/parse-json";
import { parsePart } from "@/lib/core/validation";
import { requireAdmin, requireCron, requireScraper } from "@/lib/service/auth/admin";
import { requireWallet, type SignedProof } from "@/lib/service/auth/wallet";
import type { Services } from "@/lib/service/services";
import { wantsCsv } from "./accept";
import {
  type BodyOptions,
  type Bytes,
  collectBytes,
  hasContentType,
  openBody,
  readJsonBytes,
  refuseDeclaredSize,
  wrongType,
} from "./body/body";
import { beforeDeadline, type Deadline } from "./deadline";
import { getSearch, parseParams, parseQuery, refusePaging } from "./input";
import { clientAddress } from "./limits/client-address";
import { expensiveWork } from "./limits/expensive-work";
import { requireOwnPage } from "./origin/public-origin";
import { readerStream } from "./reader-stream";
import { StreamReply } from "./reply";
import { countRequest, finish, type RequestContext, respond, toResponse } from "./response";
import { type RouteParams, routeName, type WebHandler } from "./route-name";

/** A whole list costs as much as hundreds of pages. */
const CSV_PER_MINUTE = 6;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

export type RouteInput<C extends Contract> = {
  params: Parsed<C["params"]>;
  query: Parsed<C["query"]>;
  body: Parsed<C["body"]>;
  /** The signer of a wallet route, or of a request with the parameter `signedWith`. */
  wallet: C["auth"] extends "wallet"
    ? string
    : C extends { signedWith: string }
      ? string | undefined
      : undefined;
  /** The message and the signature of a wallet route. */
  proof: C["auth"] extends "wallet" ? SignedProof : undefined;
  /** The body of a route with `accepts`: decompressed; throws PAYLOAD_TOO_LARGE at the limit. */
  stream: C extends { accepts: readonly string[]; largeBody?: false } ? AsyncIterable<Bytes> : undefined;
  /** The same for a large body, after all of it has arrived. */
  file: C extends { accepts: readonly string[]; largeBody: true } ? Bytes : undefined;
  /** Whether a route with `csv` returns CSV. */
  asCsv: boolean;
  /**
   * Counts bytes as held in memory until the response is sent; throws SERVICE_UNAVAILABLE beyond the limit.
   */
  hold: (bytes: number) => void;
  request: Request;
  services: Services;
};

export type RouteHandler = WebHandler & { contract: Contract };

/**
 * Creates a request handler. Counts the request, authenticates, parses params, query and body (in that
 * order), calls `handler`, and returns JSON, also for errors. A returned object is a 200; see `reply` for
 * other statuses.
 */
export function route<const C extends Contract>(
  contract: C,
  handler: (input: RouteInput<C>) => Promise<object> | object,
): RouteHandler {
  const definition = { contract, handler: handler as Handler };
  const handle: WebHandler = async (request, context) => {
    const params = (await context.params) ?? {};
    return respond(request, routeName(new URL(request.url), params), (requestContext) => {
      Object.assign(requestContext.headers, deprecationHeaders(contract.deprecated, params));
      return handleRequest(definition, requestContext, params);
    });
  };
  return Object.assign(handle, { contract });
}

/** Returns the headers of a deprecated route. Source: RFC 9745, RFC 8594 and RFC 5829 (`successor-version`). */
function deprecationHeaders(deprecated: Deprecation | undefined, params: RouteParams) {
  if (!deprecated) return {};
  const { since, sunset, link, successor } = deprecated;
  const links = [`<${link}>; rel="deprecation"; type="text/html"`];
  const target = successor?.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
  if (target !== undefined) links.push(`<${target}>; rel="successor-version"`);
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset && { sunset: new Date(sunset).toUTCString() }),
    link: links.join(", "),
  };
}

/** Indexer runs have their own time limit. */
function getDeadline(
  { auth, largeBody, isSlowRead }: Contract,
  { body }: { body?: unknown },
  isRead: boolean,
): Deadline {
  if (auth === "admin" || auth === "cron") return "none";
  if (typeof body === "object" && body !== null && "uploadId" in body) return "uploaded";
  if (largeBody) return "largeBody";
  return isRead && !isSlowRead ? "read" : "write";
}

type Handler = (input: unknown) => Promise<object> | object;
type RouteDefinition = { contract: Contract; handler: Handler };

/** A request that its rate limit admits. */
type AdmittedRequest = {
  context: RequestContext;
  params: RouteParams;
  client: string;
  hold: (bytes: number) => void;
  asCsv: boolean;
};

async function handleRequest(
  definition: RouteDefinition,
  context: RequestContext,
  params: RouteParams,
): Promise<Response> {
  const { contract } = definition;
  const { request, services, headers } = context;
  const asCsv = contract.csv === true && wantsCsv(request);
  if (contract.csv) headers.vary = headers.vary ? `${headers.vary}, Accept` : "Accept";
  if (asCsv) await countRequest(context, CSV_PER_MINUTE, "csv");
  else await countRequest(context, getLimit(contract));
  const client = clientAddress(request, services.env);
  const memory = expensiveWork(services.env).bodies.open(client);
  try {
    return await runHandler(definition, { context, params, client, hold: memory.add, asCsv });
  } finally {
    memory.release();
  }
}

async function runHandler(definition: RouteDefinition, admitted: AdmittedRequest): Promise<Response> {
  const { contract, handler } = definition;
  const { context } = admitted;
  const { method } = context.request;
  const { parse, ...received } = await readInput(contract, admitted);
  const isRead = method === "GET" || method === "HEAD";
  // Acquired after the body has arrived, so that a client that sends nothing does not hold a permit.
  const release = await acquirePermit(contract, admitted);
  let result: object;
  try {
    const input = { ...received, body: await parse?.() };
    result = await beforeDeadline(getDeadline(contract, input, isRead), () => handler(input));
  } catch (error) {
    release();
    throw error;
  }
  if (result instanceof StreamReply)
    return finish(context, readerStream(result.chunks, { onEnd: release }), 200, result.headers);
  release();
  return toResponse(context, result, isRead && getAuth(contract, context.request) === undefined);
}

async function acquirePermit(
  { largeBody }: Contract,
  { context, client, asCsv }: AdmittedRequest,
): Promise<() => void> {
  const { work, exports } = expensiveWork(context.services.env);
  if (largeBody) return work.acquire(client);
  const isExport = asCsv && context.request.method !== "HEAD";
  return isExport ? exports.acquire(client) : () => undefined;
}

/** Authenticates a request and reads its params, query and body, in that order. */
async function readInput(contract: Contract, admitted: AdmittedRequest) {
  const { context, hold, asCsv } = admitted;
  const { request, services } = context;
  if (contract.ownPagesOnly) requireOwnPage(request, services.env);
  const signer = await authenticate(getAuth(contract, request), context);
  const params = parseParams(contract.params, admitted.params);
  const query = contract.ignoresQuery ? undefined : parseQuery(contract.query, request.url);
  if (asCsv) refusePaging(request.url);
  const maxBytes = contract.largeBody ? services.env.MAX_BODY_BYTES : DEFAULT_BODY_BYTES;
  refuseDeclaredSize(request, maxBytes);
  const sha256 = signer?.bodySha256 ?? null;
  const options = { maxBytes, sha256, hold: contract.largeBody ? hold : undefined };
  const bytes = contract.body && (await readBodyBytes(contract, request, options));
  const parse = bytes && (() => parseBody(contract, bytes, context));
  const stream = contract.accepts && openStream(request, contract.accepts, options);
  const file = stream && contract.largeBody ? await collectBytes(stream) : undefined;
  const { wallet, proof } = signer ?? {};
  return { params, query, parse, wallet, proof, stream, file, hold, asCsv, request, services };
}

/** Returns the bytes of a JSON body, and none for an accepted form. */
async function readBodyBytes({ acceptsForm }: Contract, request: Request, options: BodyOptions) {
  const isForm = acceptsForm && hasContentType(request, (type) => FORM_TYPES.some((form) => form === type));
  if (!isForm) return readJsonBytes(request, options);
  await collectBytes(openBody(request, options));
  return undefined;
}

async function parseBody(contract: Contract, bytes: Bytes, { request, services }: RequestContext) {
  const options = { maxLeaves: services.env.MAX_LEAVES, signal: request.signal };
  if (contract.parseBody) return contract.parseBody(bytes, options);
  return contract.body && parsePart(contract.body, parseJson(bytes));
}

/** Returns the authentication of a request. A parameter that occurs several times is rejected later. */
function getAuth({ auth, signedWith }: Contract, { url }: Request): Auth | undefined {
  if (signedWith === undefined) return auth;
  return new URLSearchParams(getSearch(url)).getAll(signedWith).includes("true") ? "wallet" : auth;
}

async function authenticate(auth: Auth | undefined, { request, services }: RequestContext) {
  if (auth === "admin") requireAdmin(request, services.env);
  if (auth === "cron") requireCron(request, services.env);
  if (auth === "scraper") requireScraper(request, services.env);
  return auth === "wallet" ? await requireWallet(request, services) : undefined;
}

function openStream(request: Request, accepts: readonly string[], options: BodyOptions) {
  if (!hasContentType(request, (type) => accepts.includes(type))) throw wrongType(accepts);
  return openBody(request, options);
}
