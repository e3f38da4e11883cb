import { type AnnouncedUpload, type UploadView, uploadIdentity } from "@/lib/contract/upload";
import { createScheduler } from "@/lib/core/cooperative-scheduler";
import { toHex } from "@/lib/core/solana/hex";
import { ApiClientError } from "./api-error";
import { type Pause, withRetries } from "./retry";

/** Maximum leaves in one body; longer lists are first uploaded in parts. */
const LEAVES_IN_A_BODY = 10_000;

/** Maximum size of a part in bytes. On a slow line, the loss of a small part costs little. */
const PART_BYTES = 524_288;
const PARTS_AT_ONCE = 3;

/** Attempts per part before the upload fails; all pauses together last about a minute. */
const ATTEMPTS = 8;

export type UploadRun = {
  /** Receives the number of uploaded parts and their total. */
  onUpload?: (done: number, total: number) => void;
  /** Delays the next attempt for a part. */
  pause?: Pause;
};

/** The API calls of an upload; `put` makes one attempt. */
export type UploadCalls = {
  find(uploadId: string): Promise<UploadView>;
  open(announced: AnnouncedUpload): Promise<UploadView>;
  put(input: {
    uploadId: string;
    part: number;
    body: Uint8Array<ArrayBuffer>;
    isGzip: boolean;
  }): Promise<unknown>;
};

/** An array, or a list that is encoded slice by slice instead of held in memory. */
type LeafBodies = { readonly length: number; slice(from: number, to: number): readonly unknown[] };

/** A body with too many leaves for one request. */
export type LongBody = { leaves: LeafBodies };

export const isLong = (body: unknown): body is LongBody =>
  typeof body === "object" &&
  body !== null &&
  "leaves" in body &&
  typeof body.leaves === "object" &&
  body.leaves !== null &&
  "length" in body.leaves &&
  Number(body.leaves.length) > LEAVES_IN_A_BODY;

/**
 * Uploads the leaves of a body in parts, then calls `send` with the upload's id in place of the leaves. Parts
 * that arrived earlier, also from another tab, are not sent again; only lost parts are retried. An upload
 * that expires in the meantime is opened once more.
 */
export async function sendInParts<T>(
  { leaves, ...rest }: LongBody,
  input: { wallet: string; calls: UploadCalls; run: UploadRun; send: (body: object) => Promise<T> },
): Promise<T> {
  const chunks = await cutLeaves(leaves);
  const announced = {
    leafCount: leaves.length,
    parts: chunks.map(({ sha256, bytes }) => ({ sha256, bytes })),
  };
  const uploadId = await sha256Hex(encode(uploadIdentity(input.wallet, announced)));
  const uploadOnce = async () => {
    const upload = await findOrOpen({ uploadId, announced }, input);
    await sendMissing(upload, { leaves, chunks: chunks, ...input });
    return input.send({ ...rest, uploadId });
  };
  try {
    return await uploadOnce();
  } catch (error) {
    if (!isUploadLost(error)) throw error;
    return uploadOnce();
  }
}

/**
 * The leaf range of one part, with its announced hash and size. The text is encoded again for sending,
 * because all parts together are too large for memory.
 */
type Piece = { from: number; to: number; sha256: string; bytes: number };

const LEAVES_PER_CHUNK = 100;

async function cutLeaves(leaves: LeafBodies): Promise<Piece[]> {
  const chunks: Piece[] = [];
  const scheduler = createScheduler();
  let [from, length] = [0, 0];
  const cutBefore = async (to: number) => {
    const text = partText(leaves, { from, to });
    chunks.push({ from, to, sha256: await sha256Hex(text), bytes: text.length });
    [from, length] = [to, 0];
  };
  for (let begin = 0; begin < leaves.length; begin += LEAVES_PER_CHUNK) {
    for (const [at, leaf] of leaves.slice(begin, begin + LEAVES_PER_CHUNK).entries()) {
      const own = encode(JSON.stringify(leaf)).length + 1;
      if (begin + at > from && length + own > PART_BYTES - ENVELOPE.length) await cutBefore(begin + at);
      length += own;
    }
    // Hashing may complete without yielding to the event loop.
    if (scheduler.due()) await scheduler.pause();
  }
  await cutBefore(leaves.length);
  return chunks;
}

const ENVELOPE = JSON.stringify({ leaves: [] });

const partText = (leaves: LeafBodies, { from, to }: Pick<Piece, "from" | "to">) =>
  encode(JSON.stringify({ leaves: leaves.slice(from, to) }));

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Finds an upload or opens it; only opening needs a wallet signature. */
async function findOrOpen(
  { uploadId, announced }: { uploadId: string; announced: AnnouncedUpload },
  { calls, run }: Pick<Sending, "calls" | "run">,
): Promise<UploadView> {
  try {
    return await patiently(() => calls.find(uploadId), run);
  } catch (error) {
    if (!(error instanceof ApiClientError && error.code === "NOT_FOUND")) throw error;
    return calls.open(announced);
  }
}

type Sending = { leaves: LeafBodies; chunks: readonly Piece[]; calls: UploadCalls; run: UploadRun };

async function sendMissing(
  { uploadId, missing, partCount }: UploadView,
  { leaves, chunks, calls, run }: Sending,
): Promise<void> {
  let done = partCount - missing.length;
  let isOver = false;
  run.onUpload?.(done, partCount);
  const waiting = missing.values();
  const scheduler = createScheduler();
  const sendNext = async () => {
    // The concurrent senders share one iterator, so that each part is sent once.
    for (const part of waiting) {
      const piece = chunks[part];
      if (isOver || !piece) return;
      if (scheduler.due()) await scheduler.pause();
      const { body, isGzip } = await compressed(partText(leaves, piece));
      await patiently(() => calls.put({ uploadId, part, body, isGzip }), run);
      run.onUpload?.(++done, partCount);
    }
  };
  const stopOthers = (error: unknown) => {
    isOver = true;
    throw error;
  };
  const ends = Array.from({ length: PARTS_AT_ONCE }, () => sendNext().catch(stopOthers));
  // Parts in flight still arrive, so a resumed upload finds them on the server.
  for (const end of await Promise.allSettled(ends)) if (end.status === "rejected") throw end.reason;
}

async function compressed(text: Uint8Array<ArrayBuffer>) {
  if (typeof CompressionStream === "undefined") return { body: text, isGzip: false };
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return { body: new Uint8Array(await new Response(stream).arrayBuffer()), isGzip: true };
}

/** Retries calls that need no signature. */
const patiently = <T>(work: () => Promise<T>, { pause }: UploadRun): Promise<T> =>
  withRetries(work, { attempts: ATTEMPTS, pause });

/** Returns whether a call failed because the upload expired or is incomplete. */
const isUploadLost = (error: unknown): boolean =>
  error instanceof ApiClientError &&
  ["NOT_FOUND", "CONFLICT"].includes(error.code) &&
  error.details.some(({ path }) => path === "uploadId");

export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Browsers expose `subtle` only in secure contexts. A service in the local network without HTTPS is not
  // one.
  if (!globalThis.crypto?.subtle) return (await import("./sha256")).sha256Slowly(bytes);
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
