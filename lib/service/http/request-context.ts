import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "@/lib/service/process-wide";
import type { Ticket } from "./admission";

/** What the process that holds the socket knows and a web `Request` does not. */
export type RequestContext = {
  remoteAddress: string;
  requestId: string;
  /** The body, read from the socket as fast as it is taken; the router would collect it in memory. */
  body?: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The place that the server gave the request, and takes back once its answer is out. */
  ticket?: Ticket;
};

const shared = processWide<AsyncLocalStorage<RequestContext>>("request-context");

/** The storage that the server fills and route handlers read. */
export function requestContext(): AsyncLocalStorage<RequestContext> {
  const storage = shared.get() ?? new AsyncLocalStorage<RequestContext>();
  shared.set(storage);
  return storage;
}
