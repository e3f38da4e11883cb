import type { WebhookAttempt } from "./post";

/**
 * Maximum fraction that is added to a pause, so that simultaneous failures are not retried simultaneously.
 */
const JITTER = 0.2;
/** Maximum pause that a receiver can request. */
const MAX_RETRY_AFTER_MS = 86_400_000;

const GONE = 410;

type AfterFailure = { nextMs: number } | { disable: "gone" | "failing" };

type RetryPolicy = {
  /** Seconds between attempts; there is one attempt more than there are pauses. */
  retrySeconds: readonly number[];
  nowMs: () => number;
  /** From 0 to 1. */
  random?: () => number;
};

/**
 * Returns the time of the next attempt according to the retry policy (a backoff of WEBHOOK_RETRY_SECONDS with
 * jitter), or the reason to disable the endpoint.
 */
export function afterFailure(
  { retrySeconds, nowMs, random = Math.random }: RetryPolicy,
  attemptsBefore: number,
  { status, retryAfterMs }: Pick<WebhookAttempt, "status" | "retryAfterMs">,
): AfterFailure {
  if (status === GONE) return { disable: "gone" };
  const pause = retrySeconds[attemptsBefore];
  if (pause === undefined) return { disable: "failing" };
  const pauseMs = pause * 1000 * (1 + JITTER * random());
  const requestedMs = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  return { nextMs: Math.ceil(nowMs() + Math.max(pauseMs, requestedMs)) };
}
