import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { type Services, services } from "@/lib/service/services";
import type { Transport } from "./http";
import { type LocalServer, listenLocally } from "./local-server";

type Running = { env: Services["env"]; number: number; server: Promise<LocalServer> };

let running: Running | undefined;
let inFlight = 0;

/** Returns the server of API_SERVER with the settings of the current services. */
async function currentServer(): Promise<Running> {
  const { env, log } = await services();
  if (running?.env !== env) {
    const number = (running?.number ?? 0) + 1;
    void running?.server.then(({ close }) => close());
    running = { env, number, server: startServer({ env, log }) };
  }
  return running;
}

type Settings = Pick<Services, "env" | "log">;

const answerNothing = async (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(404).end();

async function createHonoServer(settings: Settings): Promise<Server> {
  const [{ createHttpServer }, { ROUTES }] = await Promise.all([
    import("@/server/http-server"),
    import("@/server/api"),
  ]);
  return createHttpServer({ ...settings, routes: ROUTES, handle: answerNothing });
}

let nextHandler: Promise<RequestListener> | undefined;

/** Prepares the production build in `.next`, whose route handlers share the services of this process. */
async function prepareNext(): Promise<RequestListener> {
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: process.cwd(), httpServer: createServer() });
  await app.prepare();
  return app.getRequestHandler();
}

async function createNextServer(): Promise<Server> {
  nextHandler ??= prepareNext();
  return createServer(await nextHandler);
}

const create = process.env.API_SERVER === "next" ? createNextServer : createHonoServer;

const startServer = async (settings: Settings): Promise<LocalServer> =>
  listenLocally((await create(settings)).unref());

/** One client may have six requests in progress. */
const REQUESTS_EACH = 6;

/**
 * Returns the address of a client. Each server has a new address, so that the limits of one test do not count
 * the requests of another. Each six requests in progress need one more address. Needs Linux, where every
 * address in 127.0.0.0/8 is local.
 */
const getClient = ({ number }: Running) =>
  `127.${1 + Math.floor(inFlight / REQUESTS_EACH)}.${(number >> 8) & 255}.${number & 255}`;

/** Sends a request over a socket to the server of API_SERVER, which matches the handler by the path. */
export const overHttp: Transport = async (_handler, request) => {
  const current = await currentServer();
  const { port } = await current.server;
  const localAddress = getClient(current);
  inFlight++;
  try {
    return await send(request, { host: "127.0.0.1", port, localAddress, agent: false });
  } finally {
    inFlight--;
  }
};

async function send(request: Request, to: object): Promise<Response> {
  // Node sends the body of a DELETE without a length unless the header asks for chunks.
  const isChunked = request.body !== null && !request.headers.has("content-length");
  const { host, pathname, search } = new URL(request.url);
  const outgoing = sendRequest({
    ...to,
    method: request.method,
    path: `${pathname}${search}`,
    headers: {
      host,
      ...Object.fromEntries(request.headers),
      ...(isChunked && { "transfer-encoding": "chunked" }),
    },
  });
  const arriving = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on("response", resolve).on("error", reject);
  });
  // The server may answer before it has read the whole body, and then end the connection.
  if (request.body) pipeline(Readable.fromWeb(request.body as NodeReadableStream), outgoing).catch(() => {});
  else outgoing.end();
  return toResponse(await arriving);
}

async function toResponse(incoming: IncomingMessage): Promise<Response> {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const chunks: Buffer[] = await incoming.toArray();
  const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
  return new Response(body, { status: incoming.statusCode, headers });
}
