/** A store for small expiring values, each of which is taken at most once. */
export interface KeyValueStore {
  /** Stores `value` for `ttlSeconds`; overwrites an existing key. */
  put(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** Reads and deletes atomically, so that only one of several callers gets the value. */
  take(key: string): Promise<string | null>;
  close(): Promise<void>;
}

/** A client's rate limit state after a request was counted. */
export type RateLimitState = {
  allowed: boolean;
  /** Requests left now. */
  remaining: number;
  /**
   * Whole seconds until the window ends; after a rejection, until one more request is allowed. At least 1.
   */
  resetSeconds: number;
};

export type RateLimit = {
  /** Maximum points within any span of `windowSeconds`. */
  limit: number;
  windowSeconds: number;
  /** Points of this request. Default: 1. */
  points?: number;
};

/**
 * A sliding window rate limiter: the previous fixed window counts with the fraction that the sliding window
 * still covers.
 */
export interface RateLimiter {
  /** Counts a request against `key`, unless it is rejected. */
  hit(key: string, limit: RateLimit): Promise<RateLimitState>;
}
