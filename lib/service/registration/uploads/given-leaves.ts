import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { expireUpload, selectPartContent, type Upload } from "@/db/queries/registration/uploads";
import { ApiError, isApiError } from "@/lib/core/errors";
import { validationError } from "@/lib/core/validation";
import { JsonReader } from "@/lib/service/http/body/json-body";
import type { Services } from "@/lib/service/services";
import { leafList, type ReadList } from "../leaves";
import { aliveUpload, type Hold, uploadNotFound } from "./uploads";

/** Unix seconds that an upload is kept for once it is used. */
const USED_SECONDS = 3_600n;

/** The client of an aborted request does not read this. */
const interrupted = () =>
  new ApiError("SERVICE_UNAVAILABLE", "The request was interrupted; send it again.", undefined, {
    "retry-after": "5",
  });

const gunzipped = promisify(gunzip);

/** What a registration or rotation says of its leaves: the list itself, or where it was uploaded. */
type GivenLeaves = { leaves?: ReadList | undefined; uploadId?: string | undefined; leafCount: number };

export type LeavesRun = { wallet: string; hold: Hold; dryRun: boolean; signal: AbortSignal };

/**
 * Runs with what gives a body's leaves: they are those of the body, or are read from its upload when they are asked for.
 * Once `work` is done, and was no trial, its upload is kept an hour for repeats.
 */
export async function withGivenLeaves<T>(
  services: Pick<Services, "db" | "now">,
  { leaves, uploadId, leafCount, ...run }: GivenLeaves & LeavesRun,
  work: (readLeaves: () => Promise<ReadList>) => Promise<T>,
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
 * The leaves of a whole upload, one part at a time, as if they had come in one body. Refused: an unknown or expired upload,
 * another wallet's, another number of leaves, and one with parts missing.
 */
async function readUpload(
  services: Pick<Services, "db" | "now">,
  { uploadId, leafCount, wallet, hold, signal }: UploadedLeaves,
): Promise<ReadList> {
  const upload = await aliveUpload(services, uploadId);
  if (upload.wallet !== wallet)
    throw new ApiError("FORBIDDEN", "Another wallet opened this upload; open one of your own.");
  if (upload.leafCount !== leafCount) {
    const message = `must be the upload's, which is ${upload.leafCount}`;
    throw validationError([{ path: "leafCount", message }]);
  }
  refuseMissing(upload);
  const list = leafList.reader();
  let [next, held] = [0, 0];
  const onward = {
    field: leafList.field,
    read: (item: unknown, index: number) => {
      list.read(item, index);
      next = index + 1;
    },
    end: () => list,
  };
  for (let part = 0; part < upload.partCount; part++) {
    if (signal.aborted) throw interrupted();
    const stored = await selectPartContent(services.db, { uploadId, part });
    if (!stored) throw uploadNotFound("This upload has expired; open it again.");
    const text = await gunzipped(stored.content, { maxOutputLength: stored.textBytes });
    const value = await readPart(part, new JsonReader({ ...onward, max: leafCount, from: next }), text);
    if (!isListAlone(value, list)) throw unreadablePart(part, 'Send it as {"leaves": […]}.');
    hold(list.size() - held);
    held = list.size();
  }
  return list.end();
}

function refuseMissing({ missing }: Upload): void {
  if (missing.length === 0) return;
  const [first, ...rest] = missing;
  const which = rest.length === 0 ? `part ${first}` : `${missing.length} parts, the first is ${first}`;
  throw new ApiError(
    "CONFLICT",
    `The upload lacks ${which}; send what is missing.`,
    missing.map((part) => ({ path: "uploadId", message: `Part ${part} is missing.`, part })),
  );
}

async function readPart(part: number, reader: JsonReader, text: Uint8Array): Promise<unknown> {
  try {
    await reader.add(text);
    return reader.end();
  } catch (error) {
    // The decoder's, for what is no UTF-8.
    if (error instanceof TypeError) throw unreadablePart(part, "Send it in UTF-8.");
    if (!isApiError(error) || error.details) throw error;
    throw unreadablePart(part, error.message);
  }
}

const isListAlone = (value: unknown, list: object) =>
  typeof value === "object" && value !== null && Reflect.get(value, leafList.field) === list;

const unreadablePart = (part: number, message: string) =>
  new ApiError("VALIDATION_ERROR", `Part ${part} of the upload cannot be read. ${message}`, [
    { path: "uploadId", message, part },
  ]);
