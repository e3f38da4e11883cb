import { ConnectionLost } from "@/components/service/service-fetch";
import type { Translator } from "@/lib/core/i18n/translator";
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import type { LeafJobs } from "./leaf-jobs";

type WorkerMessage<Result> =
  | { done: number; total: number }
  | { result: Result }
  | { failure: string | null };

/** `onProgress` receives the progress. `t` translates error messages. */
type Run = { t: Translator; onProgress: (done: number, total: number) => void };

type Job = Run & { job: keyof LeafJobs; leaves: LeafList };

/**
 * Runs a job over packed leaves in a worker, or in chunks on the main thread without worker support.
 * @throws ConnectionLost if the script of the worker fails to load
 */
async function runJob<Result>({ t, job, leaves, onProgress }: Job): Promise<Result> {
  if (typeof Worker === "undefined") {
    const { LEAF_JOBS } = await import("./leaf-jobs");
    return (await LEAF_JOBS[job](leaves.bytes, onProgress)) as Result;
  }
  const worker = new Worker(new URL("./leaf-worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<Result>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerMessage<Result>>) => {
        if ("result" in data) resolve(data.result);
        else if ("failure" in data) reject(new Error(data.failure ?? t("The task failed.")));
        else onProgress(data.done, data.total);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        // An error of a running script has a message. A script that failed to load has none.
        const hasRun = event instanceof ErrorEvent && event.message !== "";
        reject(
          hasRun
            ? new Error(
                t(
                  "The browser stopped this task, probably because it ran out of memory. Reload the page and try again.",
                ),
              )
            : new ConnectionLost(
                t("Part of the page could not be loaded. Check your connection and try again."),
              ),
        );
      };
      worker.postMessage({ job, bytes: leaves.bytes });
    });
  } finally {
    worker.terminate();
  }
}

/** Returns the root of the tree over leaves. */
export const rootOf = (leaves: LeafList, run: Run) => runJob<string>({ ...run, job: "root", leaves });

/**
 * Returns the index of the first leaf of each beneficiary, and the indexes of beneficiaries that are off the
 * curve.
 */
export const curveOf = (leaves: LeafList, run: Run) =>
  runJob<Awaited<ReturnType<LeafJobs["curve"]>>>({ ...run, job: "curve", leaves });
