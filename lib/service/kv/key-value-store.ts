/** Small expiring values, each taken at most once. */
export interface KeyValueStore {
  /** Stores `value` for `ttlSeconds`; an existing key is overwritten. */
  put(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** Reads and deletes in one step, so that of two takers only one gets the value. */
  take(key: string): Promise<string | null>;
  close(): Promise<void>;
}

/** Where a client stands after a request was counted. */
export type RateLimitState = {
  allowed: boolean;
  /** Requests left in this window. */
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
};

export interface RateLimiter {
  /** Counts one request against `key` and says whether it is within `limit` per window. */
  hit(key: string, limit: number, windowSeconds: number): Promise<RateLimitState>;
}
