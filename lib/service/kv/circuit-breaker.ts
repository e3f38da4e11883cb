import type { Logger } from "@/lib/service/log";
import type { KeyValueStore, RateLimiter } from "./key-value-store";

/** Thrown if the store of nonces is unavailable; the HTTP layer returns 503. */
class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";
}

/**
 * The word that begins a refusal of Redis, such as READONLY, NOAUTH or OOM. The rest of the client library's message may
 * contain whole commands, keys included.
 */
function getRefusal(error: unknown): string | undefined {
  return error instanceof Error ? /^(?:ERR )?([A-Z]{3,})\b/.exec(error.message)?.[1] : undefined;
}

const UNREACHABLE = "The key-value store cannot be reached.";

/** Time after a failure during which requests are counted in memory without calling Redis. */
const OPEN_MS = 5000;

/** Logs one line when a dependency becomes unavailable, and one when it recovers. */
function createAvailabilityLog(log: Logger, whenAway: string) {
  let isAway = false;
  return {
    failed(error: unknown) {
      const kind = error instanceof Error ? error.name : typeof error;
      if (!isAway) log.error({ kind, refusal: getRefusal(error) }, whenAway);
      isAway = true;
    },
    answered() {
      if (isAway) log.info("Redis is available again");
      isAway = false;
    },
  };
}

/** Fails closed: without the store of nonces, wallet sign-in is rejected. */
export function failClosed(store: KeyValueStore, log: Logger): KeyValueStore {
  const availability = createAvailabilityLog(log, "Redis is unavailable: wallet sign-in is rejected");
  const withBreaker = async <T>(work: Promise<T> | T): Promise<T> => {
    try {
      const result = await work;
      availability.answered();
      return result;
    } catch (error) {
      availability.failed(error);
      const refusal = getRefusal(error);
      const sentence = refusal ? `The key-value store refuses commands: ${refusal}.` : UNREACHABLE;
      throw new StoreUnavailableError(sentence);
    }
  };
  return {
    put: (key, value, ttlSeconds) => withBreaker(store.put(key, value, ttlSeconds)),
    take: (key) => withBreaker(store.take(key)),
    close: () => store.close(),
  };
}

/** Falls back to a limit per process while the shared counter is unavailable. */
export function withFallback(shared: RateLimiter, local: RateLimiter, log: Logger): RateLimiter {
  const availability = createAvailabilityLog(
    log,
    "Redis is unavailable: rate limits are counted per process",
  );
  let retryAfterMs = 0;
  return {
    async hit(key, limit) {
      if (Date.now() < retryAfterMs) return local.hit(key, limit);
      try {
        const state = await shared.hit(key, limit);
        availability.answered();
        return state;
      } catch (error) {
        availability.failed(error);
        retryAfterMs = Date.now() + OPEN_MS;
        return local.hit(key, limit);
      }
    },
  };
}
