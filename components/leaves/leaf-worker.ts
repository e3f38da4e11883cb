import { serveWorker } from "@/components/workers/serve-worker";
import { LEAF_JOBS } from "./leaf-jobs";
import type { LeafRequest } from "./leaf-work";

serveWorker(({ job, bytes }: LeafRequest, onProgress) => LEAF_JOBS[job](bytes, onProgress));
