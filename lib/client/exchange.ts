import type { z } from "zod";
import { ApiClientError, NetworkError, toApiClientError, UnknownAnswer } from "./api-error";
import { parseOpen } from "./open-values";

/** One request and how long it may take; `signal` is the caller's. */
export type Exchange<S extends z.ZodType> = {
  url: string;
  path: string;
  init: RequestInit;
  answer: S;
  /** Statuses beside the successes whose answers are of this kind too. */
  answersAt: readonly number[];
  fetch: typeof fetch;
  timeoutMs: number;
  signal: AbortSignal | undefined;
};

/**
 * Sends a request once and checks its answer. Throws ApiClientError for a refusal, NetworkError when nobody answers in
 * time, UnknownAnswer for what is none, and the signal's own reason when the caller gives up.
 */
export async function exchange<S extends z.ZodType>(of: Exchange<S>): Promise<z.output<S>> {
  const text = await inTime(of, (signal) => readText(of, signal));
  try {
    return parseOpen(of.answer, JSON.parse(text));
  } catch (cause) {
    throw new UnknownAnswer(of.path, cause);
  }
}

async function readText(of: Exchange<z.ZodType>, signal: AbortSignal): Promise<string> {
  const { url, path, init, answersAt, fetch: send } = of;
  const response = await send(`${url}${path}`, { ...init, signal });
  if (!response.ok && !answersAt.includes(response.status)) throw await toApiClientError(response);
  return response.text();
}

async function inTime(
  { signal, timeoutMs }: Pick<Exchange<z.ZodType>, "signal" | "timeoutMs">,
  work: (signal: AbortSignal) => Promise<string>,
): Promise<string> {
  const own = new AbortController();
  const giveUp = () => own.abort(signal?.reason);
  if (signal?.aborted) giveUp();
  signal?.addEventListener("abort", giveUp);
  // A signal of the platform's would keep its timer after the answer.
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

/** Time that ran out is nobody's answer, whoever set it; to give up is the caller's own reason. */
function toAborted(reason: unknown): unknown {
  if (!(reason instanceof Error) || reason.name !== "TimeoutError") return reason;
  return new NetworkError("The service did not answer in time.", { cause: reason, timedOut: true });
}

function toFailure(error: unknown): unknown {
  if (error instanceof ApiClientError || error instanceof NetworkError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new NetworkError(`The service cannot be reached: ${why}`, { cause: error });
}
