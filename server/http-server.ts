import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Env } from "@/lib/env";
import { ApiError, type ErrorCode, STATUS_BY_CODE } from "@/lib/http/errors";
import { API_VERSION, errorBody } from "@/lib/http/exchange";
import { requestContext } from "@/lib/http/request-context";
import { chooseRequestId } from "@/lib/http/request-id";
import type { Logger } from "@/lib/log";

/** The methods that a web `Request` can have and the router knows. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** How long the rest of an upload that was answered early is read and thrown away before the connection is cut. */
const LINGER_MS = 5000;

/** Longer than the minute after which common load balancers drop idle connections: they must be the first to. */
const KEEP_ALIVE_MS = 65_000;

export type HttpServerOptions = {
  env: Env;
  log: Logger;
  /** Answers a request, as Next's request handler does. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

/**
 * A Node server around Next that adds what only the holder of the socket knows: the peer's address and a request id,
 * in the context that route handlers run in.
 */
export function createHttpServer({ env, log, handle }: HttpServerOptions): Server {
  const listener: RequestListener = (request, response) => {
    const requestId = chooseRequestId(request.headers["x-request-id"], env);
    const remoteAddress = request.socket.remoteAddress ?? "";
    discardLateUpload(request, response);
    requestContext().run({ remoteAddress, requestId }, () => {
      if (isApiPath(request.url)) {
        response.setHeader("x-api-version", API_VERSION);
        response.setHeader("x-request-id", requestId);
      }
      const fault = findFault(request);
      if (fault) return refuse(response, fault, requestId);
      handle(request, response).catch((error: unknown) => {
        log.error({ requestId, error }, "the router failed");
        refuse(response, ["INTERNAL_ERROR", "Something went wrong on our side; try again."], requestId);
      });
    });
  };
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener);
}

type Fault = [code: ErrorCode, message: string];

const isApiPath = (url = "") => /^\/+api(?:[/?]|$)/.test(url);

/** What the router would answer with a page of its own, or fail on. */
function findFault({ url = "", method = "" }: IncomingMessage): Fault | null {
  if (!METHODS.has(method)) return ["METHOD_NOT_ALLOWED", `Use one of ${[...METHODS].join(", ")}.`];
  if (!url.startsWith("/")) return ["VALIDATION_ERROR", "Send the path alone in the request line."];
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return null;
  } catch {
    return ["VALIDATION_ERROR", "Correct the percent-encoding of the path."];
  }
}

function refuse(response: ServerResponse, [code, message]: Fault, requestId: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(STATUS_BY_CODE[code], {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    ...(code === "METHOD_NOT_ALLOWED" && { allow: [...METHODS].join(", ") }),
  });
  response.end(errorBody(new ApiError(code, message), requestId));
}

/**
 * Once an answer is out, nobody needs the rest of its request's body. The router's stream would go on collecting it
 * in memory, so its listeners are taken off; what still comes is dropped, and after a while the connection too.
 */
function discardLateUpload(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    request.removeAllListeners("data").resume();
    const timer = setTimeout(() => request.socket.destroy(), LINGER_MS);
    request.once("close", () => clearTimeout(timer));
  });
}
