import { globalSingleton } from "@/lib/service/global-singleton";
import { type Tasks, tasks } from "./tasks";

export type RunOptions = {
  /** Ends the task when no caller waits for it. */
  signal?: AbortSignal;
  /** The caller continues to use the input, so it is copied to the other thread instead of transferred. */
  isShared?: boolean;
};

/** The worker threads of the self-hosted process. */
export type WorkerPool = { run(name: keyof Tasks, input: object, options: RunOptions): Promise<unknown> };

const shared = globalSingleton<WorkerPool>("worker-pool");

/** Sets the pool that runs the worker jobs of this process. */
export const provideWorkerPool = (pool: WorkerPool | undefined): void => shared.set(pool);

/**
 * Runs a worker job in another thread, or in this thread if there is no pool. The input is transferred, so
 * its bytes cannot be used afterwards. Throws the errors of the job, and SERVICE_UNAVAILABLE if the other
 * thread ended or is too busy.
 */
export function runWorkerJob<Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
  { signal, isShared }: RunOptions = {},
): ReturnType<Tasks[Name]> {
  const pool = shared.get();
  const run = tasks[name] as (params: typeof input) => ReturnType<Tasks[Name]>;
  // A job returns the same type in any thread.
  return pool ? (pool.run(name, input, { signal, isShared }) as ReturnType<Tasks[Name]>) : run(input);
}
