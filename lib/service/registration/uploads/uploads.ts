import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import {
  countHeldBytes,
  countUploadBytes,
  discardExpiredUploads,
  openUpload,
  selectPart,
  selectUpload,
  storePart,
  type Upload,
  uploadPrice,
} from "@/db/queries/registration/uploads";
import { type AnnouncedUpload, type UploadView, uploadIdentity } from "@/lib/contract/upload";
import { ApiError } from "@/lib/core/errors";
import type { Bytes } from "@/lib/core/merkle/leaf-list";
import { validationError } from "@/lib/core/validation";
import { queryContexts } from "@/lib/service/query-context";
import type { Services } from "@/lib/service/services";

type Hold = (bytes: number) => void;
/** Consumes bytes from the rate limit of the client's network. */
type ConsumeShare = (share: { name: string; limit: number; points: number }) => Promise<void>;

/** Seconds that an upload is kept after it is opened. */
const OPEN_SECONDS = 86_400n;

/** Maximum size of an upload's text: a million leaves fit without their proofs. */
const MAX_UPLOAD_BYTES = 268_435_456;

/** Number of client networks that together can fill the upload storage within a day. */
const NETWORKS = 4;

/** Compression favors speed over size. */
const GZIP = { level: 1 };
const gzipped = promisify(gzip);

const sha256Hex = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/**
 * Opens an upload of leaves in parts, or finds the upload that the wallet opened earlier with the same list
 * and its parts. Rejects, in order: too many leaves, too much text, and more than the storage limit of the
 * wallet or of all wallets.
 */
export async function beginUpload(
  services: Pick<Services, "db" | "env" | "now" | "log">,
  {
    wallet,
    consumeShare: consumeUploadShare,
    ...announced
  }: AnnouncedUpload & { wallet: string; consumeShare: ConsumeShare },
): Promise<{ created: boolean; upload: UploadView }> {
  const { db, env, now } = services;
  const textBytes = announced.parts.reduce((sum, { bytes }) => sum + bytes, 0);
  if (announced.leafCount > env.MAX_UPLOAD_LEAVES) {
    const message = `must be at most ${env.MAX_UPLOAD_LEAVES}; split the campaign`;
    throw validationError([{ path: "leafCount", message }]);
  }
  if (textBytes > MAX_UPLOAD_BYTES) {
    throw new ApiError(
      "PAYLOAD_TOO_LARGE",
      `An upload can have at most ${MAX_UPLOAD_BYTES} bytes. Omit the proofs to rebuild the tree from the leaves.`,
    );
  }
  const id = sha256Hex(uploadIdentity(wallet, announced));
  const price = uploadPrice(announced.parts.length);
  const refuseFull = async (reads: Services["db"], added: number) => {
    const { own, all } = await countUploadBytes(reads, { wallet, uploadId: id, now: now() });
    if (own + textBytes + price > env.UPLOAD_BYTES_PER_WALLET || all + added > env.UPLOAD_BYTES) throw full();
  };
  await refuseFull(db, price);
  sweep(services);
  if ((await selectUpload(db, { uploadId: id })) === null) {
    const limit = Math.max(env.UPLOAD_BYTES / NETWORKS, MAX_UPLOAD_BYTES);
    await consumeUploadShare({ name: "uploads", limit, points: textBytes + price });
  }
  const opened = { id, wallet, ...announced, expiresAt: now() + OPEN_SECONDS };
  const { created } = await openUpload(db, opened, (tx) => refuseFull(tx, 0));
  return { created, upload: await findUpload(services, { uploadId: id }) };
}

const full = () =>
  new ApiError(
    "FORBIDDEN",
    "The limit of unregistered uploads is reached. Register an upload, or try again in a day.",
  );

/** Deletes expired uploads in the background, outside the context of the request. */
function sweep({ db, now, log }: Pick<Services, "db" | "now" | "log">): void {
  queryContexts.run({}, () =>
    discardExpiredUploads(db, now()).catch((error: unknown) => {
      log.warn({ error }, "expired uploads could not be deleted; the next upload tries again");
    }),
  );
}

/** Returns an unexpired upload with its missing parts. */
export async function findUpload(
  services: Pick<Services, "db" | "now">,
  { uploadId }: { uploadId: string },
): Promise<UploadView> {
  const { id, wallet: _, expiresAt, ...upload } = await aliveUpload(services, uploadId);
  return { uploadId: id, ...upload, expiresAt: Number(expiresAt) };
}

/** Returns an unexpired upload. Throws NOT_FOUND otherwise. */
export async function aliveUpload(
  { db, now }: Pick<Services, "db" | "now">,
  uploadId: string,
): Promise<Upload> {
  return requireAlive(await selectUpload(db, { uploadId }), now());
}

function requireAlive<T extends { expiresAt: bigint }>(upload: T | null, now: bigint): T {
  if (upload === null) throw uploadNotFound("This upload does not exist. Create it again.");
  if (upload.expiresAt > now) return upload;
  throw uploadNotFound("This upload has expired. Create it again.");
}

export const uploadNotFound = (message: string) =>
  new ApiError("NOT_FOUND", message, [{ path: "uploadId", message }]);

export type ArrivingPart = {
  uploadId: string;
  part: number;
  /** Throws if the request declares more bytes than this. */
  checkDeclaredSize: (maxBytes: number) => void;
  /** The text of the part, decompressed. */
  stream: AsyncIterable<Bytes>;
  hold: Hold;
};

/**
 * Stores a part of an upload if it matches its announcement; repeating the request has no effect. Before it
 * reads the body, it rejects an unknown or expired upload, an unknown part number, and a declared length
 * above the announced one. Then it rejects a body that is too long or has another hash.
 */
export async function receivePart(
  { db, env, now }: Pick<Services, "db" | "env" | "now">,
  { uploadId, part, checkDeclaredSize, stream, hold }: ArrivingPart,
): Promise<void> {
  const [found, all] = await Promise.all([
    selectPart(db, { uploadId, part }),
    countHeldBytes(db, { now: now() }),
  ]);
  const { partCount, sha256, textBytes, isStored } = requireAlive(found, now());
  if (sha256 === null || textBytes === null)
    throw new ApiError("NOT_FOUND", `This upload has no part ${part}. Its parts are 0 to ${partCount - 1}.`);
  checkDeclaredSize(textBytes);
  hold(textBytes);
  const text = await readText(stream, textBytes);
  if (text.length !== textBytes || sha256Hex(text) !== sha256) {
    const message = `The part has ${text.length} bytes and a different SHA-256 than the declared ${textBytes} bytes.`;
    throw new ApiError("VALIDATION_ERROR", `Part ${part} does not match its declaration. ${message}`, [
      { path: "part", message },
    ]);
  }
  if (isStored) return;
  const content = await gzipped(text, GZIP);
  if (all + content.length > env.UPLOAD_BYTES) throw full();
  await storePart(db, { uploadId, part, content }, async (tx) => {
    if ((await countHeldBytes(tx, { now: now() })) > env.UPLOAD_BYTES) throw full();
  });
}

/** Reads all bytes of a stream. Throws PAYLOAD_TOO_LARGE at the first byte beyond `max`. */
async function readText(stream: AsyncIterable<Bytes>, max: number): Promise<Uint8Array> {
  const text = new Uint8Array(max);
  let length = 0;
  for await (const chunk of stream) {
    if (length + chunk.length > max) {
      throw new ApiError("PAYLOAD_TOO_LARGE", `The part must have at most the declared ${max} bytes.`);
    }
    text.set(chunk, length);
    length += chunk.length;
  }
  return text.subarray(0, length);
}
