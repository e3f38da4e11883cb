import type { EndSignal } from "@/db/failures";
import { askers } from "../asker";
import { ApiError } from "./errors";

/** In seconds, from when a request has arrived: what takes longer is answered 503, and asks the database nothing more. */
const DEADLINES = {
  usual: 20,
  /** The largest registration takes a minute on the embedded database. */
  largeBody: 240,
  /** Leaves that were uploaded in parts are ten times as many. */
  uploaded: 2_400,
} as const;

export type Deadline = keyof typeof DEADLINES | "none";

/** A request's end, for which it needs neither an AbortController nor a timer of its own. */
class End implements EndSignal {
  aborted = false;
  readonly atMs: number;
  /** Called first when it comes. */
  giveUp: (() => void) | undefined;
  private listeners: Set<() => void> | undefined;

  constructor(ms: number) {
    this.atMs = performance.now() + ms;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.listeners ??= new Set();
    this.listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.listeners?.delete(listener);
  }

  come(): void {
    this.giveUp?.();
    this.aborted = true;
    for (const listener of this.listeners ?? []) listener();
  }
}

/** The ends of one kind of request in the order in which they come, since all have the same time. */
class Ends {
  private readonly waiting = new Set<End>();
  private timer: NodeJS.Timeout | undefined;

  constructor(readonly seconds: number) {}

  /** In the order in which they were made. */
  add(end: End): void {
    this.waiting.add(end);
    this.wait(end);
  }

  delete(end: End): void {
    this.waiting.delete(end);
  }

  /** Whoever waits keeps the process at work by what he waits for. */
  private wait(first: End): void {
    this.timer ??= setTimeout(() => this.sweep(), first.atMs - performance.now()).unref();
  }

  private sweep(): void {
    this.timer = undefined;
    const nowMs = performance.now();
    for (const end of this.waiting) {
      if (end.atMs > nowMs) break;
      this.waiting.delete(end);
      end.come();
    }
    const [first] = this.waiting;
    if (first) this.wait(first);
  }
}

const ENDS = {
  usual: new Ends(DEADLINES.usual),
  largeBody: new Ends(DEADLINES.largeBody),
  uploaded: new Ends(DEADLINES.uploaded),
};

/** What `work` gives, unless it takes too long; at once where it gives that at once. */
export function beforeDeadline<A extends unknown[], T>(
  deadline: Deadline,
  work: (...args: A) => Promise<T> | T,
  ...args: A
): Promise<T> | T {
  if (deadline === "none") return work(...args);
  const ends = ENDS[deadline];
  const end = new End(ends.seconds * 1000);
  const working = askers().run({ signal: end }, work, ...args);
  if (!(working instanceof Promise)) return working;
  ends.add(end);
  return awaited(working, ends, end);
}

function awaited<T>(working: Promise<T>, ends: Ends, end: End): Promise<T> {
  return new Promise((resolve, reject) => {
    end.giveUp = () => reject(tooLate(ends.seconds));
    working.then(
      (given) => {
        ends.delete(end);
        resolve(given);
      },
      (error: unknown) => {
        ends.delete(end);
        reject(error);
      },
    );
  });
}

const tooLate = (seconds: number) =>
  new ApiError(
    "SERVICE_UNAVAILABLE",
    `This was not done within ${seconds} seconds and was given up; try again shortly.`,
    undefined,
    { "retry-after": "5" },
  );
