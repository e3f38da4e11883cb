import type { Logger } from "@/lib/service/log";
import type { KeyValueStore, RateLimiter } from "./key-value-store";

/** Thrown if the store of nonces is unavailable; the HTTP layer returns 503. */
class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** Time after a failure during which requests are counted in memory without calling Redis. */
const PAUSE_MS = 5000;

/** Logs one line when a dependency becomes unavailable, and one when it recovers. */
function createOutage(log: Logger, whenAway: string) {
  let isAway = false;
  return {
    failed(error: unknown) {
      // Logs only the kind of error: the client library includes whole commands with their keys in its
      // messages.
      if (!isAway) log.error({ kind: error instanceof Error ? error.name : typeof error }, whenAway);
      isAway = true;
    },
    answered() {
      if (isAway) log.info("Redis answers again");
      isAway = false;
    },
  };
}

/** Fails closed: without the store of nonces, wallet sign-in is rejected. */
export function failClosed(store: KeyValueStore, log: Logger): KeyValueStore {
  const outage = createOutage(log, "Redis is away: wallet sign-in is refused until it is back");
  const guard = async <T>(work: Promise<T> | T): Promise<T> => {
    try {
      const result = await work;
      outage.answered();
      return result;
    } catch (error) {
      outage.failed(error);
      throw new StoreUnavailable("The key-value store cannot be reached.");
    }
  };
  return {
    put: (key, value, ttlSeconds) => guard(store.put(key, value, ttlSeconds)),
    take: (key) => guard(store.take(key)),
    close: () => store.close(),
  };
}

/** Falls back to a limit per process while the shared counter is unavailable. */
export function withFallback(shared: RateLimiter, local: RateLimiter, log: Logger): RateLimiter {
  const outage = createOutage(log, "Redis is away: rate limits are counted in this process until it is back");
  let askAgainMs = 0;
  return {
    async hit(key, limit) {
      if (Date.now() < askAgainMs) return local.hit(key, limit);
      try {
        const state = await shared.hit(key, limit);
        outage.answered();
        return state;
      } catch (error) {
        outage.failed(error);
        askAgainMs = Date.now() + PAUSE_MS;
        return local.hit(key, limit);
      }
    },
  };
}
