import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Env } from "@/lib/service/env";
import { processWide } from "@/lib/service/process-wide";

/** What the process that holds the socket knows and a web `Request` does not. */
export type RequestContext = {
  remoteAddress: string;
  requestId: string;
};

const shared = processWide<AsyncLocalStorage<RequestContext>>("request-context");

/** The storage that the server fills and route handlers read. */
export function requestContext(): AsyncLocalStorage<RequestContext> {
  const storage = shared.get() ?? new AsyncLocalStorage<RequestContext>();
  shared.set(storage);
  return storage;
}

const WELL_FORMED = /^[\w.-]{8,64}$/;

/** The id of a request. A caller's own is kept only where a trusted proxy stands in front: nobody else may forge log lines. */
export function chooseRequestId(given: unknown, env: Pick<Env, "TRUST_PROXY_HOPS" | "VERCEL">): string {
  const isTrusted = env.TRUST_PROXY_HOPS > 0 || env.VERCEL === "1";
  return isTrusted && typeof given === "string" && WELL_FORMED.test(given) ? given : randomUUID();
}

/** The id of the current request, chosen by the server or from the request's header. */
export const requestIdOf = ({ headers }: Request, env: Pick<Env, "TRUST_PROXY_HOPS" | "VERCEL">): string =>
  requestContext().getStore()?.requestId ?? chooseRequestId(headers.get("x-request-id"), env);
