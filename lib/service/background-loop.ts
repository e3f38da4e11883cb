import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

export type BackgroundLoop = {
  /** Aborts the work in progress and waits for its end. */
  close(): Promise<void>;
};

type LoopOptions = {
  /** Milliseconds between two calls, and after a call that failed. */
  pauseMs: number;
  pauseAfterErrorMs: number;
  onError: (error: unknown) => void;
};

/** Calls `work` again and again while the process runs. */
export function startBackgroundLoop(
  work: (signal: AbortSignal) => Promise<void>,
  { pauseMs, pauseAfterErrorMs, onError }: LoopOptions,
): BackgroundLoop {
  const ended = new AbortController();
  const { signal } = ended;
  // Every message in flight listens for the end.
  setMaxListeners(0, signal);
  const working = (async () => {
    while (!signal.aborted) {
      const pause = await work(signal).then(
        () => pauseMs,
        (error: unknown) => {
          onError(error);
          return pauseAfterErrorMs;
        },
      );
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    async close() {
      ended.abort();
      await working;
    },
  };
}
