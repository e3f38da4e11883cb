import { setTimeout as sleep } from "node:timers/promises";

/** The source of time, which tests can replace. */
export type Clock = {
  /** Unix seconds. */
  now(): bigint;
  /** Unix milliseconds. */
  nowMs(): number;
};

export const systemClock: Clock = {
  now: () => BigInt(Math.floor(Date.now() / 1000)),
  nowMs: () => Date.now(),
};

/** Waits for the first of several promises, at most `ms` of real time. Throws if that promise rejects. */
export async function waitUpTo(ms: number, ...works: Promise<unknown>[]): Promise<void> {
  const over = new AbortController();
  const timeout = sleep(ms, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([...works, timeout]).finally(() => over.abort());
}

/**
 * Returns the result of `work`.
 * @throws the error that `onTimeout` returns after `ms` milliseconds
 */
export function withTimeout<T>(ms: number, work: Promise<T> | T, onTimeout: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onTimeout()), ms);
  });
  return Promise.race([work, expired]).finally(() => clearTimeout(timer));
}

/** Creates a clock that always returns `ms` (unix milliseconds). */
export const fixedClock = (ms: number): Clock => ({
  now: () => BigInt(Math.floor(ms / 1000)),
  nowMs: () => ms,
});
