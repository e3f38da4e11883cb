import { type Asker, DatabaseUnavailable, type EndSignal, explainFailure } from "./failures";
import type { Waiter } from "./server-connection";
import { Countdown } from "./turns";

/** How long an answer may take before the server is asked whether it is there at all, and how long it may take to say so. */
export const PATIENCE_MS = 600;
/** What an answer to that is good for, to all who want to know. */
const KNOWN_MS = 250;
/** Longer than any statement may run: a connection that is silent for so long is lost, whatever the server says. */
const SILENT_MS = 35_000;

/**
 * Tells a server that is away, or hangs, from one that is at work on a long statement: whoever waits for long has the
 * server asked on a connection of its own, and gives up when that is not answered either.
 */
export class ServerGuard {
  /** Counts the times that the server was found away or its tables changed: connections from before are not trusted. */
  generation = 0;
  private isAway = false;
  private knownMs = Number.NEGATIVE_INFINITY;
  private asking: Promise<boolean> | undefined;

  constructor(
    /** Whether the server answers, within a bounded time; never rejects. */
    private readonly ask: () => Promise<boolean>,
    private readonly asker: () => Asker | undefined,
    private readonly onAway: (error: DatabaseUnavailable) => void,
    readonly patienceMs = PATIENCE_MS,
  ) {}

  get signal(): EndSignal | undefined {
    return this.asker()?.signal;
  }

  /** Whether `enter` has nothing to wait for or to refuse. */
  get isOpen(): boolean {
    return !this.isAway && !this.signal?.aborted;
  }

  /** Fails at once for whom nobody waits, and while the server is away; who comes first after a while finds out. */
  async enter(): Promise<void> {
    if (this.signal?.aborted) throw this.explain(new Error("the request is out of time"));
    if (!this.isAway || (await this.isThere())) return;
    throw this.explain(new Error("the server does not answer"));
  }

  /** Watches a wait until that is told that it has ended. */
  watch(waiter: Waiter): Wait {
    const wait = new Wait(this, waiter, this.signal);
    wait.start(this.patienceMs);
    return wait;
  }

  /** Whether it is worth to wait on: the server is there. */
  async isWorthIt(sinceMs: number): Promise<boolean> {
    return performance.now() - sinceMs < SILENT_MS && (await this.isThere());
  }

  /** The error to throw for one of the driver's; the asker is told when it means that the server is away. */
  explain(error: unknown): unknown {
    return explainFailure(error, this.asker());
  }

  private async isThere(): Promise<boolean> {
    if (this.asking) return this.asking;
    if (performance.now() - this.knownMs < KNOWN_MS) return !this.isAway;
    this.asking = this.ask();
    const isThere = await this.asking;
    this.asking = undefined;
    this.knownMs = performance.now();
    if (!isThere) {
      this.generation++;
      this.onAway(new DatabaseUnavailable(new Error("the server does not answer")));
    }
    this.isAway = !isThere;
    return isThere;
  }
}

/** One of thousands a second: neither functions nor a timer of its own are made for it. */
class Wait extends Countdown {
  private readonly startedMs = performance.now();
  private readonly onAbort: (() => void) | undefined;
  private isDone = false;

  constructor(
    private readonly guard: ServerGuard,
    private readonly waiter: Waiter,
    private readonly signal: EndSignal | undefined,
  ) {
    super();
    if (!signal) return;
    this.onAbort = () => this.waiter.leave();
    signal.addEventListener("abort", this.onAbort);
  }

  /** That is, of its patience. */
  protected end(): void {
    void this.guard.isWorthIt(this.startedMs).then((isWorthIt) => {
      if (this.isDone) return;
      if (isWorthIt) this.start(this.guard.patienceMs);
      else this.waiter.cut();
    });
  }

  stop(): void {
    this.isDone = true;
    this.callOff();
    if (this.onAbort) this.signal?.removeEventListener("abort", this.onAbort);
  }
}
