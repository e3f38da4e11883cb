import { assertCleanJson } from "./clean-text";
import { ApiError } from "./errors";

/** Compressed bytes may exceed their content by this much (headers, incompressible blocks) before it looks wrong. */
const COMPRESSION_SLACK_BYTES = 65_536;

/** The router keeps pushing into the request's stream, and one that was cancelled throws at it: it is left unread. */
const LEAVE_SOURCE = { preventCancel: true };

const tooLarge = (maxBytes: number) =>
  new ApiError(
    "PAYLOAD_TOO_LARGE",
    `Send a body of at most ${maxBytes} bytes, measured after decompression.`,
  );

/** The request's bytes, inflated when gzipped, and cut off with PAYLOAD_TOO_LARGE once more than `maxBytes` came. */
export function openBody(request: Request, maxBytes: number): ReadableStream<Bytes> | null {
  if (!request.body) return null;
  const encoding = (request.headers.get("content-encoding") ?? "identity").trim().toLowerCase();
  if (encoding === "identity") {
    return mapErrors(request.body.pipeThrough(limitBytes(maxBytes, maxBytes), LEAVE_SOURCE));
  }
  if (encoding !== "gzip" && encoding !== "x-gzip") {
    throw new ApiError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the body uncompressed or with Content-Encoding: gzip.",
    );
  }
  const inflated = request.body
    .pipeThrough(limitBytes(maxBytes + COMPRESSION_SLACK_BYTES, maxBytes), LEAVE_SOURCE)
    .pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(limitBytes(maxBytes, maxBytes));
  return mapErrors(inflated);
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The same stream, failing with errors that are answers. */
function mapErrors(stream: ReadableStream<Bytes>): ReadableStream<Bytes> {
  const reader = stream.getReader();
  return new ReadableStream<Bytes>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        throw unreadable(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function limitBytes(limit: number, stated: number) {
  let seen = 0;
  return new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > limit) throw tooLarge(stated);
      controller.enqueue(chunk);
    },
  });
}

/**
 * Reads a JSON body; an absent or empty one is `undefined`. Chunks become text as they arrive, so the bytes and the
 * text are never held whole at the same time.
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const isJson = hasContentType(request, isJsonType);
  const stream = openBody(request, maxBytes);
  if (!stream) return undefined;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  try {
    for await (const chunk of stream) {
      if (chunk.byteLength > 0 && !isJson) throw wrongType(["application/json"]);
      text += decoder.decode(chunk, { stream: true });
    }
    text += decoder.decode();
  } catch (error) {
    throw unreadable(error);
  }
  return text === "" ? undefined : parseJson(text);
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError("VALIDATION_ERROR", "Send a body that is well-formed JSON.");
  }
  assertCleanJson(text, value);
  return value;
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
