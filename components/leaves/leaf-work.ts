import { runWorker, type WorkerRun } from "@/components/workers/run-worker";
import type { Bytes, LeafList } from "@/lib/core/merkle/leaf-list";
import type { LeafJobs } from "./leaf-jobs";

/** A job of the worker over the bytes of a leaf list. */
export type LeafRequest = { job: keyof LeafJobs; bytes: Bytes };

type Run = Required<WorkerRun>;

/**
 * Runs a job over packed leaves in a worker, or in chunks on the main thread without worker support.
 * @throws the errors of `runWorker`
 */
async function runJob<Result>(request: LeafRequest, run: Run): Promise<Result> {
  if (typeof Worker === "undefined") {
    const { LEAF_JOBS } = await import("./leaf-jobs");
    return (await LEAF_JOBS[request.job](request.bytes, run.onProgress)) as Result;
  }
  const worker = new Worker(new URL("./leaf-worker.ts", import.meta.url), { type: "module" });
  return runWorker<Result>(worker, request, run);
}

/** Returns the root of the tree over leaves. */
export const getRoot = ({ bytes }: LeafList, run: Run) => runJob<string>({ job: "root", bytes }, run);

/**
 * Returns the index of the first leaf of each beneficiary, and the indexes of beneficiaries that are off the
 * curve.
 */
export const getCurve = ({ bytes }: LeafList, run: Run) =>
  runJob<Awaited<ReturnType<LeafJobs["curve"]>>>({ job: "curve", bytes }, run);
