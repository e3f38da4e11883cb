import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as actionsJson from "@/app/actions.json/route";
import { API_ROUTES } from "@/app/api/manifest";
import * as openApi from "@/app/api/openapi.json/route";
import * as rpc from "@/app/rpc/route";
import type { Answerer, ApiAnswer, ApiRequest, WebHandler } from "@/lib/service/http/message";
import { answerNotFound } from "@/lib/service/http/methods";
import type { Manifest, RouteModule } from "@/lib/service/http/openapi";
import type { RequestContext } from "@/lib/service/http/request-context";
import { RouteTable } from "@/lib/service/http/route-table";
import { headersOf, isApi } from "./requests";

/** Every route, whoever answers it. */
export const ROUTES: Manifest = [
  ...API_ROUTES,
  ["/api/openapi.json", openApi],
  ["/actions.json", actionsJson],
  ["/rpc", rpc],
];

export type Found = { answer: Answerer; name: string; params: Record<string, string> };

const table = new RouteTable(ROUTES);

/** What answers a request, or null where the router does: pages, and paths that it redirects to their usual form. */
export function findAnswerer({
  url = "",
  method = "",
}: Pick<IncomingMessage, "url" | "method">): Found | null {
  const path = pathOf(url);
  if (path === null) return null;
  const found = table.find(path);
  if (found) {
    const handler = handlerOf(found.module, method);
    if (handler) return { answer: handler.answer, name: found.name, params: found.params };
  }
  return path.startsWith("/api") ? { answer: answerNotFound.answer, name: "/api/*", params: {} } : null;
}

/** HEAD is answered as GET where a route has no answer of its own for it. */
const handlerOf = (module: RouteModule, method: string): WebHandler | undefined =>
  (module[method] ?? (method === "HEAD" ? module.GET : undefined)) as WebHandler | undefined;

/** Nothing in it that could be spelled otherwise. */
const PLAIN = /^(?:\/[\w-]+)+$/;

function pathOf(url: string): string | null {
  const end = url.search(/[?#]/);
  const given = end < 0 ? url : url.slice(0, end);
  if (!isApi(given)) return null;
  if (PLAIN.test(given)) return given;
  if (/\/\/|\\/.test(given)) return null;
  const { pathname } = new URL(given, "http://localhost");
  return isApi(pathname) && !pathname.endsWith("/") ? pathname : null;
}

/** A request as handlers take it, of which nothing is made that nobody asks for. */
class SocketRequest implements ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ApiRequest["headers"];
  /** It is in the request's context. */
  readonly body = null;
  private aborting: AbortController | undefined;

  private readonly response: ServerResponse;

  constructor(
    { request, response }: Pair,
    readonly context: RequestContext,
  ) {
    this.method = request.method ?? "GET";
    this.url = `http://localhost${request.url}`;
    this.headers = headersOf(request);
    this.response = response;
  }

  /** Aborted when the connection is gone before the answer is out. */
  get signal(): AbortSignal {
    if (this.aborting) return this.aborting.signal;
    const aborting = new AbortController();
    this.aborting = aborting;
    const abort = () => {
      if (!this.response.writableFinished) aborting.abort();
    };
    if (this.response.closed) abort();
    else this.response.once("close", abort);
    return aborting.signal;
  }
}

type Pair = { request: IncomingMessage; response: ServerResponse };

type Asked = Pair & {
  context: RequestContext;
  /** Gives names and values of headers that the answer gets besides its own, one after the other. */
  common: { headers(): readonly string[] };
};

/** Answers a request that `findAnswerer` found an answer for; gives what is still to be waited for. */
export function answerFound({ answer, name, params }: Found, asked: Asked): Promise<void> | undefined {
  const given = answer(new SocketRequest(asked, asked.context), { name, params });
  if (given instanceof Promise) return given.then((made) => deliver(asked, made, end));
  return deliver(asked, given, endSoon);
}

const deliver = (asked: Asked, given: ApiAnswer, by: EndBy): Promise<void> | undefined =>
  asked.response.destroyed ? undefined : send(asked, given, by);

function send(
  { request, response, common }: Asked,
  { status, headers, body }: ApiAnswer,
  by: EndBy,
): Promise<void> | undefined {
  const head = [...common.headers()];
  for (const name in headers) head.push(name, headers[name] ?? "");
  if (body === null) {
    response.writeHead(status, head).end();
    return undefined;
  }
  if (body instanceof ReadableStream) return stream(response.writeHead(status, head), { request, body });
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
  head.push("content-length", String(length));
  response.writeHead(status, head);
  // What is ASCII throughout needs no encoding, only to be copied.
  by({ response, body, encoding: typeof body === "string" && length === body.length ? "latin1" : "utf8" });
  return undefined;
}

type Written = { response: ServerResponse; body: string | Uint8Array; encoding: BufferEncoding };
type EndBy = (written: Written) => void;

const end: EndBy = ({ response, body, encoding }) => void response.end(body, encoding);

let written: Written[] = [];

/**
 * Has an answer that nothing was waited for go out with those to all requests that came together: to wake who waits for
 * the first costs as much as to send it, and finds him awake for the others. What waited for the database comes by itself.
 */
const endSoon: EndBy = (one) => {
  if (written.length === 0) setImmediate(endAll);
  written.push(one);
};

function endAll(): void {
  const all = written;
  written = [];
  for (const one of all) end(one);
}

type Streamed = { request: IncomingMessage; body: ReadableStream<Uint8Array> };

function stream(response: ServerResponse, { request, body }: Streamed): Promise<void> {
  if (request.method === "HEAD") {
    response.end();
    return body.cancel();
  }
  return pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), response).catch(
    unlessLeft,
  );
}

/** An asker who goes before the end of his answer is no failure of ours. */
function unlessLeft(error: NodeJS.ErrnoException): void {
  if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
}
