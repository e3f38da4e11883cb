const TURN_MS = 50;

/**
 * Calls back after so long, counted in turns of this process's own loop: an answer that came while the process was busy
 * could not be heard. Gives what calls it off.
 */
export function afterTurns(ms: number, done: () => void): () => void {
  let left = Math.ceil(ms / TURN_MS);
  const timer = setInterval(() => {
    if (--left > 0) return;
    clearInterval(timer);
    done();
  }, TURN_MS);
  return () => clearInterval(timer);
}
