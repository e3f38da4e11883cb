import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import {
  Endpoint,
  EndpointFault,
  inParts,
  pauseAfter,
  type RpcOutcome,
  type RpcRequest,
  Semaphore,
} from "./endpoint";
import { LedgerAnswerInvalid, LedgerRefusal, LedgerUnavailable } from "./errors";

/** The part of the service's log that is used here. */
export type ChainLog = { warn(fields: object, message: string): void };

export type RpcClientOptions = {
  /** In order of preference; the others step in when one fails. */
  urls: readonly string[];
  log?: ChainLog | undefined;
  /** Milliseconds that one HTTP request may take. */
  timeoutMs?: number;
  /** Milliseconds that a call may take with all its attempts. */
  deadlineMs?: number;
  /** HTTP requests under way at once. */
  concurrency?: number;
  /** Requests in one batch. */
  batchSize?: number;
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
/** An answer may say that the node is behind, starting, busy or at fault: another one, or a moment, may help. */
const PASSING_CODES = new Set([429, -32005, -32014, -32016, -32019, -32429, -32603]);

/** What stands as an answer to a request. */
type Settled<Value> = { value: Value } | LedgerRefusal;
type Task<Value> = { request: RpcRequest; settled: Settled<Value> | null; problem: EndpointFault | null };
/** Makes an answer of an outcome, or null when its shape is wrong. */
type Read<Value> = (outcome: RpcOutcome) => Settled<Value> | null;
type Sending<Value> = { read: Read<Value>; signal: AbortSignal };

/** JSON-RPC over HTTP with several endpoints: retries, pauses, batches, and answers checked by schema. */
export class RpcClient {
  private readonly endpoints: Endpoint[];
  private readonly slots: Semaphore;

  constructor(private readonly options: RpcClientOptions) {
    if (options.urls.length === 0) throw new RangeError("At least one RPC endpoint is needed.");
    this.endpoints = options.urls.map((url) => new Endpoint(url, options.batchSize ?? BATCH_SIZE));
    this.slots = new Semaphore(options.concurrency ?? CONCURRENCY);
  }

  /**
   * Asks one thing.
   *
   * @throws LedgerRefusal when the node refuses the request, LedgerAnswerInvalid when no endpoint answers in the
   * expected shape, LedgerUnavailable when none answers; the signal's reason when it is aborted
   */
  async call<Schema extends z.ZodType>(
    request: RpcRequest,
    schema: Schema,
    options: CallOptions = {},
  ): Promise<z.output<Schema>> {
    const [outcome] = await this.callAll([request], schema, options);
    if (outcome === undefined) throw new LedgerUnavailable("The ledger gave no answer.");
    if (outcome instanceof Error) throw outcome;
    return outcome.value;
  }

  /** Asks many things of one kind, in batches. What went wrong with one is given in its place instead of thrown. */
  async callAll<Schema extends z.ZodType>(
    requests: readonly RpcRequest[],
    schema: Schema,
    options: CallOptions = {},
  ): Promise<(Settled<z.output<Schema>> | LedgerUnavailable)[]> {
    const deadlineMs = options.deadlineMs ?? this.options.deadlineMs ?? DEADLINE_MS;
    const { signal, clear } = timeLimit(deadlineMs, options.signal);
    const tasks = requests.map(
      (request): Task<z.output<Schema>> => ({ request, settled: null, problem: null }),
    );
    const read = (outcome: RpcOutcome) => readOutcome(outcome, schema);
    const size = this.options.batchSize ?? BATCH_SIZE;
    await Promise.all(
      inParts(tasks, size).map((group) => this.settle(group, read, { signal, attempts: options.attempts })),
    ).finally(clear);
    options.signal?.throwIfAborted();
    return tasks.map(outcomeOf);
  }

  /**
   * Asks every endpoint the same thing, a lone one twice, and gives what they answer.
   *
   * @throws LedgerUnavailable when fewer than two answers come
   */
  async callEach<Schema extends z.ZodType>(
    request: RpcRequest,
    schema: Schema,
    { signal }: Pick<CallOptions, "signal"> = {},
  ): Promise<z.output<Schema>[]> {
    const { signal: limits, clear } = timeLimit(this.options.timeoutMs ?? TIMEOUT_MS, signal);
    const asked = this.endpoints.length > 1 ? this.endpoints : [...this.endpoints, ...this.endpoints];
    const answers = await Promise.all(
      asked.map(async (endpoint) => {
        const [outcome] = await this.slots.run(() => endpoint.ask([request], limits)).catch(() => []);
        const settled = outcome && readOutcome(outcome, schema);
        return settled && "value" in settled ? [settled.value] : [];
      }),
    ).finally(clear);
    signal?.throwIfAborted();
    if (answers.flat().length < 2) {
      throw new LedgerUnavailable(`The ledger gave no second answer to ${request.method}.`);
    }
    return answers.flat();
  }

  /** Asks until every task of the group has an outcome, or time or attempts in a row that bring nothing run out. */
  private async settle<Value>(
    group: Task<Value>[],
    read: Read<Value>,
    { signal, attempts = ATTEMPTS }: { signal: AbortSignal; attempts?: number | undefined },
  ): Promise<void> {
    let open = group;
    let fruitless = 0;
    while (fruitless < attempts && !signal.aborted) {
      const endpoint = await this.choose(signal);
      if (endpoint === null) return;
      await Promise.all(endpoint.split(open).map((part) => this.attempt(endpoint, part, { read, signal })));
      const left = open.filter(({ settled }) => settled === null);
      if (left.length === 0) return;
      fruitless = left.length < open.length ? 0 : fruitless + 1;
      open = left;
    }
  }

  /** Sends a part in its turn, which ends once whoever comes next can know what came of it. */
  private attempt<Value>(endpoint: Endpoint, part: Task<Value>[], { read, signal }: Sending<Value>) {
    return this.slots.run(async () => {
      // It asked to be left alone while this part was waiting for its turn.
      if (endpoint.coolUntil > performance.now()) return;
      const { signal: limits, clear } = timeLimit(this.options.timeoutMs ?? TIMEOUT_MS, signal);
      await this.send(endpoint, part, { read, signal: limits }).finally(clear);
    });
  }

  private async send<Value>(
    endpoint: Endpoint,
    part: Task<Value>[],
    { read, signal }: Sending<Value>,
  ): Promise<void> {
    try {
      const requests = part.map(({ request }) => request);
      const problem = takeOutcomes(part, await endpoint.ask(requests, signal), read);
      if (problem === null) endpoint.answered(part.length);
      else this.coolDown(endpoint, problem);
    } catch (error) {
      if (!(error instanceof EndpointFault)) throw error;
      for (const task of part) task.problem = error;
      if (error.kind === "no batches" && endpoint.takesBatches) endpoint.takesBatches = false;
      else {
        if (error.kind === "overloaded") endpoint.refused(part.length);
        this.coolDown(endpoint, error);
      }
    }
  }

  /** The first endpoint in order of preference that is not cooling down, waiting for one if need be. */
  private async choose(signal: AbortSignal): Promise<Endpoint | null> {
    for (;;) {
      const now = performance.now();
      const ready = this.endpoints.find(({ coolUntil }) => coolUntil <= now);
      if (ready) return ready;
      const soonest = Math.min(...this.endpoints.map(({ coolUntil }) => coolUntil));
      try {
        await sleep(Math.ceil(soonest - now), undefined, { signal });
      } catch {
        return null;
      }
    }
  }

  private coolDown(endpoint: Endpoint, fault: EndpointFault): void {
    const pause = pauseAfter(fault, endpoint.failures);
    endpoint.failures++;
    endpoint.coolUntil = Math.max(endpoint.coolUntil, performance.now() + pause);
    this.options.log?.warn({ endpoint: endpoint.name, problem: fault.message }, "chain: endpoint at fault");
  }
}

/**
 * A signal that is aborted after `ms`, or with another one; `clear` ends both. Of a signal that AbortSignal.any made of
 * AbortSignal.timeout, Node 20 drops the timer at the next garbage collection, and what waits for it waits for ever.
 */
function timeLimit(ms: number, other?: AbortSignal): { signal: AbortSignal; clear: () => void } {
  const limit = new AbortController();
  const abort = () =>
    limit.abort(other?.aborted ? other.reason : new DOMException("Time is up.", "TimeoutError"));
  const timer = setTimeout(abort, ms);
  other?.addEventListener("abort", abort, { once: true });
  if (other?.aborted) abort();
  const clear = () => {
    clearTimeout(timer);
    other?.removeEventListener("abort", abort);
  };
  return { signal: limit.signal, clear };
}

/** Keeps the outcomes that can stand; gives what was wrong with the others, if any were. */
function takeOutcomes<Value>(
  part: Task<Value>[],
  outcomes: RpcOutcome[],
  read: Read<Value>,
): EndpointFault | null {
  let fault: EndpointFault | null = null;
  for (const [index, task] of part.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined) continue;
    const problem = passingError(outcome);
    if (problem === null) task.settled = read(outcome);
    if (task.settled !== null) continue;
    fault = problem ?? new EndpointFault(`answered ${task.request.method} in an unknown shape`, "invalid");
    task.problem = fault;
  }
  return fault;
}

function passingError(outcome: RpcOutcome): EndpointFault | null {
  if (!("error" in outcome) || !PASSING_CODES.has(outcome.error.code)) return null;
  const { code, message } = outcome.error;
  return new EndpointFault(`answered with error ${code}: ${message}`, "unreachable");
}

function readOutcome<Schema extends z.ZodType>(
  outcome: RpcOutcome,
  schema: Schema,
): Settled<z.output<Schema>> | null {
  if ("error" in outcome) return new LedgerRefusal(outcome.error.code, outcome.error.message);
  const parsed = schema.safeParse(outcome.result);
  return parsed.success ? { value: parsed.data } : null;
}

function outcomeOf<Value>({ request, settled, problem }: Task<Value>): Settled<Value> | LedgerUnavailable {
  if (settled !== null) return settled;
  const reason = problem === null ? "no time was left" : `an endpoint ${problem.message}`;
  const message = `The ledger gave no usable answer to ${request.method}: ${reason}.`;
  return problem?.kind === "invalid" ? new LedgerAnswerInvalid(message) : new LedgerUnavailable(message);
}
