import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Piscina } from "piscina";
import { toError } from "@/lib/core/errors";
import { busy } from "@/lib/service/http/limits/concurrency-limit";
import type { Logger } from "@/lib/service/log";
import type { HeavyPool } from "@/lib/service/registration/worker-jobs/run-heavy";
import { buffersOf, type Order, type Outcome } from "./messages";

/** One core is left to the event loop; more threads than requests that may work at once would only wait. */
const MOST_THREADS = 2;
/** Tasks that may wait; admission lets fewer requests come so far. */
const MOST_WAITING = 24;
/** How long a thread is kept for the next task: one that waits holds some 80 MiB. */
const IDLE_MS = 10_000;
/** A list of 100,000 takes a quarter of it as objects. */
const HEAP_MIB_PER_100_000_LEAVES = 512;
/** Gives the event loop's thread the core when both want it. */
const NICE = 5;

/** What an order is handed to: in tests one that fails. */
export type WorkerPoolOptions = { log: Logger; maxLeaves: number; filename?: string };

/** Threads beside the event loop's for heavy work, started when there is some and ended when there is none. */
export function openWorkerPool({
  log,
  maxLeaves,
  filename = join(import.meta.dirname, "worker.ts"),
}: WorkerPoolOptions): HeavyPool & { close(): Promise<void> } {
  const pool = new Piscina({
    filename,
    minThreads: 0,
    maxThreads: Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1)),
    maxQueue: MOST_WAITING,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: heapMib(maxLeaves) },
    // However this process was started, its threads read the same TypeScript.
    execArgv: ["--import", "tsx"],
    env: { ...process.env, TSX_TSCONFIG_PATH: join(import.meta.dirname, "..", "tsconfig.json") },
  });
  // What a thread dies of is said with its task; one that dies without any has nobody to tell.
  pool.on("error", (error) => log.error({ error }, "a worker thread failed"));
  const run: HeavyPool["run"] = async (name, input, { signal, isShared }) => {
    const order: Order = { name, input };
    const transferList = isShared ? [] : buffersOf(input);
    const outcome: Outcome = await pool
      .run(order, { transferList, ...(signal && { signal }) })
      .catch((error: unknown) => {
        if (!signal?.aborted) log.warn({ task: name, error }, "a worker thread did not finish its task");
        throw busy();
      });
    if ("failure" in outcome) throw outcome.failure;
    if ("refusal" in outcome) throw toError(outcome.refusal);
    return outcome.answer;
  };
  return { run, close: () => pool.destroy() };
}

const heapMib = (maxLeaves: number) =>
  HEAP_MIB_PER_100_000_LEAVES * Math.ceil(Math.max(1, maxLeaves / 100_000));
