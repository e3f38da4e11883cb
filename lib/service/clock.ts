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

/** Returns the result of `work`, or null once the signal is aborted; the outcome of the work is then unknown. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | null> {
  if (!signal) return work;
  if (signal.aborted) return null;
  let stop = () => {};
  const aborted = new Promise<null>((resolve) => {
    stop = () => resolve(null);
  });
  signal.addEventListener("abort", stop, { once: true });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", stop));
}

/** Creates a clock that always returns `ms` (unix milliseconds). */
export const fixedClock = (ms: number): Clock => ({
  now: () => BigInt(Math.floor(ms / 1000)),
  nowMs: () => ms,
});
