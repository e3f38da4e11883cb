import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Piscina } from "piscina";
import { toError } from "@/lib/core/errors";
import { busy } from "@/lib/service/http/limits/concurrency-limit";
import type { Logger } from "@/lib/service/log";
import type { WorkerPool } from "@/lib/service/registration/worker-jobs/run-worker-job";
import { findBuffers, type WorkerRequest, type WorkerResponse } from "./messages";

/**
 * One core is reserved for the event loop. More threads than concurrent expensive requests would only wait.
 */
const MAX_THREADS = 2;
/** Maximum queued tasks; the concurrency limit admits fewer requests. */
const MAX_WAITING = 24;
/** Time after which an idle thread stops: an idle thread holds about 80 MiB. */
const IDLE_MS = 10_000;
/** A list of 100,000 leaves takes a quarter of this as objects. */
const HEAP_MIB_PER_100_000_LEAVES = 512;
/** Prioritizes the thread of the event loop when both need the core. */
const NICE = 5;

/** Options of the pool; tests set `filename` to a worker that fails. */
export type WorkerPoolOptions = { log: Logger; maxLeaves: number; filename?: string };

/** Opens a pool of worker threads for expensive work. Threads start on demand and stop when idle. */
export function openWorkerPool({
  log,
  maxLeaves,
  filename = join(import.meta.dirname, "worker.ts"),
}: WorkerPoolOptions): WorkerPool & { close(): Promise<void> } {
  const heapMib = HEAP_MIB_PER_100_000_LEAVES * Math.ceil(Math.max(1, maxLeaves / 100_000));
  const pool = new Piscina({
    filename,
    minThreads: 0,
    maxThreads: Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)),
    maxQueue: MAX_WAITING,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: heapMib },
    // Threads load the same TypeScript regardless of how this process was started.
    execArgv: ["--import", "tsx"],
    env: { ...process.env, TSX_TSCONFIG_PATH: join(import.meta.dirname, "..", "tsconfig.json") },
  });
  // The error of a thread with a task rejects that task. This handler logs the error of an idle thread.
  pool.on("error", (error) => log.error({ error }, "a worker thread failed"));
  const run: WorkerPool["run"] = async (name, input, { signal, isShared }) => {
    const order: WorkerRequest = { name, input };
    const transferList = isShared ? [] : findBuffers(input);
    const outcome: WorkerResponse = await pool
      .run(order, { transferList, ...(signal && { signal }) })
      .catch((error: unknown) => {
        if (!signal?.aborted) log.warn({ task: name, error }, "a worker thread did not finish its task");
        throw busy();
      });
    if ("failure" in outcome) throw outcome.failure;
    if ("refusal" in outcome) throw toError(outcome.refusal);
    return outcome.result;
  };
  return { run, close: () => pool.destroy() };
}
