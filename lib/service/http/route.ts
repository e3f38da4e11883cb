import type { z } from "zod";
import { extend } from "@/lib/core/extend";
import type { ErrorCode } from "@/lib/core/views/error-codes";
import { requireAdmin, requireCron, requireScraper } from "@/lib/service/auth/admin";
import { requireWallet } from "@/lib/service/auth/wallet";
import { openedServices, services as processServices, type Services } from "@/lib/service/services";
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
import { answersOf, type Found, type TaggedAnswer } from "./cache/answer-cache";
import { wantsCsv } from "./csv/wants-csv";
import { beforeDeadline, type Deadline } from "./deadline";
import {
  answer,
  answerError,
  answerTagged,
  answerWithoutServices,
  countRequest,
  type Exchange,
  openExchange,
  variesBy,
} from "./exchange";
import { knownNames, parseParams, parsePart, parseQuery, refusePaging } from "./input";
import { type Answerer, type ApiAnswer, type ApiRequest, type WebHandler, webHandler } from "./message";
import { requireOwnPage } from "./origin/own-page";
import { contextOf } from "./request-context";
import type { RouteParams } from "./route-name";

export type Auth = "wallet" | "admin" | "cron" | "scraper";

export const DEFAULT_BODY_BYTES = 1_048_576;
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
  /** What a success holds; answers are held to it by the tests, not as they are given. */
  response?: z.ZodType;
  /** The list is also given whole, as CSV, to who prefers that; its query has `format`. */
  csv?: boolean;
  /** The media type of a success that is no JSON. */
  mediaType?: string;
  /** The media type of the file that its query can ask for instead of JSON. */
  asFile?: string;
  /** Status of a success in the documentation, or all of them, the usual one first; 200 unless said. */
  status?: number | readonly number[];
  /** Codes that it refuses with, beside those that every route with such a contract has. */
  errors?: readonly ErrorCode[];
  auth?: Auth;
  /** Requests a minute from one address; 60, for wallet routes 30, unless said. */
  limit?: number | "none";
  /** Takes requests of this service's own pages alone. */
  ownPagesOnly?: boolean;
  /** Allows `MAX_BODY_BYTES` instead of 1 MiB. */
  largeBody?: boolean;
  /** What a GET answers depends on its URL, the database and the second alone, so that it may be given to others too. */
  databaseAlone?: boolean;
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
  const of = { contract, handler: handler as RunHandler, known: knownNames(contract.query) };
  const answerer: Answerer = (request, match) => {
    const services = openedServices();
    return services ? receive(of, { request, match, services }) : receiveFirst(of, request, match);
  };
  return Object.assign(webHandler(answerer), { contract });
}

/** Requests a minute from one address. */
export const limitOf = ({ limit, auth }: Pick<Contract, "limit" | "auth">) =>
  limit ?? (auth === "wallet" ? WALLET_PER_MINUTE : PUBLIC_PER_MINUTE);

/** Runs of the indexer keep within a budget of their own. */
function deadlineOf({ auth, largeBody }: Contract, { body }: { body?: unknown }): Deadline {
  if (auth === "admin" || auth === "cron") return "none";
  if (typeof body === "object" && body !== null && "uploadId" in body) return "uploaded";
  return largeBody ? "largeBody" : "usual";
}

type RunHandler = (input: unknown) => Promise<object> | object;
type Of = { contract: Contract; handler: RunHandler; known: readonly string[] };
type Arrived = { exchange: Exchange; params: RouteParams; ticket: Ticket | undefined; asCsv: boolean };

type Received = { request: ApiRequest; match: Parameters<Answerer>[1]; services: Services };

async function receiveFirst(of: Of, request: ApiRequest, match: Received["match"]): Promise<ApiAnswer> {
  let services: Services;
  try {
    services = await processServices();
  } catch (error) {
    return answerWithoutServices(error, request);
  }
  return receive(of, { request, match, services });
}

/** Whatever is thrown, or fails later, is answered too. */
function receive(of: Of, { request, match, services }: Received): Promise<ApiAnswer> | ApiAnswer {
  const exchange = openExchange(request, services, match.name);
  try {
    const answering = proceed(of, exchange, match.params);
    if (!(answering instanceof Promise)) return answering;
    return answering.catch((error: unknown) => answerError(exchange, error));
  } catch (error) {
    return answerError(exchange, error);
  }
}

function proceed(of: Of, exchange: Exchange, params: RouteParams): Promise<ApiAnswer> | ApiAnswer {
  const { contract } = of;
  const { request } = exchange;
  const asCsv = contract.csv === true && wantsCsv(request);
  if (contract.csv) variesBy(exchange, "Accept");
  const counting = asCsv
    ? countRequest(exchange, CSV_PER_MINUTE, "csv")
    : countRequest(exchange, limitOf(contract));
  const given = contextOf(request);
  const arrived = { exchange, params, ticket: given?.ticket, asCsv };
  const isIn = given !== undefined || contract.limit === "none";
  if (counting) return counting.then(() => (isIn ? respond(of, arrived) : respondInPlace(of, arrived)));
  return isIn ? respond(of, arrived) : respondInPlace(of, arrived);
}

/** With a place of its own, where there is no server that gave the request one. */
async function respondInPlace(of: Of, arrived: Arrived): Promise<ApiAnswer> {
  const { request, services } = arrived.exchange;
  const lane = laneOf(request.method, new URL(request.url).pathname, () => arrived.asCsv);
  const ticket = await admission(services.env).enter(lane, clientAddress(request, services.env));
  try {
    return await respond(of, { ...arrived, ticket });
  } finally {
    ticket.leave();
  }
}

/** Who only asks is answered without a wait of ours: each costs as much as all the headers. */
function respond(of: Of, arrived: Arrived): Promise<ApiAnswer> | ApiAnswer {
  const { auth, body, accepts, largeBody, ownPagesOnly } = of.contract;
  if (auth || body || accepts || largeBody || ownPagesOnly) return respondToBody(of, arrived);
  const asked = of.contract.databaseAlone && !arrived.asCsv ? countAsked(arrived.exchange) : null;
  return asked ? asked.find().then((found) => respondAgain(of, arrived, found)) : respondAnew(of, arrived);
}

const countAsked = ({ services, request }: Exchange) =>
  services.env.ANSWER_CACHE === "on" ? answersOf(services).count(request.url) : null;

function respondAgain(
  of: Of,
  arrived: Arrived,
  found: Found<TaggedAnswer> | null,
): Promise<ApiAnswer> | ApiAnswer {
  const { exchange } = arrived;
  if (!found || !("answer" in found)) {
    exchange.keep = found?.keep;
    return respondAnew(of, arrived);
  }
  refuseDeclaredSize(exchange.request, DEFAULT_BODY_BYTES);
  return answerTagged(exchange, found.answer);
}

function respondAnew(of: Of, arrived: Arrived): Promise<ApiAnswer> | ApiAnswer {
  const input = readAsked(of, arrived);
  refuseDeclaredSize(input.request, DEFAULT_BODY_BYTES);
  const result = beforeDeadline("usual", of.handler, input);
  if (result instanceof Promise) return result.then((given) => answerWith(of, arrived, given));
  return answerWith(of, arrived, result);
}

async function respondToBody(of: Of, arrived: Arrived): Promise<ApiAnswer> {
  const { contract, handler } = of;
  const input = await readAll(of, arrived);
  const done = contract.largeBody ? await arrived.ticket?.work() : undefined;
  const result = await beforeDeadline(deadlineOf(contract, input), handler, input);
  done?.();
  return answerWith(of, arrived, result);
}

function answerWith({ contract }: Of, { exchange }: Arrived, result: object) {
  const { method } = exchange.request;
  const isRead = method === "GET" || method === "HEAD";
  return answer(exchange, result, isRead && !contract.auth);
}

/** What a request says without its body. */
function readAsked({ contract, known }: Of, { exchange, params: given, asCsv }: Arrived) {
  const { request, services } = exchange;
  const params = parseParams(contract.params, given);
  const query = contract.ignoresQuery ? undefined : parseQuery(contract.query, known, request.url);
  if (asCsv) refusePaging(request.url);
  const nothing = { body: undefined, wallet: undefined, stream: undefined };
  return { params, query, ...nothing, asCsv, hold: holdNothing, request, services };
}

/** Of who sends nothing there is nothing to hold. */
const holdNothing = (_bytes: number): void => undefined;

async function readAll(of: Of, arrived: Arrived) {
  const { contract } = of;
  const { exchange, ticket } = arrived;
  const { request, services } = exchange;
  if (contract.ownPagesOnly) requireOwnPage(request, services.env);
  const signer = await authenticate(contract.auth, exchange);
  const asked = readAsked(of, arrived);
  const maxBytes = contract.largeBody ? services.env.MAX_BODY_BYTES : DEFAULT_BODY_BYTES;
  const sha256 = signer?.bodySha256 ?? null;
  refuseDeclaredSize(request, maxBytes);
  const list = contract.list && {
    field: contract.list.field,
    max: services.env.MAX_LEAVES,
    ...contract.list.reader(services.env.MAX_LEAVES),
  };
  const hold = (bytes: number) => ticket?.hold(bytes);
  const options = { maxBytes, sha256, hold: contract.largeBody ? hold : undefined };
  const body = contract.body && parsePart(contract.body, await readJsonBody(request, { ...options, list }));
  const stream = contract.accepts && openStream(request, contract.accepts, options);
  return extend(asked, { body, wallet: signer?.wallet, stream, hold });
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
