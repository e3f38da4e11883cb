import { processWide } from "@/lib/service/process-wide";
import { type Tasks, tasks } from "./tasks";

export type RunOptions = {
  /** Ends the task once nobody waits for it. */
  signal?: AbortSignal;
  /** The caller goes on using what it gives: it is copied to the other thread, not handed over. */
  isShared?: boolean;
};

/** Other threads, where a process has any: the self-hosted one. */
export type HeavyPool = { run(name: keyof Tasks, input: object, options: RunOptions): Promise<unknown> };

const shared = processWide<HeavyPool>("heavy-pool");

/** Has the heavy work of this process done by other threads from now on. */
export const provideHeavyPool = (pool: HeavyPool | undefined): void => shared.set(pool);

/**
 * Runs a task in another thread, or where there is none, here. What it is given is handed over: nobody else may use its
 * bytes afterwards. Throws what the task throws, and SERVICE_UNAVAILABLE when the other thread ended or is too busy.
 */
export function runHeavy<Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
  { signal, isShared }: RunOptions = {},
): ReturnType<Tasks[Name]> {
  const pool = shared.get();
  const run = tasks[name] as (given: typeof input) => ReturnType<Tasks[Name]>;
  // A task answers the same wherever it runs.
  return pool ? (pool.run(name, input, { signal, isShared }) as ReturnType<Tasks[Name]>) : run(input);
}
