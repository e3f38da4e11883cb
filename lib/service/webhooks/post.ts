import type { AttemptResult } from "@/db/queries/webhooks/delivery-queues";
import { parseRetryAfter } from "@/lib/core/retry-after";
import { isPublicFetchError, type PublicFetch, PublicFetchError } from "@/lib/service/outbound/fetch-public";
import { readBounded } from "@/lib/service/read-bounded";
import type { Services } from "@/lib/service/services";

/** The result of an attempt, with the pause that the receiver requests in milliseconds. */
export type WebhookAttempt = AttemptResult & { retryAfterMs: number | null };

/** Sends a message to a receiver. Never throws: a failure is part of the result. */
export type WebhookSender = (message: {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}) => Promise<WebhookAttempt>;

/** Timeout for the receiver's whole response, whose body is discarded. */
const ANSWER_MS = 10_000;
const ANSWER_BYTES = 4_096;

/**
 * Creates the function that sends messages. By default it accepts only public addresses over https;
 * WEBHOOKS_ALLOW_PRIVATE lifts that limit.
 */
export const createWebhookSender = ({
  env,
  fetchPublic,
  nowMs,
}: Pick<Services, "env" | "fetchPublic" | "nowMs">): WebhookSender => {
  const fetchUrl = env.WEBHOOKS_ALLOW_PRIVATE ? fetchAnywhere : fetchPublic;
  return async ({ url, headers, body }) => {
    try {
      const answer = await fetchUrl(url, {
        ...{ method: "POST", headers, body },
        ...{ timeoutMs: ANSWER_MS, maxBytes: ANSWER_BYTES, whenLonger: "cut" },
      });
      return judge(answer.status, answer.headers["retry-after"], nowMs());
    } catch (error) {
      return { status: null, error: failureText(error), retryAfterMs: null };
    }
  };
};

function judge(status: number, retryAfter: string | undefined, nowMs: number): WebhookAttempt {
  const isTaken = status >= 200 && status < 300;
  const error = isTaken
    ? null
    : status >= 300 && status < 400
      ? "The endpoint redirects. Redirects are not followed."
      : `The endpoint responded with HTTP status ${status}.`;
  return { status, error, retryAfterMs: isTaken ? null : (parseRetryAfter(retryAfter, nowMs) ?? null) };
}

const failureText = (error: unknown): string =>
  isPublicFetchError(error) ? error.message : "The server could not be reached.";

/** Sends a request without the address restrictions of `fetchPublic`, for an operator's own receivers. */
const fetchAnywhere: PublicFetch = async (url, { method, headers, body, timeoutMs, maxBytes }) => {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  try {
    const response = await fetch(url, {
      ...{ method, headers, body, redirect: "manual", signal: stop.signal },
    } as RequestInit);
    const content = await readBounded(response.body ?? [], maxBytes, "cut");
    return { status: response.status, headers: Object.fromEntries(response.headers), body: content, url };
  } catch (cause) {
    const isLate = stop.signal.aborted;
    const message = isLate
      ? `There was no complete response within ${timeoutMs} ms.`
      : "The server could not be reached.";
    throw new PublicFetchError(isLate ? "slow" : "unreachable", message, { cause });
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
};
