import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type RequestOptions, request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { readBounded } from "@/lib/service/read-bounded";
import { isPublicAddress } from "./public-address";

type PublicRequest = {
  method?: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array | string;
  /** Timeout for everything, from the name lookup to the last byte of the body, including redirects. */
  timeoutMs: number;
  /** Maximum bytes of a body. */
  maxBytes: number;
  /** Whether a longer body is rejected, or cut off if its beginning is enough. */
  whenLonger?: "refuse" | "cut";
  /**
   * Maximum redirects of a GET, each checked like the first address. The next redirect is returned as the
   * response.
   */
  redirects?: number;
};

/** A server's response with any status. The body is not decompressed, since no encoding was requested. */
type PublicAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The final address, after redirects. */
  url: string;
};

/**
 * The reason for a missing response: the address is forbidden, or the server is unreachable, too slow, or
 * sent too much.
 */
export class PublicFetchError extends Error {
  override readonly name = "PublicFetchError";

  constructor(
    readonly reason: "forbidden" | "unreachable" | "slow" | "too long",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Compares names, because Next bundles this module several times in one process, and one copy receives the
 * errors of another.
 */
export const isPublicFetchError = (error: unknown): error is PublicFetchError =>
  error instanceof Error && error.name === "PublicFetchError";

/** @throws PublicFetchError */
export type PublicFetch = (url: string, request: PublicRequest) => Promise<PublicAnswer>;

type Ways = {
  /** Returns the IP addresses of a name. Default: the machine's name servers. */
  resolve?: (name: string) => Promise<readonly string[]>;
  /** Returns whether an IP address may be connected to. Default: only public addresses. */
  mayReach?: (address: string) => boolean;
  /** Certificates to trust instead of the default ones. */
  ca?: string;
};

/**
 * Creates a function that sends requests to servers that clients named (SSRF protection). Allows only https
 * and public addresses. Each request resolves the name once, all its addresses must be allowed, and the
 * connection uses one of them, which prevents DNS rebinding. Proxies, cookies and connections are not shared.
 */
export function createPublicFetch({
  resolve = resolveHost,
  mayReach = isPublicAddress,
  ca,
}: Ways = {}): PublicFetch {
  return async (address, query) => {
    const stop = new AbortController();
    const late = new PublicFetchError("slow", `There was no complete response within ${query.timeoutMs} ms.`);
    const timer = setTimeout(() => stop.abort(late), query.timeoutMs);
    try {
      return await follow(readUrl(address), query, { resolve, mayReach, ca, signal: stop.signal });
    } catch (error) {
      if (stop.signal.aborted) throw late;
      if (error instanceof PublicFetchError) throw error;
      throw new PublicFetchError("unreachable", "The server could not be reached.", { cause: error });
    } finally {
      clearTimeout(timer);
      stop.abort();
    }
  };
}

type Route = Required<Pick<Ways, "resolve" | "mayReach">> & Pick<Ways, "ca"> & { signal: AbortSignal };

async function follow(first: URL, query: PublicRequest, route: Route): Promise<PublicAnswer> {
  let url = first;
  let { headers } = query;
  for (let left = query.method === "POST" ? 0 : (query.redirects ?? 0); ; left--) {
    const addresses = await unlessStopped(allowedAddresses(url, route), route.signal);
    const answer = await sendRequest(url, { ...query, headers }, { ...route, addresses });
    const next = left > 0 ? createRedirect(answer, url) : null;
    if (!next) return { ...answer, url: url.href };
    // Headers for one site, which may contain a key, are not sent to another site.
    if (next.origin !== url.origin) headers = undefined;
    url = next;
  }
}

function readUrl(address: string, base?: URL): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (url?.protocol !== "https:" || url.username || url.password) {
    throw new PublicFetchError("forbidden", "Only https addresses without a user name are allowed.");
  }
  return url;
}

const REDIRECTS = [301, 302, 303, 307, 308];

function createRedirect(
  { status, headers }: Pick<PublicAnswer, "status" | "headers">,
  from: URL,
): URL | null {
  return REDIRECTS.includes(status) && headers.location ? readUrl(headers.location, from) : null;
}

type Allowed = [LookupAddress, ...LookupAddress[]];

async function allowedAddresses({ hostname }: URL, { resolve, mayReach }: Route): Promise<Allowed> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) ? [host] : await resolve(host);
  const [first, ...others] = found.map((address) => ({ address, family: isIP(address) }));
  if (!first) throw new PublicFetchError("unreachable", "The server's name does not resolve to an address.");
  // One forbidden address rejects all: the name of a public server must not resolve to it.
  if (!found.every(mayReach)) throw new PublicFetchError("forbidden", "The address is not public.");
  return [first, ...others];
}

const NAME_SERVERS = { timeout: 2_000, tries: 2 };

async function resolveHost(name: string): Promise<string[]> {
  const resolver = new Resolver(NAME_SERVERS);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [v4, v6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (found.length === 0 && v4.status === "rejected") throw v4.reason;
  return found;
}

/** Time for a connection attempt before the next of several addresses is tried. */
const NEXT_ADDRESS_MS = 1_000;

type Connection = Pick<Route, "ca" | "signal"> & { addresses: Allowed };

async function sendRequest(
  url: URL,
  { method = "GET", headers, body, maxBytes, whenLonger = "refuse" }: PublicRequest,
  { addresses, ca, signal }: Connection,
): Promise<Omit<PublicAnswer, "url">> {
  const lookup: LookupFunction = (_name, { all }, done) => {
    const [{ address, family }] = addresses;
    if (all) done(null, addresses);
    else done(null, address, family);
  };
  const options: RequestOptions & { autoSelectFamily: boolean; autoSelectFamilyAttemptTimeout: number } = {
    method,
    headers: { "user-agent": "vesting-index", "accept-encoding": "identity", ...headers },
    ...{ lookup, signal, ca, agent: false },
    ...{ autoSelectFamily: true, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS },
  };
  const asking = request(url, options);
  try {
    const response = await new Promise<IncomingMessage>((answered, failed) => {
      asking.on("response", answered).on("error", failed);
      // A server that switches to another protocol closes the request without an error.
      asking.on("close", () => failed(new Error("The connection was closed without a response.")));
      asking.end(body);
    });
    const { statusCode: status = 0, headers } = response;
    const tooLong = () => new PublicFetchError("too long", `The response is longer than ${maxBytes} bytes.`);
    const content = await readBounded(response, maxBytes, whenLonger === "cut" ? "cut" : tooLong);
    return { status, headers, body: content };
  } finally {
    asking.destroy();
  }
}

/** Rejects when the signal is aborted; work that cannot be stopped continues without effect. */
const unlessStopped = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    }),
  ]);
