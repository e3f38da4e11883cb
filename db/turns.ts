const TURN_MS = 50;

/** All who wait, on one timer: every statement waits for a while, and few for long. */
const waiting = new Set<Countdown>();
let timer: ReturnType<typeof setInterval> | undefined;

function takeTurn(): void {
  if (waiting.size === 0) {
    clearInterval(timer);
    timer = undefined;
  }
  for (const one of waiting) one.turn();
}

/**
 * Comes to its end after so long, counted in turns of this process's own loop: an answer that came while the process was
 * busy could not be heard.
 */
export abstract class Countdown {
  private left = 0;

  protected abstract end(): void;

  start(ms: number): void {
    // The turn that is under way does not count.
    this.left = Math.ceil(ms / TURN_MS) + 1;
    waiting.add(this);
    timer ??= setInterval(takeTurn, TURN_MS);
  }

  turn(): void {
    if (--this.left > 0) return;
    waiting.delete(this);
    this.end();
  }

  callOff(): void {
    waiting.delete(this);
  }
}

class Callback extends Countdown {
  constructor(protected readonly end: () => void) {
    super();
  }
}

/** Calls back after so long, in turns. Gives what calls it off. */
export function afterTurns(ms: number, done: () => void): () => void {
  const one = new Callback(done);
  one.start(ms);
  return () => one.callOff();
}
