import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import type * as z from "zod";
import { chunk } from "@/lib/core/chunk";
import { Endpoint, EndpointError, pauseAfter, type RpcOutcome, type RpcRequest } from "./endpoint";
import type { EndpointGenesis } from "./endpoint-genesis";
import { NetworkUnavailableError } from "./errors";
import {
  classifyOutcome,
  type ResponseReader,
  type RpcResult,
  readOutcome,
  type SendOptions,
  storeFinalOutcomes,
  type Task,
  timeLimit,
} from "./rpc-outcome";

/** The part of the logger that is used here. */
export type ChainLog = { warn(fields: object, message: string): void };

export type RpcClientOptions = {
  /** Endpoints in order of preference; the others are used if one fails. */
  urls: readonly string[];
  log?: ChainLog | undefined;
  /** Timeout of one HTTP request in milliseconds. */
  timeoutMs?: number;
  /** Timeout of a call with all its attempts in milliseconds. */
  deadlineMs?: number;
  /** Maximum concurrent HTTP requests. */
  concurrency?: number;
  /** Requests in one batch. */
  batchSize?: number;
  /** Lagging endpoints to avoid, shared by all clients of the same endpoints. */
  lag?: EndpointLag;
  /** Compares the network of each endpoint before its use, if there are several. */
  genesis?: EndpointGenesis;
  /** Ends all calls, which throw its reason. */
  signal?: AbortSignal;
};

/** Monotonic milliseconds until which each endpoint, by its URL, counts as lagging. */
export type EndpointLag = Map<string, number>;

/**
 * One endpoint's responses to the requests of `callEach`, in order. Null for an endpoint that returned none,
 * or that was not used because it belongs to another network.
 */
export type EndpointAnswers<Value> = {
  host: string;
  answers: RpcResult<Value>[] | null;
  isForeign?: boolean;
};

export type CallOptions = {
  signal?: AbortSignal | undefined;
  deadlineMs?: number | undefined;
  attempts?: number | undefined;
};

const TIMEOUT_MS = 8_000;
const DEADLINE_MS = 30_000;
const ATTEMPTS = 6;
const CONCURRENCY = 8;
const BATCH_SIZE = 50;
/**
 * Attempts per endpoint if there are several, and their timeout: one unresponsive endpoint must not delay the
 * others.
 */
const EACH_ATTEMPTS = 2;
const EACH_DEADLINE_MS = 4_000;
const MAX_EACH_PAUSE_MS = 500;
/** An endpoint may gain an optional method, or the failure of one may be an exception. */
const REFUSED_METHOD_MS = 3_600_000;
const FAILED_METHOD_MS = 60_000;
/** Every indexer run measures the lag again. Without a run, an endpoint is used again after this time. */
const LAG_VALID_MS = 60_000;

/**
 * JSON-RPC client over HTTP for several endpoints, with failover, retries, backoff, a circuit breaker per endpoint,
 * batches, and responses validated by schema.
 */
export class RpcClient {
  private readonly endpoints: Endpoint[];
  private readonly limit: LimitFunction;
  private readonly lag: EndpointLag;
  private readonly genesis: EndpointGenesis | null;

  constructor(private readonly options: RpcClientOptions) {
    if (options.urls.length === 0) throw new RangeError("At least one RPC endpoint is required.");
    this.lag = options.lag ?? new Map();
    this.genesis = options.urls.length > 1 ? (options.genesis ?? null) : null;
    this.endpoints = options.urls.map((url) => new Endpoint(url, options.batchSize ?? BATCH_SIZE));
    this.limit = pLimit(options.concurrency ?? CONCURRENCY);
  }

  /**
   * Sends one request.
   *
   * @throws RpcRejectionError if the node rejects the request
   * @throws InvalidRpcResponseError if no endpoint returns the expected format
   * @throws NetworkUnavailableError if no endpoint responds
   * @throws the reason of the signal if it is aborted
   */
  async call<Schema extends z.ZodType>(
    request: RpcRequest,
    schema: Schema,
    options: CallOptions = {},
  ): Promise<z.output<Schema>> {
    const [outcome] = await this.callAll([request], schema, options);
    if (outcome === undefined) throw new NetworkUnavailableError("The network did not respond.");
    if (outcome instanceof Error) throw outcome;
    return outcome.value;
  }

  /**
   * Sends many requests of one kind in batches. The error of a request is returned in its place instead of
   * thrown.
   */
  async callAll<Schema extends z.ZodType>(
    requests: readonly RpcRequest[],
    schema: Schema,
    options: CallOptions = {},
  ): Promise<(RpcResult<z.output<Schema>> | NetworkUnavailableError)[]> {
    const deadlineMs = options.deadlineMs ?? this.options.deadlineMs ?? DEADLINE_MS;
    const { signal, clear } = timeLimit(deadlineMs, options.signal, this.options.signal);
    const tasks = requests.map(
      (request): Task<z.output<Schema>> => ({ request, settled: null, problem: null }),
    );
    const read = (outcome: RpcOutcome) => readOutcome(outcome, schema);
    const size = this.options.batchSize ?? BATCH_SIZE;
    await Promise.all(
      chunk(tasks, size).map((group) => this.settle(group, read, { signal, attempts: options.attempts })),
    ).finally(clear);
    this.throwIfAborted(options);
    return tasks.map(classifyOutcome);
  }

  /**
   * Calls a method that only some endpoints offer, once at each ready endpoint in order of preference, until
   * one returns a valid response; null if none does. An endpoint that rejects the method is called again after
   * an hour, and one that fails after a minute.
   */
  async callOptional<Schema extends z.ZodType>(
    request: RpcRequest,
    schema: Schema,
    options: CallOptions = {},
  ): Promise<z.output<Schema> | null> {
    const { method } = request;
    const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    const { signal, clear } = timeLimit(deadlineMs, options.signal, this.options.signal);
    const read = (outcome: RpcOutcome) => readOutcome(outcome, schema);
    try {
      for (const endpoint of this.endpoints) {
        if (!endpoint.offers(method) || !this.isReady(endpoint)) continue;
        const task: Task<z.output<Schema>> = { request, settled: null, problem: null };
        if ((await this.compareGenesis(endpoint, [task], signal)) !== "own") continue;
        await this.attempt(endpoint, [task], { read, signal });
        if (task.settled !== null && "value" in task.settled) return task.settled.value;
        endpoint.suspend(method, task.settled === null ? FAILED_METHOD_MS : REFUSED_METHOD_MS);
      }
      return null;
    } finally {
      clear();
    }
  }

  private isReady({ url, coolUntil }: Endpoint): boolean {
    const now = performance.now();
    return coolUntil <= now && (this.lag.get(url) ?? 0) <= now;
  }

  /**
   * Sends one request to every endpoint and returns the values of those that responded.
   * @throws NetworkUnavailableError
   */
  async callEveryEndpoint<Schema extends z.ZodType>(
    request: RpcRequest,
    schema: Schema,
    options: CallOptions = {},
  ): Promise<z.output<Schema>[]> {
    const each = await this.callEach([request], schema, options);
    return each.flatMap(({ answers }) =>
      (answers ?? []).flatMap((answer) => (answer instanceof Error ? [] : [answer.value])),
    );
  }

  /**
   * Sends the same requests to every endpoint and returns the responses of each, in the order of the URLs. A
   * single endpoint is retried like in `callAll`.
   *
   * @throws NetworkUnavailableError if no endpoint responds
   */
  async callEach<Schema extends z.ZodType>(
    requests: readonly RpcRequest[],
    schema: Schema,
    options: CallOptions = {},
  ): Promise<EndpointAnswers<z.output<Schema>>[]> {
    const [first, second] = this.endpoints;
    if (first && !second) {
      const outcomes = await this.callAll(requests, schema, options);
      const answers = outcomes.map((outcome) => {
        if (outcome instanceof NetworkUnavailableError) throw outcome;
        return outcome;
      });
      return [{ host: first.name, answers }];
    }
    const deadlineMs = options.deadlineMs ?? EACH_DEADLINE_MS;
    const { signal, clear } = timeLimit(deadlineMs, options.signal, this.options.signal);
    const read = (outcome: RpcOutcome) => readOutcome(outcome, schema);
    const each = await Promise.all(
      this.endpoints.map((endpoint) => this.requestOne(endpoint, requests, { read, signal })),
    ).finally(clear);
    this.throwIfAborted(options);
    if (each.every(({ answers, isForeign }) => answers === null && !isForeign)) {
      throw new NetworkUnavailableError(`No endpoint returned a valid response to ${requests[0]?.method}.`);
    }
    return each;
  }

  private async requestOne<Value>(
    endpoint: Endpoint,
    requests: readonly RpcRequest[],
    sending: SendOptions<Value>,
  ): Promise<EndpointAnswers<Value>> {
    const tasks = requests.map((request): Task<Value> => ({ request, settled: null, problem: null }));
    for (let attempt = 0; attempt < EACH_ATTEMPTS && !sending.signal.aborted; attempt++) {
      const pauseMs = endpoint.coolUntil - performance.now();
      if (pauseMs > MAX_EACH_PAUSE_MS) break;
      await sleep(Math.max(0, Math.ceil(pauseMs)));
      if (this.genesis?.isKnownForeign(endpoint.url)) this.genesis.expire(endpoint.url);
      const use = await this.compareGenesis(endpoint, tasks, sending.signal);
      if (use === "foreign") return { host: endpoint.name, answers: null, isForeign: true };
      if (use === "failed") continue;
      const open = tasks.filter(({ settled }) => settled === null);
      for (const part of endpoint.split(open)) await this.attempt(endpoint, part, sending);
    }
    const answers = tasks.flatMap(({ settled }) => settled ?? []);
    return { host: endpoint.name, answers: answers.length === tasks.length ? answers : null };
  }

  private throwIfAborted({ signal }: CallOptions): void {
    signal?.throwIfAborted();
    this.options.signal?.throwIfAborted();
  }

  /** Avoids the endpoints at these positions of the URLs for a minute, and uses all others again. */
  setLagging(positions: readonly number[]): void {
    for (const [position, { url }] of this.endpoints.entries()) {
      if (positions.includes(position)) this.lag.set(url, performance.now() + LAG_VALID_MS);
      else this.lag.delete(url);
    }
  }

  /**
   * Sends requests until every task of the group has an outcome, time runs out, or too many consecutive
   * attempts fail.
   */
  private async settle<Value>(
    group: Task<Value>[],
    read: ResponseReader<Value>,
    { signal, attempts = ATTEMPTS }: { signal: AbortSignal; attempts?: number | undefined },
  ): Promise<void> {
    let open = group;
    let fruitless = 0;
    while (fruitless < attempts && !signal.aborted) {
      const endpoint = await this.choose(signal);
      if (endpoint === null) return;
      const use = await this.compareGenesis(endpoint, open, signal);
      if (use === "failed") fruitless++;
      if (use !== "own") continue;
      await Promise.all(endpoint.split(open).map((part) => this.attempt(endpoint, part, { read, signal })));
      const left = open.filter(({ settled }) => settled === null);
      if (left.length === 0) return;
      fruitless = left.length < open.length ? 0 : fruitless + 1;
      open = left;
    }
  }

  /**
   * Compares an endpoint's network before using it. An endpoint that does not return its genesis hash counts
   * as failed.
   */
  private async compareGenesis<Value>(
    endpoint: Endpoint,
    tasks: readonly Task<Value>[],
    signal: AbortSignal,
  ): Promise<"own" | "foreign" | "failed"> {
    if (!this.genesis) return "own";
    const { signal: limits, clear } = timeLimit(this.options.timeoutMs ?? TIMEOUT_MS, signal);
    try {
      if (!(await this.genesis.isForeign(endpoint.url, limits))) return "own";
      const problem = new EndpointError("belongs to another network", "invalid");
      for (const task of tasks) task.problem = problem;
      return "foreign";
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error;
      for (const task of tasks) task.problem = error;
      this.coolDown(endpoint, error);
      return "failed";
    } finally {
      clear();
    }
  }

  /** Sends a part with a permit, which is released after the endpoint's state has been updated. */
  private attempt<Value>(endpoint: Endpoint, part: Task<Value>[], { read, signal }: SendOptions<Value>) {
    return this.limit(async () => {
      // The endpoint entered cooldown while this part waited for its permit.
      if (endpoint.coolUntil > performance.now()) return;
      const { signal: limits, clear } = timeLimit(this.options.timeoutMs ?? TIMEOUT_MS, signal);
      await this.send(endpoint, part, { read, signal: limits }).finally(clear);
    });
  }

  private async send<Value>(
    endpoint: Endpoint,
    part: Task<Value>[],
    { read, signal }: SendOptions<Value>,
  ): Promise<void> {
    try {
      const requests = part.map(({ request }) => request);
      const problem = storeFinalOutcomes(part, await endpoint.request(requests, signal), read);
      if (problem === null) endpoint.answered(part.length);
      else this.coolDown(endpoint, problem);
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error;
      for (const task of part) task.problem = error;
      if (error.kind === "no batches" && endpoint.takesBatches) endpoint.takesBatches = false;
      else {
        if (error.kind === "overloaded") endpoint.refused(part.length);
        this.coolDown(endpoint, error);
      }
    }
  }

  /**
   * Returns the first endpoint in order of preference that neither lags nor is in cooldown, and waits for one
   * if necessary. Returns null if time runs out, or every endpoint belongs to another network.
   */
  private async choose(signal: AbortSignal): Promise<Endpoint | null> {
    for (;;) {
      const now = performance.now();
      const own = this.endpoints.filter(({ url }) => !this.genesis?.isKnownForeign(url));
      if (own.length === 0) return null;
      const current = own.filter(({ url }) => (this.lag.get(url) ?? 0) <= now);
      const usable = current.length > 0 ? current : own;
      const ready = usable.find(({ coolUntil }) => coolUntil <= now);
      if (ready) return ready;
      const soonest = Math.min(...usable.map(({ coolUntil }) => coolUntil));
      try {
        await sleep(Math.ceil(soonest - now), undefined, { signal });
      } catch {
        return null;
      }
    }
  }

  private coolDown(endpoint: Endpoint, issue: EndpointError): void {
    if (this.options.signal?.aborted) return;
    const pause = pauseAfter(issue, endpoint.failures);
    endpoint.failures++;
    if (issue.kind === "unreachable") this.genesis?.expire(endpoint.url);
    endpoint.coolUntil = Math.max(endpoint.coolUntil, performance.now() + pause);
    this.options.log?.warn({ endpoint: endpoint.name, problem: issue.message }, "chain: endpoint at fault");
  }
}
