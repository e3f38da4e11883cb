import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { toJson } from "../encode/json";

/** A response in the node's place, or a closed connection without one. */
export type HttpAnswer = { status: number; headers: Record<string, string>; body: string } | "hang up";

/**
 * A failure of the next requests that name a method, as public endpoints show it: slow, cut off, overloaded,
 * or a different response. It affects responses alone; the chain stays unchanged.
 */
export const faultSchema = z.object({
  /** The affected method, or "*" for any; a batch counts when one of its requests does. */
  method: z.string(),
  /** The number of affected requests; by default all until the faults are cleared. */
  times: z.int().min(1).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  hangUp: z.boolean().optional(),
  status: z.int().min(200).max(599).optional(),
  retryAfter: z.union([z.string(), z.number()]).optional(),
  /** A body that is sent unchanged, JSON or not. */
  body: z.string().optional(),
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
  /** The result of every request in place of the real one; null included. */
  result: z.unknown().optional(),
});
export type Fault = z.output<typeof faultSchema>;

const named = z.object({ method: z.string(), id: z.unknown() });

/** The requested failures, in order; the first match affects a request. */
export class Faults {
  private queue: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.queue.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  }

  clear(): void {
    this.queue = [];
  }

  /** Returns a faulty response to a request if a fault matches; undefined lets the node respond. */
  readonly intercept = async (request: unknown): Promise<HttpAnswer | undefined> => {
    const requests = (Array.isArray(request) ? request : [request]).flatMap((item) => {
      const parsed = named.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    });
    const fault = this.take(requests.map(({ method }) => method));
    if (fault === undefined) return undefined;
    if (fault.delayMs !== undefined) await sleep(fault.delayMs);
    return createFaultyResponse(fault, requests, Array.isArray(request));
  };

  private take(methods: string[]): Fault | undefined {
    const due = this.queue.find(({ fault }) => fault.method === "*" || methods.includes(fault.method));
    if (due === undefined || methods.every((method) => method.startsWith("ledger_"))) return undefined;
    due.left--;
    if (due.left <= 0) this.queue = this.queue.filter((entry) => entry !== due);
    return due.fault;
  }
}

function createFaultyResponse(
  fault: Fault,
  requests: { id: unknown }[],
  batch: boolean,
): HttpAnswer | undefined {
  if (fault.hangUp) return "hang up";
  const headers = {
    "content-type": "application/json",
    ...(fault.retryAfter !== undefined && { "retry-after": String(fault.retryAfter) }),
  };
  const status = fault.status ?? 200;
  if (fault.body !== undefined) return { status, headers, body: fault.body };
  if (fault.error !== undefined || "result" in fault) {
    const { error, result } = fault;
    const answers = requests.map(({ id }) => ({ jsonrpc: "2.0", ...(error ? { error } : { result }), id }));
    return { status, headers, body: toJson(batch ? answers : answers[0]) };
  }
  return fault.status === undefined ? undefined : { status, headers, body: "" };
}
