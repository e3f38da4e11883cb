/** A timer that fires later than this shows that the event loop was blocked. */
const MAX_LATE_MS = 250;

/**
 * Like `setTimeout`, but starts again if the event loop was blocked: a blocked process receives no response, so
 * its wait proves nothing about others. Returns a function that cancels the timeout.
 */
export function setUnblockedTimeout(ms: number, onEnd: () => void): () => void {
  let timer: NodeJS.Timeout;
  const begin = () => {
    const dueMs = performance.now() + ms;
    timer = setTimeout(() => (performance.now() > dueMs + MAX_LATE_MS ? begin() : onEnd()), ms);
  };
  begin();
  return () => clearTimeout(timer);
}
