const TURN_MS = 50;

type Waiting = { left: number; done: () => void };

/** All who wait, on one timer: every statement waits for a while, and few for long. */
const waiting = new Set<Waiting>();
let timer: ReturnType<typeof setInterval> | undefined;

function takeTurn(): void {
  if (waiting.size === 0) {
    clearInterval(timer);
    timer = undefined;
  }
  for (const one of waiting) {
    if (--one.left > 0) continue;
    waiting.delete(one);
    one.done();
  }
}

/**
 * Calls back after so long, counted in turns of this process's own loop: an answer that came while the process was busy
 * could not be heard. Gives what calls it off.
 */
export function afterTurns(ms: number, done: () => void): () => void {
  // The turn that is under way does not count.
  const one = { left: Math.ceil(ms / TURN_MS) + 1, done };
  waiting.add(one);
  timer ??= setInterval(takeTurn, TURN_MS);
  return () => void waiting.delete(one);
}
