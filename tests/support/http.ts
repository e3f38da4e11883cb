import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto";
import bs58 from "bs58";
import { type SignedRequest, walletAuthorization, walletMessageBytes } from "@/lib/core/auth/wallet-message";
import { issueNonce } from "@/lib/service/auth/wallet";
import { Relay } from "@/lib/service/chain/relay";
import { systemClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import type { RouteContext } from "@/lib/service/http/route-name";
import { createMemoryRateLimiter, createMemoryStore } from "@/lib/service/kv/memory";
import { createLogger } from "@/lib/service/log";
import { createPublicFetch } from "@/lib/service/outbound/fetch-public";
import { createPrices } from "@/lib/service/prices/prices";
import { provideServices, rpcUrls, type Services } from "@/lib/service/services";
import { openSponsor } from "@/lib/service/sponsor/signer";
import { checkAnswer, getRoute } from "./documented";
import { overHttp } from "./over-http";

const ORIGIN = "http://localhost";

type Handler = (request: Request, context: RouteContext) => Promise<Response>;

export type CallOptions = {
  /**
   * Path with `:name` for each parameter, such as `/api/campaigns/:treeAddress`; the handler's own by
   * default.
   */
  path?: string;
  params?: Record<string, string>;
  query?: Record<string, string | number> | string;
  /** The handler's own by default; for a handler that a test defines, POST with a body and GET without. */
  method?: string;
  /** Objects are sent as JSON; text, bytes, streams and forms unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** Passes a request to a handler. */
export type Transport = (
  handler: Handler,
  request: Request,
  params: Record<string, string>,
) => Promise<Response>;

/** Calls a handler as Next does after matching the path. */
export const asNext: Transport = (handler, request, params) =>
  handler(request, { params: Promise.resolve(params) });

/**
 * Whether requests reach the handlers over sockets, which buffer some megabytes of a body before a handler
 * reads it.
 */
export const isOverSockets = process.env.API_SERVER !== undefined;

/** In process, or over a socket: with API_SERVER=hono to the self-hosted server, with API_SERVER=next to plain Next. */
const defaultTransport: Transport = isOverSockets ? overHttp : asNext;

export type CallResult<T> = { status: number; body: T; headers: Headers; text: string };

/**
 * Calls a route handler as Next would, and parses its response; `body` is the parsed JSON, or undefined.
 * Throws for a response that the API document does not contain.
 */
export async function call<T = unknown>(
  handler: Handler,
  options: CallOptions = {},
  transport: Transport = defaultTransport,
): Promise<CallResult<T>> {
  const route = await getRoute(handler);
  const path = options.path ?? route?.path ?? ownPath(handler, options.params);
  const request = toRequest({ ...options, path, method: options.method ?? route?.method });
  const response = await transport(handler, request, options.params ?? {});
  const text = await response.text();
  const mediaType = response.headers.get("content-type");
  // A server sends only the headers for HEAD.
  const isHead = options.method === "HEAD" && text === "";
  if (!isHead) await checkAnswer(handler, { status: response.status, mediaType, text });
  const isJson = !isHead && mediaType?.startsWith("application/json");
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : undefined,
    headers: response.headers,
    text,
  };
}

const handlers: Handler[] = [];

/** Each handler has one path, as in the service, and the path contains its parameters. */
function ownPath(handler: Handler, params: CallOptions["params"] = {}): string {
  if (!handlers.includes(handler)) handlers.push(handler);
  const names = Object.keys(params).map((name) => `/:${name}`);
  return `/api/test-${handlers.indexOf(handler)}${names.join("")}`;
}

function toRequest({ path = "", params = {}, query = {}, method, body, headers = {} }: CallOptions) {
  const filled = path.replaceAll(/:(\w+)/g, (whole, name: string) =>
    encodeURIComponent(params[name] ?? whole),
  );
  const search = typeof query === "string" ? query : toSearch(query);
  const url = `${ORIGIN}${filled}${search && `?${search}`}`;
  if (body === undefined) return new Request(url, { method: method ?? "GET", headers });
  const init: RequestInit & { duplex: "half" } = { method: method ?? "POST", headers, duplex: "half" };
  if (isRaw(body)) return new Request(url, { ...init, body });
  return new Request(url, {
    ...init,
    body: JSON.stringify(body, (_key, item) => (typeof item === "bigint" ? item.toString() : item)),
    headers: { "content-type": "application/json", ...headers },
  });
}

const toSearch = (query: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> | ReadableStream | FormData | Blob =>
  typeof body === "string" ||
  body instanceof Uint8Array ||
  body instanceof ReadableStream ||
  body instanceof FormData ||
  body instanceof Blob;

const noDatabase = new Proxy({} as Services["db"], {
  get() {
    throw new Error("This test opened no database; pass one to startServices.");
  },
});

const MINUTE_MS = 60_000;

/**
 * Returns a clock that begins with a minute, so that the requests of a test are in one window of the rate
 * limiter.
 */
function minuteClock(): () => number {
  const beginMs = performance.now();
  const minuteMs = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
  return () => minuteMs + performance.now() - beginMs;
}

/**
 * Starts quiet, in-memory services for handler tests and sets them as the process's own; `given` replaces any
 * of them.
 */
export function startServices(services: Partial<Services> = {}): Services {
  const clock = { now: services.now ?? systemClock.now, nowMs: services.nowMs ?? systemClock.nowMs };
  const env = services.env ?? readEnv({ LOG_LEVEL: "silent" });
  const log = services.log ?? createLogger(env.LOG_LEVEL);
  const all: Services = {
    env,
    log,
    kv: createMemoryStore(clock.nowMs),
    rateLimiter: createMemoryRateLimiter(minuteClock()),
    prices: createPrices({ env, log, nowMs: clock.nowMs }),
    chain: null,
    syncChain: services.chain ?? null,
    relay: new Relay(rpcUrls(env), log),
    sponsor: openSponsor(env),
    fetchPublic: createPublicFetch(),
    db: noDatabase,
    reads: services.db ?? noDatabase,
    ...clock,
    ...services,
  };
  provideServices(all);
  return all;
}

export type Wallet = { address: string; secretKey: Uint8Array };

/** DER header of an Ed25519 private key in PKCS #8. Node signs a hundred times as fast as JavaScript. */
const PKCS8_HEADER = Buffer.from("302e020100300506032b657004220420", "hex");

const toPrivateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEADER, seed]), format: "der", type: "pkcs8" });

/** Returns a fresh wallet, or the one of a 32-byte seed. */
export function createWallet(seed: Uint8Array = randomBytes(32)): Wallet {
  const { x = "" } = createPublicKey(toPrivateKey(seed)).export({ format: "jwk" });
  const publicKey = Buffer.from(x, "base64url");
  return { address: bs58.encode(publicKey), secretKey: Uint8Array.from([...seed, ...publicKey]) };
}

/**
 * Returns the Authorization header of `wallet` for one request: fetches a nonce and signs it with the given
 * facts of the request.
 */
export async function signIn(
  wallet: Wallet,
  services: Services,
  request: SignedRequest = {},
): Promise<{ authorization: string }> {
  const { nonce, serverTime } = await issueNonce(services);
  const message = walletMessageBytes({ nonce, timestamp: serverTime, wallet: wallet.address, ...request });
  const signature = sign(null, message, toPrivateKey(wallet.secretKey.subarray(0, 32)));
  return { authorization: walletAuthorization(signature, message) };
}
