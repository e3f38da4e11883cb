import { type Asker, DatabaseUnavailable, type EndSignal, explainFailure } from "./failures";
import { afterTurns } from "./turns";

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
    private readonly patienceMs = PATIENCE_MS,
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

  /** Watches a wait until it is told that it has ended; `abandon` has to end it, and is called when it is in vain. */
  watch(abandon: () => void): () => void {
    const { signal } = this;
    const startedMs = performance.now();
    let stop = () => {};
    let isDone = false;
    const suspect = () => {
      stop = afterTurns(this.patienceMs, async () => {
        const isWorthIt = performance.now() - startedMs < SILENT_MS && (await this.isThere());
        if (isDone) return;
        if (isWorthIt) suspect();
        else abandon();
      });
    };
    suspect();
    signal?.addEventListener("abort", abandon);
    return () => {
      isDone = true;
      stop();
      signal?.removeEventListener("abort", abandon);
    };
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
