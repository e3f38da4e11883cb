import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ApiError } from "@/lib/core/errors";
import { requireNoBody, requireSigned } from "@/lib/service/auth/signed-request";
import { withTimeout } from "@/lib/service/clock";

/** Compressed bytes may exceed their content by this much (headers, incompressible blocks). */
const COMPRESSION_SLACK_BYTES = 65_536;

/**
 * Leaves with proofs compress to a twelfth, indented ones to a thirtieth; a higher ratio indicates a
 * decompression bomb.
 */
const MAX_INFLATION = 100;
/** Any ratio is accepted up to this size. */
const FREE_INFLATED_BYTES = 1_048_576;

/** Total time that a body may keep its reader waiting before the minimum rate applies. */
const TIMEOUT_MS = 10_000;
/** Minimum rate in bytes per second after that time. */
const MIN_BYTES_PER_SECOND = 8_192;

const tooLarge = (maxBytes: number) =>
  new ApiError(
    "PAYLOAD_TOO_LARGE",
    `The request body must be at most ${maxBytes} bytes after decompression.`,
  );

const inflatesTooMuch = () =>
  new ApiError(
    "PAYLOAD_TOO_LARGE",
    `The request body must not decompress to more than ${MAX_INFLATION} times its size.`,
  );

export type Bytes = Uint8Array<ArrayBuffer>;

export type BodyOptions = {
  /** Measured after decompression. */
  maxBytes: number;
  /** The digest of the transmitted bytes that the wallet signed. */
  sha256?: string | null;
  /** Called with the size of each chunk to count it as held in memory; throws if the limit is exceeded. */
  hold?: (bytes: number) => void;
};

/** Rejects a body whose declared length is too long, before reading it. */
export function refuseDeclaredSize(request: Request, maxBytes: number): void {
  const stated = Number(request.headers.get("content-length") ?? 0);
  const isGzip = (request.headers.get("content-encoding") ?? "").includes("gzip");
  if (stated > maxBytes + (isGzip ? COMPRESSION_SLACK_BYTES : 0)) throw tooLarge(maxBytes);
}

/**
 * Returns the request's bytes, decompressed if gzipped. Throws PAYLOAD_TOO_LARGE after more than `maxBytes`.
 * Reads from the socket with backpressure if this process holds the socket.
 */
export function openBody(request: Request, options: BodyOptions): AsyncIterable<Bytes> {
  const encoding = (request.headers.get("content-encoding") ?? "identity").trim().toLowerCase();
  const isGzip = encoding === "gzip" || encoding === "x-gzip";
  if (!request.body) requireNoBody(options.sha256 ?? null);
  else if (!isGzip && encoding !== "identity") {
    throw new ApiError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the body uncompressed or with Content-Encoding: gzip.",
    );
  }
  return readChunks(request.body, { ...options, isGzip });
}

/** Yields the chunks of a body; every error is an ApiError. */
async function* readChunks(
  source: Request["body"],
  { maxBytes, sha256 = null, isGzip, hold }: BodyOptions & { isGzip: boolean },
): AsyncGenerator<Bytes> {
  if (!source) return;
  let [received, inflated] = [0, 0];
  const signed = requireSigned(withMinRate(source), sha256);
  async function* sent() {
    for await (const chunk of signed) {
      received += chunk.byteLength;
      if (received > maxBytes + COMPRESSION_SLACK_BYTES) throw tooLarge(maxBytes);
      yield chunk;
    }
  }
  try {
    for await (const chunk of isGzip ? inflate(sent()) : sent()) {
      inflated += chunk.byteLength;
      if (inflated > maxBytes) throw tooLarge(maxBytes);
      if (inflated > Math.max(FREE_INFLATED_BYTES, received * MAX_INFLATION)) throw inflatesTooMuch();
      hold?.(chunk.byteLength);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The upload is broken, or its bytes are not gzip or UTF-8.
    throw new ApiError(
      "VALIDATION_ERROR",
      "The request body must be complete UTF-8 text, compressed only as stated in Content-Encoding.",
    );
  }
}

/**
 * Yields the chunks of a stream, and throws if the stream falls below the minimum rate. Only waiting time
 * counts, so the consumer may be slow. Does not cancel a stream that the consumer leaves early: Next's router
 * writes the rest of the body to it, which throws after a cancel.
 */
export async function* withMinRate(
  source: ReadableStream<Bytes>,
  { timeoutMs = TIMEOUT_MS, minRate = MIN_BYTES_PER_SECOND } = {},
): AsyncGenerator<Bytes> {
  const reader = source.getReader();
  let leftMs = timeoutMs;
  for (;;) {
    const startMs = performance.now();
    const { done, value } = await withTimeout(Math.max(0, leftMs), reader.read(), tooSlow);
    if (done) return;
    leftMs += (value.byteLength * 1000) / minRate - (performance.now() - startMs);
    yield value;
  }
}

const tooSlow = () =>
  new ApiError("VALIDATION_ERROR", "The request body arrived too slowly. Send it faster.");

/**
 * Returns the decompressed bytes of a gzip stream, member after member. `DecompressionStream` cannot replace
 * zlib's stream: if it is canceled between two chunks, Node writes another chunk and throws an error that
 * cannot be caught.
 */
export function inflate(source: AsyncIterable<Bytes>): AsyncIterable<Bytes> {
  // The consumer of the chunks receives every error.
  return pipeline(Readable.from(source), createGunzip(), () => undefined);
}

/** Collects a JSON body; returns an empty array if the request has no body. */
export async function readJsonBytes(request: Request, options: BodyOptions): Promise<Bytes> {
  const bytes = await collectBytes(openBody(request, options));
  if (bytes.length > 0 && !hasContentType(request, isJsonType)) throw wrongType(["application/json"]);
  return bytes;
}

const FIRST_BUFFER_BYTES = 16_384;

/** Collects a stream in one buffer, which doubles when it is full, because a client may send single bytes. */
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

export const wrongType = (accepted: readonly string[]) =>
  new ApiError("UNSUPPORTED_MEDIA_TYPE", `Send the body with Content-Type: ${accepted.join(" or ")}.`);

const isJsonType = (type: string) => type === "application/json" || /^application\/[\w.-]+\+json$/.test(type);

/** Checks the media type, and rejects any charset except UTF-8. */
export function hasContentType(request: Request, accepts: (type: string) => boolean): boolean {
  const [type = "", ...parameters] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith("charset="));
  return accepts(type.trim()) && (!charset || /^charset="?utf-?8"?$/.test(charset));
}
