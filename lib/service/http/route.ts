import type { z } from "zod";
import { requireAdmin, requireCron, requireScraper } from "@/lib/service/auth/admin";
import { requireWallet } from "@/lib/service/auth/wallet";
import { services as processServices, type Services } from "@/lib/service/services";
import { admission, type Ticket } from "./admission/admission";
import { clientAddress } from "./admission/client-address";
import { laneOf } from "./admission/lane-of";
import {
  type BodyOptions,
  hasContentType,
  openBody,
  readJsonBody,
  refuseDeclaredSize,
  wrongType,
} from "./body/body";
import type { ListReader } from "./body/json-body";
import { wantsCsv } from "./csv/wants-csv";
import { beforeDeadline, type Deadline } from "./deadline";
import {
  answer,
  answerError,
  answerWithoutServices,
  countRequest,
  type Exchange,
  openExchange,
  variesBy,
} from "./exchange";
import { parseParams, parsePart, parseQuery, refusePaging } from "./input";
import { type Answerer, type ApiAnswer, type ApiRequest, type WebHandler, webHandler } from "./message";
import { requireOwnPage } from "./origin/own-page";
import { contextOf } from "./request-context";
import type { RouteParams } from "./route-name";

export type Auth = "wallet" | "admin" | "cron" | "scraper";

const DEFAULT_BODY_BYTES = 1_048_576;
const PUBLIC_PER_MINUTE = 60;
const WALLET_PER_MINUTE = 30;
/** Whole lists cost what hundreds of pages do. */
const CSV_PER_MINUTE = 6;

/** What a route states about itself; `route()` enforces it and the OpenAPI document repeats it. */
export type Contract = {
  /** One line of what the route answers. */
  summary: string;
  params?: z.ZodObject;
  /** One object of all query parameters; names it does not list are refused. */
  query?: z.ZodObject;
  /** Takes no query and minds none: what a shared link was given on its way is handed on to such a route. */
  ignoresQuery?: boolean;
  /** JSON body; an absent body is `undefined` to it, so an optional schema makes the body optional. */
  body?: z.ZodType;
  /** The one long array of a large body, whose items are read while they arrive; `body` then holds what was read. */
  list?: { field: string; reader: (max: number) => ListReader };
  /** Media types of a body that the handler reads itself as `stream`, instead of `body`. */
  accepts?: readonly string[];
  /** What a success holds; documentation only, answers are not validated against it. */
  response?: z.ZodType;
  /** The list is also given whole, as CSV, to who prefers that; its query has `format`. */
  csv?: boolean;
  /** The media type of a success that is no JSON. */
  mediaType?: string;
  /** Status of a success in the documentation; 200 unless said. */
  status?: number;
  auth?: Auth;
  /** Requests a minute from one address; 60, for wallet routes 30, unless said. */
  limit?: number | "none";
  /** Takes requests of this service's own pages alone. */
  ownPagesOnly?: boolean;
  /** Allows `MAX_BODY_BYTES` instead of 1 MiB. */
  largeBody?: boolean;
};

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

export type RouteInput<C extends Contract> = {
  params: Parsed<C["params"]>;
  query: Parsed<C["query"]>;
  body: Parsed<C["body"]>;
  /** The signer of a wallet route. */
  wallet: C["auth"] extends "wallet" ? string : undefined;
  /** The body of a route that states `accepts`: inflated, and failing with PAYLOAD_TOO_LARGE at the limit. */
  stream: C["accepts"] extends readonly string[] ? ReadableStream<Uint8Array<ArrayBuffer>> : undefined;
  /** Whether a route that states `csv` is to answer that. */
  asCsv: boolean;
  /** Counts bytes as held until the answer is out; throws SERVICE_UNAVAILABLE beyond what may be. */
  hold: (bytes: number) => void;
  request: ApiRequest;
  services: Services;
};

export type RouteHandler = WebHandler & { contract: Contract };

/**
 * Makes a request handler: counts the request, authenticates, parses params, query and body (in that order),
 * calls `handler`, and answers JSON, errors included. A returned object is a 200; see `reply` for other statuses.
 */
export function route<const C extends Contract>(
  contract: C,
  handler: (input: RouteInput<C>) => Promise<object> | object,
): RouteHandler {
  const answerer: Answerer = async (request, { name, params }) => {
    let services: Services;
    try {
      services = await processServices();
    } catch (error) {
      return answerWithoutServices(error, request);
    }
    const exchange = openExchange(request, services, name);
    try {
      const asCsv = contract.csv === true && wantsCsv(request);
      if (contract.csv) variesBy(exchange, "Accept");
      const counting = asCsv
        ? countRequest(exchange, CSV_PER_MINUTE, "csv")
        : countRequest(exchange, limitOf(contract));
      if (counting) await counting;
      return await withTicket({ contract, exchange, asCsv }, async (ticket) => {
        const input = (await readInput(contract, { exchange, params, ticket, asCsv })) as RouteInput<C>;
        const done = contract.largeBody ? await ticket?.work() : undefined;
        const result = await beforeDeadline(deadlineOf(contract, input), () => handler(input));
        done?.();
        const isRead = request.method === "GET" || request.method === "HEAD";
        return answer(exchange, result, isRead && !contract.auth);
      });
    } catch (error) {
      return answerError(exchange, error);
    }
  };
  return Object.assign(webHandler(answerer), { contract });
}

const limitOf = ({ limit, auth }: Contract) =>
  limit ?? (auth === "wallet" ? WALLET_PER_MINUTE : PUBLIC_PER_MINUTE);

/** Runs of the indexer keep within a budget of their own. */
function deadlineOf({ auth, largeBody }: Contract, { body }: { body?: unknown }): Deadline {
  if (auth === "admin" || auth === "cron") return "none";
  if (typeof body === "object" && body !== null && "uploadId" in body) return "uploaded";
  return largeBody ? "largeBody" : "usual";
}

/** Runs with the place that the server gave the request, or where there is no such server, one of its own. */
async function withTicket(
  { contract: { limit }, exchange, asCsv }: { contract: Contract; exchange: Exchange; asCsv: boolean },
  run: (ticket: Ticket | undefined) => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const { request, services } = exchange;
  const { env } = services;
  const given = contextOf(request);
  if (given || limit === "none") return run(given?.ticket);
  const lane = laneOf(request.method, new URL(request.url).pathname, () => asCsv);
  const ticket = await admission(env).enter(lane, clientAddress(request, env));
  try {
    return await run(ticket);
  } finally {
    ticket.leave();
  }
}

type Arrived = { exchange: Exchange; params: RouteParams; ticket: Ticket | undefined; asCsv: boolean };

async function readInput(contract: Contract, { exchange, params: given, ticket, asCsv }: Arrived) {
  const { request, services } = exchange;
  if (contract.ownPagesOnly) requireOwnPage(request, services.env);
  const signer = await authenticate(contract.auth, exchange);
  const params = parseParams(contract.params, given);
  const query = contract.ignoresQuery ? undefined : parseQuery(contract.query, request.url);
  if (asCsv) refusePaging(request.url);
  const maxBytes = contract.largeBody ? services.env.MAX_BODY_BYTES : DEFAULT_BODY_BYTES;
  const sha256 = signer?.bodySha256 ?? null;
  refuseDeclaredSize(request, maxBytes);
  const list = contract.list && {
    field: contract.list.field,
    max: services.env.MAX_LEAVES,
    ...contract.list.reader(services.env.MAX_LEAVES),
  };
  const options = { maxBytes, sha256, hold: contract.largeBody ? ticket?.hold : undefined };
  const body = contract.body && parsePart(contract.body, await readJsonBody(request, { ...options, list }));
  const stream = contract.accepts && openStream(request, contract.accepts, options);
  const hold = (bytes: number) => ticket?.hold(bytes);
  return { params, query, body, wallet: signer?.wallet, stream, asCsv, hold, request, services };
}

async function authenticate(auth: Auth | undefined, { request, services }: Exchange) {
  if (auth === "admin") requireAdmin(request, services.env);
  if (auth === "cron") requireCron(request, services.env);
  if (auth === "scraper") requireScraper(request, services.env);
  return auth === "wallet" ? await requireWallet(request, services) : undefined;
}

function openStream(request: ApiRequest, accepts: readonly string[], options: BodyOptions) {
  if (!hasContentType(request, (type) => accepts.includes(type))) throw wrongType(accepts);
  return openBody(request, options) ?? new Blob().stream();
}
