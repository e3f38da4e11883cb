import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ApiError } from "@/lib/core/errors";
import { requireNoBody, requireSigned } from "@/lib/service/auth/signed-request";
import { withLeastRate } from "./upload-pace";

/** Compressed bytes may exceed their content by this much (headers, incompressible blocks) before it looks wrong. */
const COMPRESSION_SLACK_BYTES = 65_536;

/** Leaves with proofs shrink to a twelfth, indented ones to a thirtieth; what shrinks further says nothing. */
const MAX_INFLATION = 100;
/** Up to here any ratio will do. */
const FREE_INFLATED_BYTES = 1_048_576;

const tooLarge = (maxBytes: number) =>
  new ApiError(
    "PAYLOAD_TOO_LARGE",
    `Send a body of at most ${maxBytes} bytes, measured after decompression.`,
  );

export type Bytes = Uint8Array<ArrayBuffer>;

export type BodyOptions = {
  /** Measured after decompression. */
  maxBytes: number;
  /** What the wallet signed for, of the bytes as they were sent. */
  sha256?: string | null;
  /** Told of all bytes as they come, to count them as held; throws when there are too many. */
  hold?: (bytes: number) => void;
};

/** Refuses a body that states itself to be too long, before any of it is read. */
export function refuseDeclaredSize(request: Request, maxBytes: number): void {
  const stated = Number(request.headers.get("content-length") ?? 0);
  const isGzip = (request.headers.get("content-encoding") ?? "").includes("gzip");
  if (stated > maxBytes + (isGzip ? COMPRESSION_SLACK_BYTES : 0)) throw tooLarge(maxBytes);
}

/**
 * The request's bytes, inflated when gzipped, and cut off with PAYLOAD_TOO_LARGE once more than `maxBytes` came. Read
 * from the socket only as fast as they are taken, where the process holds it.
 */
export function openBody(request: Request, options: BodyOptions): AsyncIterable<Bytes> {
  const { maxBytes, sha256 = null, hold } = options;
  const encoding = (request.headers.get("content-encoding") ?? "identity").trim().toLowerCase();
  const isGzip = encoding === "gzip" || encoding === "x-gzip";
  if (!request.body) requireNoBody(sha256);
  else if (!isGzip && encoding !== "identity") {
    throw new ApiError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the body uncompressed or with Content-Encoding: gzip.",
    );
  }
  return readChunks(request.body, { maxBytes, sha256, isGzip, hold: hold ?? (() => undefined) });
}

type ReadOptions = Required<BodyOptions> & { isGzip: boolean };

/** Yields a body's chunks; everything that it throws is an ApiError. */
async function* readChunks(
  source: Request["body"],
  { maxBytes, sha256, isGzip, hold }: ReadOptions,
): AsyncGenerator<Bytes> {
  if (!source) return;
  let [received, inflated] = [0, 0];
  const sent = eachChunk(requireSigned(withLeastRate(source), sha256), (bytes) => {
    received += bytes;
    if (received > maxBytes + COMPRESSION_SLACK_BYTES) throw tooLarge(maxBytes);
  });
  try {
    for await (const chunk of isGzip ? inflate(sent) : sent) {
      inflated += chunk.byteLength;
      if (inflated > maxBytes) throw tooLarge(maxBytes);
      refuseInflation(inflated, received);
      hold(chunk.byteLength);
      yield chunk;
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/**
 * Returns the inflated bytes of a gzip stream, member after member. `DecompressionStream` cannot replace zlib's stream:
 * Node writes another chunk to one that was canceled between two chunks, and throws an error that nothing can catch.
 */
export function inflate(source: AsyncIterable<Bytes>): AsyncIterable<Bytes> {
  // The reader of the chunks receives every failure.
  return pipeline(Readable.from(source), createGunzip(), () => undefined);
}

async function* eachChunk(source: AsyncIterable<Bytes>, check: (bytes: number) => void) {
  for await (const chunk of source) {
    check(chunk.byteLength);
    yield chunk;
  }
}

function refuseInflation(inflated: number, compressed: number): void {
  if (inflated <= FREE_INFLATED_BYTES || inflated <= compressed * MAX_INFLATION) return;
  throw new ApiError(
    "PAYLOAD_TOO_LARGE",
    `Send a body that is compressed to no less than a ${MAX_INFLATION}th of its size.`,
  );
}

/** Collects a JSON body; it is empty when the request has none. */
export async function readJsonBytes(request: Request, options: BodyOptions): Promise<Bytes> {
  const bytes = await collectBytes(openBody(request, options));
  if (bytes.length > 0 && !hasContentType(request, isJsonType)) throw wrongType(["application/json"]);
  return bytes;
}

const FIRST_BUFFER_BYTES = 16_384;

/** Collects a stream in one buffer, which doubles when it is full: a client may send single bytes. */
export async function collectBytes(stream: AsyncIterable<Bytes>): Promise<Bytes> {
  let buffer: Bytes = new Uint8Array(FIRST_BUFFER_BYTES);
  let length = 0;
  for await (const chunk of stream) {
    const needed = length + chunk.length;
    if (needed > buffer.length) {
      const larger = new Uint8Array(Math.max(needed, buffer.length * 2));
      larger.set(buffer.subarray(0, length));
      buffer = larger;
    }
    buffer.set(chunk, length);
    length = needed;
  }
  return buffer.subarray(0, length);
}

/** A broken upload, bad gzip or bad UTF-8 is the client's to mend; limits and media types keep their own answer. */
function unreadable(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(
    "VALIDATION_ERROR",
    "Send a complete body in UTF-8, gzipped only if Content-Encoding says so.",
  );
}

export const wrongType = (accepted: readonly string[]) =>
  new ApiError("UNSUPPORTED_MEDIA_TYPE", `Send the body with Content-Type: ${accepted.join(" or ")}.`);

const isJsonType = (type: string) => type === "application/json" || /^application\/[\w.-]+\+json$/.test(type);

/** Tests the media type, and refuses any charset but UTF-8 for it. */
export function hasContentType(request: Request, accepts: (type: string) => boolean): boolean {
  const [type = "", ...parameters] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith("charset="));
  return accepts(type.trim()) && (!charset || /^charset="?utf-?8"?$/.test(charset));
}
