import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import {
  countHeldBytes,
  countUploadBytes,
  discardExpiredUploads,
  expireUpload,
  openUpload,
  selectPart,
  selectPartContent,
  selectUpload,
  storePart,
  type Upload,
  uploadPrice,
} from "@/db/queries/registration/uploads";
import { type AnnouncedUpload, type UploadView, uploadIdentity } from "@/lib/core/views/upload";
import { askers } from "@/lib/service/asker";
import type { Bytes } from "@/lib/service/heavy/packed-bytes";
import { busy } from "@/lib/service/http/admission/lane";
import { refuseDeclaredSize } from "@/lib/service/http/body/body";
import { JsonReader } from "@/lib/service/http/body/json-body";
import { ApiError, isApiError } from "@/lib/service/http/errors";
import { validationError } from "@/lib/service/http/input";
import type { ApiRequest } from "@/lib/service/http/message";
import type { Services } from "@/lib/service/services";
import { leafList, type ReadList } from "./leaves";

type Hold = (bytes: number) => void;

/** Unix seconds that an upload is kept for once it is opened, and once it is used. */
const [OPEN_SECONDS, USED_SECONDS] = [86_400n, 3_600n];

/**
 * An upload's text, in largest bodies: packed, leaves take half of their text or less, and a client may hold two largest
 * bodies in memory at once.
 */
const LARGEST_BODIES = 4;

/** Parts are stored as fast as they come rather than as small as they can be. */
const GZIP = { level: 1 };
const [gzipped, gunzipped] = [promisify(gzip), promisify(gunzip)];

/** For whoever is not there to read it. */
const RETRY_SECONDS = 5;

const sha256Hex = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/**
 * Opens an upload of leaves in parts, or finds the one that the wallet opened with the same list before, whose parts stay.
 * Refused, in order: too many leaves, too much text, and more than is kept of a wallet, or of all.
 */
export async function beginUpload(
  services: Pick<Services, "db" | "env" | "now" | "log">,
  { wallet, ...announced }: AnnouncedUpload & { wallet: string },
): Promise<{ created: boolean; upload: UploadView }> {
  const { db, env, now } = services;
  const textBytes = announced.parts.reduce((sum, { bytes }) => sum + bytes, 0);
  if (announced.leafCount > env.MAX_UPLOAD_LEAVES) {
    const message = `must be at most ${env.MAX_UPLOAD_LEAVES}; split the campaign`;
    throw validationError([{ path: "leafCount", message }]);
  }
  if (textBytes > LARGEST_BODIES * env.MAX_BODY_BYTES) {
    throw new ApiError(
      "PAYLOAD_TOO_LARGE",
      `Upload at most ${LARGEST_BODIES * env.MAX_BODY_BYTES} bytes; leave the proofs out, and the tree is rebuilt.`,
    );
  }
  const id = sha256Hex(uploadIdentity(wallet, announced));
  const { own, all } = await countUploadBytes(db, { wallet, uploadId: id, now: now() });
  const price = uploadPrice(announced.parts.length);
  if (own + textBytes + price > env.UPLOAD_BYTES_PER_WALLET || all + price > env.UPLOAD_BYTES) throw full();
  sweep(services);
  const { created } = await openUpload(db, { id, wallet, ...announced, expiresAt: now() + OPEN_SECONDS });
  return { created, upload: await findUpload(services, { uploadId: id }) };
}

const full = () =>
  new ApiError(
    "FORBIDDEN",
    "No more is kept of uploads that are not registered yet: register what was uploaded, or try again in a day.",
  );

/** Deletes in the background what has expired, for nobody in particular. */
function sweep({ db, now, log }: Pick<Services, "db" | "now" | "log">): void {
  askers().run({}, () =>
    discardExpiredUploads(db, now()).catch((error: unknown) => {
      log.warn({ error }, "expired uploads could not be deleted; the next upload tries again");
    }),
  );
}

/** An upload that has not expired, and which of its parts are missing. */
export async function findUpload(
  services: Pick<Services, "db" | "now">,
  { uploadId }: { uploadId: string },
): Promise<UploadView> {
  const { id, wallet: _, expiresAt, ...upload } = await aliveUpload(services, uploadId);
  return { uploadId: id, ...upload, expiresAt: Number(expiresAt) };
}

async function aliveUpload({ db, now }: Pick<Services, "db" | "now">, uploadId: string): Promise<Upload> {
  return requireAlive(await selectUpload(db, { uploadId }), now());
}

function requireAlive<T extends { expiresAt: bigint }>(upload: T | null, now: bigint): T {
  if (upload === null) throw new ApiError("NOT_FOUND", "There is no such upload; open it again.");
  if (upload.expiresAt > now) return upload;
  throw new ApiError("NOT_FOUND", "This upload has expired; open it again.");
}

export type ArrivingPart = {
  uploadId: string;
  part: number;
  request: ApiRequest;
  /** Its text, inflated. */
  stream: ReadableStream<Bytes>;
  hold: Hold;
};

/**
 * Keeps a part of an upload when it is what was announced, however often it comes. Refused before any of it is read: an
 * unknown or expired upload, a number that it does not have, and a stated length beyond the announced one; then the first
 * byte too many, and another hash.
 */
export async function takePart(
  { db, env, now }: Pick<Services, "db" | "env" | "now">,
  { uploadId, part, request, stream, hold }: ArrivingPart,
): Promise<void> {
  const [found, all] = await Promise.all([
    selectPart(db, { uploadId, part }),
    countHeldBytes(db, { now: now() }),
  ]);
  const { partCount, sha256, textBytes, isStored } = requireAlive(found, now());
  if (sha256 === null || textBytes === null)
    throw new ApiError("NOT_FOUND", `This upload has the parts 0 to ${partCount - 1}, and no ${part}.`);
  refuseDeclaredSize(request, textBytes);
  hold(textBytes);
  const text = await readText(stream, textBytes);
  if (text.length !== textBytes || sha256Hex(text) !== sha256) {
    const message = `It has ${text.length} bytes and another SHA-256 than the ${textBytes} that were announced.`;
    throw new ApiError("VALIDATION_ERROR", `Send part ${part} as it was announced: ${message}`, [
      { path: "part", message },
    ]);
  }
  if (isStored) return;
  const content = await gzipped(text, GZIP);
  if (all + content.length > env.UPLOAD_BYTES) throw full();
  await storePart(db, { uploadId, part, content });
}

/** All of a stream's bytes; PAYLOAD_TOO_LARGE at the first beyond `max`. */
async function readText(stream: ReadableStream<Bytes>, max: number): Promise<Uint8Array> {
  const text = new Uint8Array(max);
  let length = 0;
  for await (const chunk of stream) {
    if (length + chunk.length > max) {
      throw new ApiError("PAYLOAD_TOO_LARGE", `Send at most the ${max} bytes that were announced of it.`);
    }
    text.set(chunk, length);
    length += chunk.length;
  }
  return text.subarray(0, length);
}

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

/**
 * The leaves of a whole upload, one part at a time, as if they had come in one body. Refused: an unknown or expired upload,
 * another wallet's, another number of leaves, and one with parts missing.
 */
async function readUpload(
  services: Pick<Services, "db" | "now">,
  {
    uploadId,
    leafCount,
    wallet,
    hold,
    signal,
  }: Omit<LeavesRun, "dryRun"> & { uploadId: string; leafCount: number },
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
    if (signal.aborted) throw busy(RETRY_SECONDS);
    const stored = await selectPartContent(services.db, { uploadId, part });
    if (!stored) throw new ApiError("NOT_FOUND", "This upload has expired; open it again.");
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
