/**
 * Cooperative scheduler for long work: `due` returns whether the time slice is used up, `pause` starts the
 * next slice.
 */
export type CooperativeScheduler = { due(): boolean; pause(): Promise<void> };

/**
 * Two fifths of the 50 ms for which nothing may block the event loop, because a slice ends slightly after it
 * is due.
 */
const SLICE_MS = 20;

function nextMacrotask(): Promise<void> {
  // A timer would wait at least 1 ms in Node and 4 ms in a browser; these functions only wait for the next
  // event loop iteration.
  if (typeof setImmediate === "function") return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Returns a scheduler that uses the clock `now` in milliseconds. */
export function createScheduler(
  now: () => number = () => performance.now(),
  yieldOnce: () => Promise<void> = nextMacrotask,
): CooperativeScheduler {
  let started = now();
  return {
    due: () => now() - started >= SLICE_MS,
    pause: async () => {
      await yieldOnce();
      started = now();
    },
  };
}

/**
 * Processes `count` items in chunks of `chunkSize`, and pauses between chunks once the slice is used up. A chunk
 * is synchronous and small, so that checking the clock is cheap and no slice runs long.
 */
export async function processInChunks(
  input: {
    count: number;
    chunkSize: number;
    scheduler: CooperativeScheduler;
    onPause?: (done: number) => void;
  },
  work: (from: number, to: number) => void,
): Promise<void> {
  const { count, chunkSize, scheduler, onPause } = input;
  for (let from = 0; from < count; from += chunkSize) {
    const to = Math.min(from + chunkSize, count);
    work(from, to);
    if (!scheduler.due()) continue;
    onPause?.(to);
    await scheduler.pause();
  }
}
