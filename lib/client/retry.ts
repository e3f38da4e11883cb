import { backoffMs } from "@/lib/core/backoff";
import { ApiClientError, NetworkError } from "./api-error";

/** Transient statuses: rate limit, unreachable upstream, and overload. */
const TRANSIENT_STATUSES = [429, 502, 503, 504];
const PAUSES = { firstMs: 500, maxMs: 30_000 };
/** A longer Retry-After fails immediately instead of waiting. */
const MAX_RETRY_AFTER_MS = 120_000;

/** Waits for the given milliseconds; rejects with the reason of the signal when it is aborted. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

export type RetryPolicy = {
  /** Maximum attempts, the first one included. */
  attempts: number;
  pause?: Pause | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Retries idempotent work after a network error or a transient status, with exponential backoff and jitter.
 * The pause is at least Retry-After. Throws the error of the last attempt.
 */
export async function withRetries<T>(work: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  const { attempts, pause = wait, signal } = policy;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || signal?.aborted || !isTransient(error)) throw error;
      if (getRetryAfterMs(error) > MAX_RETRY_AFTER_MS) throw error;
      await pause(retryPauseMs(error, attempt), signal);
    }
  }
}

const getRetryAfterMs = (error: unknown): number =>
  error instanceof ApiClientError ? (error.retryAfter ?? 0) * 1_000 : 0;

/** Returns the pause after a number of failures in a row. */
export function retryPauseMs(error: unknown, failures: number): number {
  return Math.max(getRetryAfterMs(error), backoffMs(failures - 1, PAUSES));
}

/** Returns whether an error is transient: a network error, or a status that announces an overload. */
export const isTransient = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiClientError && TRANSIENT_STATUSES.includes(error.status));

export const wait: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const give = () => {
      signal?.removeEventListener("abort", stop);
      resolve();
    };
    const timer = setTimeout(give, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
