import { ApiError } from "../errors";

export type LaneLimits = {
  /** Requests at once, of all clients and of each. */
  running: number;
  runningEach: number;
  /**
   * Requests that may wait for a place, of all clients and of each, and for how long: who waits for their own others to
   * be done, and who comes when all places are taken, where a longer queue would only make everybody wait.
   */
  waiting: number;
  waitingEach: number;
  waitMs: number;
  fullWaitMs: number;
  /** What a refused one is told to wait. */
  retrySeconds: number;
};

/** The answer to who comes when there is no room. */
export const busy = (seconds: number) =>
  new ApiError("SERVICE_UNAVAILABLE", `The service is busy; try again in ${seconds} s.`, undefined, {
    "retry-after": String(seconds),
  });

type Waiter = { client: string | null; admit: () => void };

/** A number of places that requests take one each; who finds none waits a while, or is sent away. */
export class Lane {
  private running = 0;
  private readonly runningOf = new Map<string, number>();
  private waiting: Waiter[] = [];

  constructor(private readonly limits: LaneLimits) {}

  /** Takes a place for a client where one is free, to be given back with `free`; null where clients cannot be told apart. */
  enterAtOnce(client: string | null): boolean {
    if (!this.hasRoom(client)) return false;
    this.take(client);
    return true;
  }

  /** Takes a place, and waits for one; gives what frees it, which may be called again. */
  async enter(client: string | null): Promise<() => void> {
    if (!this.enterAtOnce(client)) await this.wait(client);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.free(client);
    };
  }

  /** How many are in it now. */
  get standing(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /** Waits for a place, and takes it. */
  wait(client: string | null): Promise<void> {
    const { running, waiting, waitingEach, waitMs, fullWaitMs, retrySeconds } = this.limits;
    const own = this.waiting.filter((waiter) => client !== null && waiter.client === client).length;
    if (this.waiting.length >= waiting || own >= waitingEach) throw busy(retrySeconds);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.waiting = this.waiting.filter((other) => other !== waiter);
        reject(busy(retrySeconds));
      };
      const timer = setTimeout(giveUp, this.running < running ? waitMs : fullWaitMs);
      const admit = () => {
        clearTimeout(timer);
        this.take(client);
        resolve();
      };
      const waiter = { client, admit };
      this.waiting.push(waiter);
    });
  }

  private hasRoom(client: string | null): boolean {
    const { running, runningEach } = this.limits;
    return this.running < running && this.runningBy(client) < runningEach;
  }

  private runningBy(client: string | null): number {
    return client === null ? 0 : (this.runningOf.get(client) ?? 0);
  }

  private take(client: string | null): void {
    this.running++;
    if (client !== null) this.runningOf.set(client, this.runningBy(client) + 1);
  }

  /** Gives a place back. */
  free(client: string | null): void {
    this.running--;
    const left = this.runningBy(client) - 1;
    if (client !== null && left > 0) this.runningOf.set(client, left);
    else if (client !== null) this.runningOf.delete(client);
    this.admitNext();
  }

  /** The next is who waits longest of those clients that have the fewest places. */
  private admitNext(): void {
    if (this.waiting.length === 0) return;
    let next: Waiter | undefined;
    for (const waiter of this.waiting) {
      if (!this.hasRoom(waiter.client)) continue;
      if (!next || this.runningBy(waiter.client) < this.runningBy(next.client)) next = waiter;
    }
    if (!next) return;
    this.waiting = this.waiting.filter((waiter) => waiter !== next);
    next.admit();
  }
}
