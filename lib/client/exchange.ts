import type * as z from "zod";
import { ApiClientError, InvalidResponseError, NetworkError, toApiClientError } from "./api-error";
import { parseOpen } from "./open-values";

/** One HTTP request with its timeout; `signal` belongs to the caller. */
export type ApiCall = {
  url: string;
  path: string;
  init: RequestInit;
  /** Error statuses whose body has the same schema as a success. */
  acceptedErrorStatuses: readonly number[];
  fetch: typeof fetch;
  timeoutMs: number;
  signal: AbortSignal | undefined;
};

/**
 * Sends a request once, and returns the text of the response.
 * @throws ApiClientError if the service returns an error
 * @throws NetworkError if the service does not respond in time
 * @throws the reason of `signal` if the caller aborts
 */
export const sendRequest = (call: ApiCall): Promise<string> =>
  inTime(call, (signal) => readText(call, signal));

/**
 * Validates the text of a response.
 * @throws InvalidResponseError if the response does not match the schema
 */
export function parseResponse<S extends z.ZodType>(path: string, schema: S, text: string): z.output<S> {
  try {
    return parseOpen(schema, JSON.parse(text));
  } catch (cause) {
    throw new InvalidResponseError(path, cause);
  }
}

async function readText(call: ApiCall, signal: AbortSignal): Promise<string> {
  const { url, path, init, acceptedErrorStatuses, fetch: send } = call;
  const response = await send(`${url}${path}`, { ...init, signal });
  if (!response.ok && !acceptedErrorStatuses.includes(response.status))
    throw await toApiClientError(response);
  return response.text();
}

async function inTime(
  { signal, timeoutMs }: Pick<ApiCall, "signal" | "timeoutMs">,
  work: (signal: AbortSignal) => Promise<string>,
): Promise<string> {
  const own = new AbortController();
  const giveUp = () => own.abort(signal?.reason);
  if (signal?.aborted) giveUp();
  signal?.addEventListener("abort", giveUp);
  // `AbortSignal.timeout` would keep its timer after the response.
  const timer = setTimeout(() => own.abort(new DOMException("The time is over.", "TimeoutError")), timeoutMs);
  try {
    own.signal.throwIfAborted();
    return await work(own.signal);
  } catch (error) {
    throw own.signal.aborted ? toAborted(own.signal.reason) : toFailure(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

/** Converts a timeout of either signal to a NetworkError; any other abort reason is rethrown unchanged. */
function toAborted(reason: unknown): unknown {
  if (!(reason instanceof Error) || reason.name !== "TimeoutError") return reason;
  return new NetworkError("The service did not respond in time.", { cause: reason, timedOut: true });
}

function toFailure(error: unknown): unknown {
  if (error instanceof ApiClientError || error instanceof NetworkError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new NetworkError(`The service cannot be reached: ${reason}`, { cause: error });
}
