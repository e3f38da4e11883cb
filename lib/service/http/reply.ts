import { hash } from "node:crypto";
import { ReadableStream as WebStream } from "node:stream/web";
import type { Bytes } from "./body/body";

/** A response whose status or headers differ from a plain 200. */
export class Reply {
  constructor(
    readonly status: number,
    /** JSON, or text of the media type in the headers. */
    readonly body: object | string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** Returns a success whose body is already text. */
export const textReply = (text: string, mediaType: string, headers?: Readonly<Record<string, string>>) =>
  new Reply(200, text, { "content-type": `${mediaType}; charset=utf-8`, ...headers });

/** A success whose body is generated as fast as the client reads it. */
export class StreamReply {
  constructor(
    readonly chunks: AsyncGenerator<Bytes>,
    readonly headers: Record<string, string>,
  ) {}
}

/** Returns the ETag of a response's text. */
export const computeEtag = (text: string): string => `W/"${hash("sha256", text, "base64url").slice(0, 27)}"`;

/** Creates a response for a handler that needs more than a plain object (200): `reply(201, { ok: true })`. */
export const reply = (status: number, body: object | string, headers?: Readonly<Record<string, string>>) =>
  new Reply(status, body, headers);

/**
 * Returns chunks as a response body, generated only as fast as the client reads. A disconnected client ends
 * the work.
 */
export const byteStream = (chunks: AsyncGenerator<Bytes>) => WebStream.from(chunks) as ReadableStream<Bytes>;
