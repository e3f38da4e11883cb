/** Small expiring values, each taken at most once. */
export interface KeyValueStore {
  /** Stores `value` for `ttlSeconds`; an existing key is overwritten. */
  put(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** Reads and deletes in one step, so that of two takers only one gets the value. */
  take(key: string): Promise<string | null>;
  close(): Promise<void>;
}

/** A client's standing after a request was counted. */
type RateLimitState = {
  allowed: boolean;
  /** Requests left now. */
  remaining: number;
  /** Whole seconds until the window ends; after a refusal, until one more request is allowed. At least 1. */
  resetSeconds: number;
};

export type RateLimit = {
  /** Points that any span of `windowSeconds` may have. */
  limit: number;
  windowSeconds: number;
  /** Points of this request; 1 by default. */
  points?: number;
};

/** A sliding window: the previous fixed window counts for the part of it that the sliding one still covers. */
export interface RateLimiter {
  /** Counts a request against `key`, unless it is refused. */
  hit(key: string, limit: RateLimit): Promise<RateLimitState>;
}
