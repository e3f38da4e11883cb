/** Lets long work give way to other work: `due` says when the slice is used up, `pause` starts the next one. */
export type Pacer = { due(): boolean; pause(): Promise<void> };

/** Two fifths of the 50 ms that nothing may hold the event loop, because a slice ends a little after it is due. */
const SLICE_MS = 20;

function nextTurn(): Promise<void> {
  // A timer would wait at least 1 ms in Node and 4 ms in a browser; these wait for one turn only.
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

/** A pacer by the clock `now` in milliseconds. */
export function createPacer(
  now: () => number = () => performance.now(),
  turn: () => Promise<void> = nextTurn,
): Pacer {
  let started = now();
  return {
    due: () => now() - started >= SLICE_MS,
    pause: async () => {
      await turn();
      started = now();
    },
  };
}

/**
 * Does `count` items of work, `piece` at a time, and pauses between pieces once the slice is used up. A piece is
 * synchronous and small, so that looking at the clock costs little and no slice runs long.
 */
export async function inPieces(
  of: { count: number; piece: number; pacer: Pacer; onPause?: (done: number) => void },
  work: (from: number, to: number) => void,
): Promise<void> {
  const { count, piece, pacer, onPause } = of;
  for (let from = 0; from < count; from += piece) {
    const to = Math.min(from + piece, count);
    work(from, to);
    if (!pacer.due()) continue;
    onPause?.(to);
    await pacer.pause();
  }
}
