import cluster, { type Worker } from "node:cluster";
import type { Logger } from "@/lib/service/log";

/** The number of this process; child processes inherit it with the environment. */
const NUMBER = "VESTING_INDEX_PROCESS";
/**
 * A process that ran this long after it started listening is healthy; its replacement starts without a delay.
 */
const WELL_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Returns the number of this process, from 1; undefined in the primary or a single process. */
export const processNumber = (): number | undefined =>
  cluster.isWorker ? Number(process.env[NUMBER]) : undefined;

/** Returns whether this process runs the indexer: the first of several processes, or the only one. */
export const followsNetwork = (): boolean => (processNumber() ?? 1) === 1;

export type ProcessesOptions = {
  count: number;
  log: Logger;
  /** Called once, with the address of the first process. */
  onListening: (address: string, port: number) => void;
  /** Called when no process can be started. */
  onFailed: () => void;
};

type WorkerSlot = { number: number; worker?: Worker; pauseMs: number; timer?: NodeJS.Timeout };

/**
 * Runs this program in several processes on one port. The first process starts alone and the others start
 * once it listens, because it detects invalid settings and does the startup work. A process that exits is
 * replaced.
 */
export class Processes {
  private readonly slots: WorkerSlot[];
  private readonly listening = new Set<Worker>();
  /** Consecutive processes that exited before they listened. */
  private failures = 0;
  private isFirstUp = false;
  private isStopping = false;

  constructor(private readonly options: ProcessesOptions) {
    this.slots = Array.from({ length: options.count }, (_, index) => ({ number: index + 1, pauseMs: 0 }));
    // With round-robin scheduling, a connection that is passed to a process while it is killed would stay
    // open without a response.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    for (const slot of this.slots.slice(0, 1)) this.start(slot);
  }

  /** Stops all processes gracefully. Resolves with whether all exited with code 0. */
  async close(): Promise<boolean> {
    this.stopReplacing();
    const codes = this.workers.map(
      (worker) => new Promise<number>((resolve) => worker.once("exit", (code) => resolve(code))),
    );
    for (const worker of this.workers) worker.process.kill("SIGTERM");
    return (await Promise.all(codes)).every((code) => code === 0);
  }

  /** Kills all processes immediately. */
  kill(): void {
    this.stopReplacing();
    for (const worker of this.workers) worker.process.kill("SIGKILL");
  }

  private get workers(): Worker[] {
    return this.slots.flatMap(({ worker }) => worker ?? []);
  }

  private stopReplacing(): void {
    this.isStopping = true;
    for (const { timer } of this.slots) clearTimeout(timer);
  }

  private start(slot: WorkerSlot): void {
    const { number } = slot;
    const worker = cluster.fork({ [NUMBER]: String(number) });
    slot.worker = worker;
    let listenedMs = Number.POSITIVE_INFINITY;
    // A process that cannot start or receive messages also exits, and the exit handler replaces it.
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
      slot.worker = undefined;
      if (this.isStopping) return;
      if (listenedMs === Number.POSITIVE_INFINITY) this.failures++;
      this.replace(slot, { code, signal }, performance.now() - listenedMs >= WELL_MS);
    });
  }

  private startOthers(address: string, port: number): void {
    if (this.isFirstUp) return;
    this.isFirstUp = true;
    this.options.onListening(address, port);
    for (const slot of this.slots.slice(1)) this.start(slot);
  }

  private replace(slot: WorkerSlot, how: { code: number; signal: string }, wasWell: boolean): void {
    const { log, count } = this.options;
    const { number } = slot;
    if (this.listening.size === 0 && this.failures >= (this.isFirstUp ? count : 1)) {
      this.stopReplacing();
      log.error({ number, ...how }, "no process could be started");
      this.options.onFailed();
      return;
    }
    const pauseMs = wasWell ? 0 : slot.pauseMs;
    slot.pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * pauseMs));
    log.warn({ number, ...how, pauseMs }, "a process ended and is replaced");
    slot.timer = setTimeout(() => this.start(slot), pauseMs);
  }
}
