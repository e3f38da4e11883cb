import { type AnnouncedUpload, type UploadView, uploadIdentity } from "@/lib/contract/upload";
import { createPacer } from "@/lib/core/pacer";
import { toHex } from "@/lib/core/solana/hex";
import { ApiClientError } from "./api-error";
import { type Pause, repeatedly } from "./repeat";

/** Leaves beyond these are uploaded in parts before the call that needs them. */
const LEAVES_IN_A_BODY = 10_000;

/** Text of a part, in bytes: on a slow line a part that is lost is not much lost. */
const PART_BYTES = 524_288;
const PARTS_AT_ONCE = 3;

/** A part is sent so often before the upload is given up; together the pauses last about a minute. */
const ATTEMPTS = 8;

export type UploadRun = {
  /** Told how many parts of all have come. */
  onUpload?: (done: number, total: number) => void;
  /** Waits before a part is sent again. */
  pause?: Pause;
};

/** The calls that an upload is made of; `put` sends once. */
export type UploadCalls = {
  find(uploadId: string): Promise<UploadView>;
  open(announced: AnnouncedUpload): Promise<UploadView>;
  put(of: {
    uploadId: string;
    part: number;
    body: Uint8Array<ArrayBuffer>;
    isGzip: boolean;
  }): Promise<unknown>;
};

/** A list that need not be in memory as a whole; an array is one. */
type LeafBodies = { readonly length: number; slice(from: number, to: number): readonly unknown[] };

/** A body whose leaves are too many for one request. */
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
 * Sends a body's leaves in parts, then the rest of it by `send` with the upload's id in their place. Parts that have come
 * before, from here or another tab, are not sent again; what a bad line loses is. Once an upload has expired on the way it is
 * made anew.
 */
export async function sendInParts<T>(
  { leaves, ...rest }: LongBody,
  of: { wallet: string; calls: UploadCalls; run: UploadRun; send: (body: object) => Promise<T> },
): Promise<T> {
  const pieces = await cutLeaves(leaves);
  const announced = {
    leafCount: leaves.length,
    parts: pieces.map(({ sha256, bytes }) => ({ sha256, bytes })),
  };
  const uploadId = await sha256Hex(encode(uploadIdentity(of.wallet, announced)));
  const uploadOnce = async () => {
    const upload = await findOrOpen({ uploadId, announced }, of);
    await sendMissing(upload, { leaves, pieces, ...of });
    return of.send({ ...rest, uploadId });
  };
  try {
    return await uploadOnce();
  } catch (error) {
    if (!isUploadLost(error)) throw error;
    return uploadOnce();
  }
}

/** A run of leaves that is one part, and what is announced of it. Its text is made again when it is sent: all is too long. */
type Piece = { from: number; to: number; sha256: string; bytes: number };

const LEAVES_A_LOOK = 100;

async function cutLeaves(leaves: LeafBodies): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const pacer = createPacer();
  let [from, length] = [0, 0];
  const cutBefore = async (to: number) => {
    const text = partText(leaves, { from, to });
    pieces.push({ from, to, sha256: await sha256Hex(text), bytes: text.length });
    [from, length] = [to, 0];
  };
  for (let begin = 0; begin < leaves.length; begin += LEAVES_A_LOOK) {
    for (const [at, leaf] of leaves.slice(begin, begin + LEAVES_A_LOOK).entries()) {
      const own = encode(JSON.stringify(leaf)).length + 1;
      if (begin + at > from && length + own > PART_BYTES - ENVELOPE.length) await cutBefore(begin + at);
      length += own;
    }
    // Hashing need not let anything else have its turn.
    if (pacer.due()) await pacer.pause();
  }
  await cutBefore(leaves.length);
  return pieces;
}

const ENVELOPE = JSON.stringify({ leaves: [] });

const partText = (leaves: LeafBodies, { from, to }: Pick<Piece, "from" | "to">) =>
  encode(JSON.stringify({ leaves: leaves.slice(from, to) }));

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Only to open it takes the wallet. */
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

type Sending = { leaves: LeafBodies; pieces: readonly Piece[]; calls: UploadCalls; run: UploadRun };

async function sendMissing(
  { uploadId, missing, partCount }: UploadView,
  { leaves, pieces, calls, run }: Sending,
): Promise<void> {
  let done = partCount - missing.length;
  let isOver = false;
  run.onUpload?.(done, partCount);
  const waiting = missing.values();
  const pacer = createPacer();
  const sendNext = async () => {
    // One iterator for all who send, so that each part is one's alone.
    for (const part of waiting) {
      const piece = pieces[part];
      if (isOver || !piece) return;
      if (pacer.due()) await pacer.pause();
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
  // What is under way arrives all the same, so that whoever goes on finds it there.
  for (const end of await Promise.allSettled(ends)) if (end.status === "rejected") throw end.reason;
}

async function compressed(text: Uint8Array<ArrayBuffer>) {
  if (typeof CompressionStream === "undefined") return { body: text, isGzip: false };
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return { body: new Uint8Array(await new Response(stream).arrayBuffer()), isGzip: true };
}

/** Does again what needs no signature. */
const patiently = <T>(work: () => Promise<T>, { pause }: UploadRun): Promise<T> =>
  repeatedly(work, { attempts: ATTEMPTS, pause });

/** Whether a call failed for an upload that is gone, or not whole any more. */
const isUploadLost = (error: unknown): boolean =>
  error instanceof ApiClientError &&
  ["NOT_FOUND", "CONFLICT"].includes(error.code) &&
  error.details.some(({ path }) => path === "uploadId");

export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Browsers give `subtle` to secure contexts only, which a service in the local network is none of.
  if (!globalThis.crypto?.subtle) return (await import("./sha256")).sha256Slowly(bytes);
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
