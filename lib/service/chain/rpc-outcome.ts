import { setMaxListeners } from "node:events";
import type * as z from "zod";
import { EndpointError, type RpcOutcome, type RpcRequest } from "./endpoint";
import { InvalidRpcResponseError, NetworkUnavailableError, RpcRejectionError } from "./errors";

/** Errors of a node that is behind, starting, busy or faulty: another endpoint or a retry may succeed. */
const PASSING_CODES = new Set([429, -32005, -32014, -32016, -32019, -32429, -32603]);

/** A final response to a request. */
export type RpcResult<Value> = { value: Value } | RpcRejectionError;
export type Task<Value> = {
  request: RpcRequest;
  settled: RpcResult<Value> | null;
  problem: EndpointError | null;
};
/** Converts an outcome to a response, or to null if its format is wrong. */
export type ResponseReader<Value> = (outcome: RpcOutcome) => RpcResult<Value> | null;
export type SendOptions<Value> = { read: ResponseReader<Value>; signal: AbortSignal };

/** Returns the values among an endpoint's responses; undefined for each rejected request. */
export const getValues = <Value>(answers: readonly RpcResult<Value>[] | null): (Value | undefined)[] =>
  (answers ?? []).map((answer) => ("value" in answer ? answer.value : undefined));

/**
 * Returns a signal that is aborted after `ms` or with one of the others; `clear` releases all. In Node 20,
 * AbortSignal.any drops the timer of AbortSignal.timeout at the next garbage collection, so its consumers
 * would wait forever.
 */
export function timeLimit(
  ms: number,
  ...signals: readonly (AbortSignal | undefined)[]
): { signal: AbortSignal; clear: () => void } {
  const others = signals.filter((other) => other !== undefined);
  const limit = new AbortController();
  // Every request in flight listens for the end.
  setMaxListeners(0, limit.signal);
  const abort = () => {
    const first = others.find((other) => other.aborted);
    limit.abort(first ? first.reason : new DOMException("Time is up.", "TimeoutError"));
  };
  const timer = setTimeout(abort, ms);
  for (const other of others) other.addEventListener("abort", abort, { once: true });
  if (others.some((other) => other.aborted)) abort();
  const clear = () => {
    clearTimeout(timer);
    for (const other of others) other.removeEventListener("abort", abort);
  };
  return { signal: limit.signal, clear };
}

/** Stores the final outcomes of a part, and returns the fault of the others, if any. */
export function storeFinalOutcomes<Value>(
  part: Task<Value>[],
  outcomes: RpcOutcome[],
  read: ResponseReader<Value>,
): EndpointError | null {
  let error: EndpointError | null = null;
  for (const [index, task] of part.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined) continue;
    const problem = passingError(outcome);
    if (problem === null) task.settled = read(outcome);
    if (task.settled !== null) continue;
    error = problem ?? new EndpointError(`returned an invalid response to ${task.request.method}`, "invalid");
    task.problem = error;
  }
  return error;
}

function passingError(outcome: RpcOutcome): EndpointError | null {
  if (!("error" in outcome) || !PASSING_CODES.has(outcome.error.code)) return null;
  const { code, message } = outcome.error;
  return new EndpointError(`returned error ${code}: ${message}`, "unreachable");
}

export function readOutcome<Schema extends z.ZodType>(
  outcome: RpcOutcome,
  schema: Schema,
): RpcResult<z.output<Schema>> | null {
  if ("error" in outcome) return new RpcRejectionError(outcome.error.code, outcome.error.message);
  const parsed = schema.safeParse(outcome.result);
  return parsed.success ? { value: parsed.data } : null;
}

export function classifyOutcome<Value>({
  request,
  settled,
  problem,
}: Task<Value>): RpcResult<Value> | NetworkUnavailableError {
  if (settled !== null) return settled;
  const reason = problem === null ? "no time was left" : `an endpoint ${problem.message}`;
  const message = `The network returned no valid response to ${request.method}: ${reason}.`;
  return problem?.kind === "invalid"
    ? new InvalidRpcResponseError(message)
    : new NetworkUnavailableError(message);
}
