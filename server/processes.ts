import cluster, { type Worker } from "node:cluster";
import type { Logger } from "@/lib/service/log";

/** Which process of several this is, as its environment says: it is handed on with whatever else is in there. */
const NUMBER = "VESTING_INDEX_PROCESS";
/** A process that lived so long after it listened was well: the next one is started at once. */
const WELL_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** The number of this process, from 1, where there are several; undefined in the one that starts them. */
export const processNumber = (): number | undefined =>
  cluster.isWorker ? Number(process.env[NUMBER]) : undefined;

/** Whether this process follows the ledger: the first of several, or the only one. */
export const followsLedger = (): boolean => (processNumber() ?? 1) === 1;

export type ProcessesOptions = {
  count: number;
  log: Logger;
  /** Called once, with where the first process listens. */
  onListening: (address: string, port: number) => void;
};

type Place = { number: number; worker?: Worker; pauseMs: number; timer?: NodeJS.Timeout };

/**
 * This program several times on one port. The first process starts alone, and the others once it listens: it finds what is
 * wrong with the settings, and has the start's work to itself. Who ends is replaced in the same place.
 */
export class Processes {
  /** Resolves when none could be started. */
  readonly failed: Promise<void>;
  private readonly places: Place[];
  private readonly listening = new Set<Worker>();
  /** Processes in a row that ended before they listened. */
  private failures = 0;
  private isFirstUp = false;
  private isStopping = false;
  private haveAllEndedWell = true;
  private tellFailure = () => {};
  private tellEnd = () => {};

  constructor(private readonly options: ProcessesOptions) {
    this.failed = new Promise((resolve) => {
      this.tellFailure = resolve;
    });
    this.places = Array.from({ length: options.count }, (_, index) => ({ number: index + 1, pauseMs: 0 }));
    // Handed on by this process, a connection would have no answer and no end when its process is killed as it gets it.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    for (const place of this.places.slice(0, 1)) this.start(place);
  }

  /** Has all end what they are at; resolves once they are gone, with whether all ended well. */
  async close(): Promise<boolean> {
    this.stopReplacing();
    const ended = new Promise<void>((resolve) => {
      this.tellEnd = resolve;
    });
    for (const worker of this.workers) worker.process.kill("SIGTERM");
    if (this.workers.length > 0) await ended;
    return this.haveAllEndedWell;
  }

  /** Ends all where they stand. */
  kill(): void {
    this.stopReplacing();
    for (const worker of this.workers) worker.process.kill("SIGKILL");
  }

  private get workers(): Worker[] {
    return this.places.flatMap(({ worker }) => worker ?? []);
  }

  private stopReplacing(): void {
    this.isStopping = true;
    for (const { timer } of this.places) clearTimeout(timer);
  }

  private start(place: Place): void {
    const { number } = place;
    const worker = cluster.fork({ [NUMBER]: String(number) });
    place.worker = worker;
    let listenedMs = Number.POSITIVE_INFINITY;
    // What cannot be started, or told anything, says so again by its exit.
    worker.on("error", (error) => this.options.log.error({ number, error }, "a process failed"));
    worker.once("listening", ({ address, port }) => {
      listenedMs = performance.now();
      this.failures = 0;
      this.listening.add(worker);
      this.options.log.info({ number, pid: worker.process.pid }, "a process listens");
      this.startOthers(address, port);
    });
    worker.once("exit", (code, signal) => {
      this.listening.delete(worker);
      place.worker = undefined;
      if (this.isStopping) return this.noteEnd(code);
      if (listenedMs === Number.POSITIVE_INFINITY) this.failures++;
      this.replace(place, { code, signal }, performance.now() - listenedMs >= WELL_MS);
    });
  }

  private startOthers(address: string, port: number): void {
    if (this.isFirstUp) return;
    this.isFirstUp = true;
    this.options.onListening(address, port);
    for (const place of this.places.slice(1)) this.start(place);
  }

  private replace(place: Place, how: { code: number; signal: string }, wasWell: boolean): void {
    const { log, count } = this.options;
    const { number } = place;
    if (this.listening.size === 0 && this.failures >= (this.isFirstUp ? count : 1)) {
      this.stopReplacing();
      log.error({ number, ...how }, "no process could be started");
      this.tellFailure();
      return;
    }
    const pauseMs = wasWell ? 0 : place.pauseMs;
    place.pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * pauseMs));
    log.warn({ number, ...how, pauseMs }, "a process ended and is replaced");
    place.timer = setTimeout(() => this.start(place), pauseMs);
  }

  private noteEnd(code: number): void {
    this.haveAllEndedWell &&= code === 0;
    if (this.workers.length === 0) this.tellEnd();
  }
}
