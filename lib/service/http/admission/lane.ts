import { ApiError } from "@/lib/core/errors";

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

/** One who waits; whoever it is has a place, or none, by one of these being told. */
class Waiter {
  private settle: { resolve(): void; reject(error: ApiError): void } | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(readonly client: string | null) {}

  wait(ms: number, onLate: (waiter: Waiter) => void): Promise<void> {
    this.timer = setTimeout(onLate, ms, this);
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
  }

  admit(): void {
    clearTimeout(this.timer);
    this.settle?.resolve();
  }

  refuse(error: ApiError): void {
    this.settle?.reject(error);
  }
}

/** A number of places that requests take one each; who finds none waits a while, or is sent away. */
export class Lane {
  private running = 0;
  private readonly runningOf = new Map<string, number>();
  private readonly waiting: Waiter[] = [];

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
    if (this.waiting.length >= waiting || this.waitingOf(client) >= waitingEach) throw busy(retrySeconds);
    const waiter = new Waiter(client);
    this.waiting.push(waiter);
    return waiter.wait(this.running < running ? waitMs : fullWaitMs, this.giveUp);
  }

  private readonly giveUp = (waiter: Waiter): void => {
    this.waiting.splice(this.waiting.indexOf(waiter), 1);
    waiter.refuse(busy(this.limits.retrySeconds));
  };

  private waitingOf(client: string | null): number {
    if (client === null) return 0;
    let count = 0;
    for (const waiter of this.waiting) if (waiter.client === client) count++;
    return count;
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
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.take(next.client);
    next.admit();
  }
}
