import { expireUpload, selectPartContent, type Upload } from "@/db/queries/registration/uploads";
import { ApiError, retryLater } from "@/lib/core/errors";
import { validationError } from "@/lib/core/validation";
import { runWorkerJob } from "@/lib/service/registration/worker-jobs/run-worker-job";
import type { Services } from "@/lib/service/services";
import type { GivenLeaves } from "../leaves";
import type { StoredPart } from "./read-parts";
import { aliveUpload, uploadNotFound } from "./uploads";

/** Seconds that an upload is kept after its use. */
const USED_SECONDS = 3_600n;

/** An error for an aborted request, whose client does not read it. */
const interrupted = () => retryLater("SERVICE_UNAVAILABLE", "The request was interrupted. Send it again.", 5);

/** The source of the leaves in a registration or rotation: the list itself, or the id of an upload. */
type LeavesSource = { leaves?: GivenLeaves | undefined; uploadId?: string | undefined; leafCount: number };

export type LeavesRun = { wallet: string; dryRun: boolean; signal: AbortSignal };

/**
 * Runs `work` with a function that reads the leaves from the body or from the upload. After `work` succeeds,
 * except in a dry run, the upload is kept for one hour for repeated requests.
 */
export async function withGivenLeaves<T>(
  services: Pick<Services, "db" | "now">,
  { leaves, uploadId, leafCount, ...run }: LeavesSource & LeavesRun,
  work: (readLeaves: () => Promise<GivenLeaves>) => Promise<T>,
): Promise<T> {
  const done = await work(async () => {
    if (leaves) return leaves;
    return readUpload(services, { uploadId: uploadId ?? "", leafCount, ...run });
  });
  if (uploadId !== undefined && !run.dryRun) {
    await expireUpload(services.db, { uploadId, at: services.now() + USED_SECONDS });
  }
  return done;
}

type UploadedLeaves = Omit<LeavesRun, "dryRun"> & { uploadId: string; leafCount: number };

/**
 * Reads the leaves of a complete upload in a worker. Rejects an unknown or expired upload, another wallet's,
 * another number of leaves, and an upload with missing parts.
 */
async function readUpload(
  services: Pick<Services, "db" | "now">,
  { uploadId, leafCount, wallet, signal }: UploadedLeaves,
): Promise<GivenLeaves> {
  const upload = await aliveUpload(services, uploadId);
  if (upload.wallet !== wallet)
    throw new ApiError("FORBIDDEN", "Another wallet created this upload. Create your own upload.");
  if (upload.leafCount !== leafCount) {
    const message = `must be ${upload.leafCount}, as in the upload`;
    throw validationError([{ path: "leafCount", message }]);
  }
  refuseMissing(upload);
  const parts: StoredPart[] = [];
  for (let part = 0; part < upload.partCount; part++) {
    if (signal.aborted) throw interrupted();
    const stored = await selectPartContent(services.db, { uploadId, part });
    if (!stored) throw uploadNotFound("This upload has expired. Create it again.");
    // The driver's buffers may share memory, which cannot be transferred to a thread.
    parts.push({ ...stored, content: new Uint8Array(stored.content) });
  }
  return runWorkerJob("readParts", { leafCount, parts }, { signal });
}

function refuseMissing({ missing }: Upload): void {
  if (missing.length === 0) return;
  const [first, ...rest] = missing;
  const which =
    rest.length === 0
      ? `part ${first} is missing`
      : `${missing.length} parts are missing, the first is ${first}`;
  throw new ApiError(
    "CONFLICT",
    `The upload is incomplete: ${which}. Send the missing parts.`,
    missing.map((part) => ({ path: "uploadId", message: `Part ${part} is missing.`, part })),
  );
}
