import type { Bytes } from "@/lib/core/merkle/leaf-list";
import { LEAF_JOBS, type LeafJobs } from "./leaf-jobs";

/** Runs one job. The page terminates the worker afterwards. */
self.onmessage = async ({ data }: MessageEvent<{ job: keyof LeafJobs; bytes: Bytes }>) => {
  try {
    const onProgress = (done: number, total: number) => self.postMessage({ done, total });
    self.postMessage({ result: await LEAF_JOBS[data.job](data.bytes, onProgress) });
  } catch (error) {
    self.postMessage({ failure: error instanceof Error ? error.message : null });
  }
};
