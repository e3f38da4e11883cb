import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Env } from "@/lib/service/env";
import { globalSingleton } from "@/lib/service/global-singleton";

/** Data of the process that holds the socket, which a web `Request` lacks. */
export type ConnectionInfo = {
  remoteAddress: string;
  requestId: string;
};

/** The storage that the server writes and route handlers read. */
export const requestContext = globalSingleton<AsyncLocalStorage<ConnectionInfo>>(
  "request-context",
).getOrCreate(() => new AsyncLocalStorage());

const WELL_FORMED = /^[\w.-]{8,64}$/;

/**
 * Returns the id of a request. Keeps the caller's id only behind a trusted proxy, because any other client
 * could forge log lines.
 */
export function chooseRequestId(input: unknown, env: Pick<Env, "TRUST_PROXY_HOPS" | "VERCEL">): string {
  const isTrusted = env.TRUST_PROXY_HOPS > 0 || env.VERCEL === "1";
  return isTrusted && typeof input === "string" && WELL_FORMED.test(input) ? input : randomUUID();
}

/** Returns the id of the current request, chosen by the server or from the request's header. */
export const getRequestId = ({ headers }: Request, env: Pick<Env, "TRUST_PROXY_HOPS" | "VERCEL">): string =>
  requestContext.getStore()?.requestId ?? chooseRequestId(headers.get("x-request-id"), env);
