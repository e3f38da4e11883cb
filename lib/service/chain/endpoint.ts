import * as z from "zod";
import { backoffMs } from "@/lib/core/backoff";
import { chunk } from "@/lib/core/chunk";
import { parseRetryAfter } from "@/lib/core/retry-after";
import { parseRpcResult } from "@/lib/core/solana/rpc-responses/response-json";
import { countCall } from "@/lib/service/metrics/count";
import { readBounded } from "@/lib/service/read-bounded";
import { tracing } from "@/lib/service/tracing/tracing";

const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
/** Methods that return a few values, and the limit of their responses. */
const SHORT_ANSWERS = new Set([
  ...["getBlockHeight", "getBlockTime", "getEpochInfo", "getFirstAvailableBlock", "getGenesisHash"],
  ...["getHealth", "getLatestBlockhash", "getSlot", "isBlockhashValid"],
]);
const MAX_SHORT_ANSWER_BYTES = 64 * 1024;
const TOO_MANY_REQUESTS = 429;
/** Rate limit errors for a whole batch, which do not mean that batches are unsupported. */
const OVERLOADED_CODES = [TOO_MANY_REQUESTS, -32005, -32429];
const BATCH_REFUSALS = [400, 403, 405, 413];

export type RpcRequest = { method: string; params: readonly unknown[] };

/** The outcome of one request: its raw result, or the error of the node. */
export type RpcOutcome = { result: unknown } | { error: { code: number; message: string } };

/**
 * The reason why an endpoint returned no usable response. `retryAfterMs` is the pause that the endpoint
 * requested.
 */
export class EndpointError extends Error {
  constructor(
    message: string,
    readonly kind: "unreachable" | "overloaded" | "invalid" | "no batches",
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }
}

const answerSchema = z.union([
  z.object({ id: z.int(), error: z.object({ code: z.int(), message: z.string() }) }),
  z.object({ id: z.int(), result: z.unknown() }),
]);

const errorSchema = z.object({ error: z.object({ code: z.int(), message: z.string() }) });

/** Posts JSON to an endpoint; redirects are errors. */
export const postJson = (url: string, body: string, signal: AbortSignal): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    signal,
    redirect: "error",
    cache: "no-store",
  });

/** One RPC endpoint with its health state. */
export class Endpoint {
  /** Monotonic milliseconds until which the endpoint is in cooldown. */
  coolUntil = 0;
  failures = 0;
  /** Whether the endpoint supports batches, which is determined by trying. */
  takesBatches = true;
  /** Requests in one batch; reduced where rate limits count them. */
  private batchSize: number;

  /** Monotonic milliseconds until which an optional method is not called, by its name. */
  private readonly suspended = new Map<string, number>();

  constructor(
    readonly url: string,
    private readonly largestBatch: number,
  ) {
    this.batchSize = largestBatch;
  }

  /** Splits work into batches that the endpoint is likely to accept. */
  split<Item>(items: readonly Item[]): Item[][] {
    return chunk(items, this.takesBatches ? this.batchSize : 1);
  }

  answered(requests: number): void {
    this.failures = 0;
    if (requests >= this.batchSize) this.batchSize = Math.min(this.largestBatch, this.batchSize + 1);
  }

  refused(requests: number): void {
    this.batchSize = Math.max(1, Math.min(this.batchSize, Math.floor(requests / 2)));
  }

  /** Returns whether an optional method may be called. */
  offers(method: string): boolean {
    return (this.suspended.get(method) ?? 0) <= performance.now();
  }

  /** Stops calls of an optional method for `ms` milliseconds. */
  suspend(method: string, ms: number): void {
    this.suspended.set(method, performance.now() + ms);
  }

  /** The host for logs: a path or query often contains a secret key. */
  get name(): string {
    return new URL(this.url).host;
  }

  /**
   * Sends requests in one HTTP request and returns their outcomes in order.
   * @throws EndpointError
   */
  async request(requests: readonly RpcRequest[], signal: AbortSignal): Promise<RpcOutcome[]> {
    const startedMs = performance.now();
    const end = tracing()?.begin(`rpc ${requests.length > 1 ? "batch" : requests[0]?.method}`, {
      "server.address": this.name,
      "rpc.system": "jsonrpc",
      "vesting.rpc.requests": requests.length,
    });
    const count = (outcome: string, error?: unknown) => {
      countCall(this.name, outcome, (performance.now() - startedMs) / 1000);
      end?.({ "vesting.rpc.outcome": outcome }, error);
    };
    try {
      const outcomes = await this.send(requests, signal);
      count("answered");
      return outcomes;
    } catch (error) {
      count(error instanceof EndpointError ? error.kind : "broken", error);
      throw error;
    }
  }

  private async send(requests: readonly RpcRequest[], signal: AbortSignal): Promise<RpcOutcome[]> {
    const calls = requests.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
    const isBatch = calls.length > 1;
    const isShort = requests.every(({ method }) => SHORT_ANSWERS.has(method));
    const maxBytes = isShort ? MAX_SHORT_ANSWER_BYTES : MAX_RESPONSE_BYTES;
    const body = JSON.stringify(isBatch ? calls : calls[0]);
    const answer = await this.post(body, { isBatch, maxBytes, signal });
    return readOutcomes(answer, requests.length);
  }

  private async post(
    body: string,
    { isBatch, maxBytes, signal }: { isBatch: boolean; maxBytes: number; signal: AbortSignal },
  ): Promise<unknown> {
    const response = await postJson(this.url, body, signal).catch((error: unknown) => {
      throw unreachable(error, signal);
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw httpError(response, isBatch);
    }
    const text = await readText(response, signal, maxBytes);
    try {
      return parseRpcResult(text);
    } catch {
      throw new EndpointError("returned a response that is not JSON", "invalid");
    }
  }
}

function unreachable(error: unknown, signal: AbortSignal): EndpointError {
  if (signal.aborted) return new EndpointError("did not respond in time", "unreachable");
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new EndpointError(`failed: ${cause instanceof Error ? cause.message : cause}`, "unreachable");
}

function httpError(response: Response, isBatch: boolean): EndpointError {
  const { status } = response;
  const message = `responded with HTTP status ${status}`;
  if (isBatch && BATCH_REFUSALS.includes(status)) return new EndpointError(message, "no batches");
  const kind = status === TOO_MANY_REQUESTS ? "overloaded" : "unreachable";
  const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"), Date.now());
  return new EndpointError(message, kind, retryAfterMs ?? null);
}

/** Reads the text of a response. Throws EndpointError once the text is longer than `maxBytes`. */
export async function readText(response: Response, signal: AbortSignal, maxBytes: number): Promise<string> {
  const tooLarge = () => new EndpointError("returned a response that is too large", "invalid");
  try {
    return (await readBounded(response.body ?? [], maxBytes, tooLarge)).toString("utf8");
  } catch (error) {
    throw error instanceof EndpointError ? error : unreachable(error, signal);
  }
}

function singleAnswerError(answer: unknown): EndpointError {
  const { data } = errorSchema.safeParse(answer);
  if (data && OVERLOADED_CODES.includes(data.error.code)) {
    return new EndpointError(`returned error ${data.error.code} for a batch`, "overloaded");
  }
  return new EndpointError("returned a single response for a batch", "no batches");
}

function readOutcomes(answer: unknown, count: number): RpcOutcome[] {
  const list = count === 1 ? [answer] : answer;
  if (!Array.isArray(list)) throw singleAnswerError(list);
  const outcomes: (RpcOutcome | undefined)[] = new Array(count).fill(undefined);
  for (const item of list) {
    const parsed = answerSchema.safeParse(item);
    if (!parsed.success) throw new EndpointError("returned a response that is not JSON-RPC", "invalid");
    outcomes[parsed.data.id] =
      "error" in parsed.data ? { error: parsed.data.error } : { result: parsed.data.result };
  }
  return outcomes.slice(0, count).map((outcome) => {
    if (outcome === undefined)
      throw new EndpointError("did not respond to all requests of a batch", "invalid");
    return outcome;
  });
}

const PAUSES = { firstMs: 100, maxMs: 5_000 };
/** Upper bound for the pause that an endpoint requests, such as an hour or a year. */
const MAX_RETRY_AFTER_MS = 60_000;

/**
 * Returns the milliseconds of an endpoint's cooldown, for which the circuit breaker is open: the requested pause
 * up to the bound, otherwise an exponential backoff with jitter.
 */
export function pauseAfter({ retryAfterMs }: Pick<EndpointError, "retryAfterMs">, failures: number): number {
  if (retryAfterMs !== null) return Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
  return backoffMs(failures, PAUSES);
}
