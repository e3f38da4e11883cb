import { hash } from "node:crypto";
import { ReadableStream as WebStream } from "node:stream/web";
import { createPacer, type Pacer } from "@/lib/core/pacer";
import { toJson } from "@/lib/core/text/to-json";

/** An answer whose status or headers differ from a plain 200. */
export class Reply {
  constructor(
    readonly status: number,
    /** JSON, or text of the media type that the headers name. */
    readonly body: object | string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** Returns a success whose body is text already. */
export const textReply = (text: string, mediaType: string, headers?: Readonly<Record<string, string>>) =>
  new Reply(200, text, { "content-type": `${mediaType}; charset=utf-8`, ...headers });

/** An answer that is the same for everybody and for ever: its text and its tag are made once. */
export class FixedReply extends Reply {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;

  constructor(body: object) {
    super(200, body);
    const text = toJson(body);
    this.bytes = new TextEncoder().encode(text);
    this.etag = etagOf(text);
  }
}

/** A success whose body is made as fast as the client reads it. */
export class StreamReply {
  constructor(
    readonly chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>,
    readonly headers: Record<string, string>,
  ) {}
}

/** The tag of an answer's text. */
export const etagOf = (text: string): string => `W/"${hash("sha256", text, "base64url").slice(0, 27)}"`;

/** What a handler returns when a plain object (200) is not enough: `reply(201, { ok: true })`. */
export const reply = (status: number, body: object, headers?: Readonly<Record<string, string>>) =>
  new Reply(status, body, headers);

/** Items of a list written between two looks at the clock: with proofs, some two milliseconds of work. */
const ITEMS_A_LOOK = 32;

/** A usual page is written at once. */
const LONG_LIST = 100;

const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > LONG_LIST;

/** Whether a body has a list that is worth giving way within. */
export const isLong = (body: object): boolean => !Array.isArray(body) && Object.values(body).some(isLongList);

/** The same text, giving way to other work within the long lists that a value has as its own. */
export async function toJsonInPieces(value: object, pacer = createPacer()): Promise<string> {
  if (!isLong(value)) return toJson(value);
  // To fetch and to make such lists was a piece of work already.
  await pacer.pause();
  const members: string[] = [];
  for (const [name, item] of Object.entries(value)) {
    const text = Array.isArray(item) && isLongList(item) ? await listInPieces(item, pacer) : toJson(item);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join()}}`;
}

async function listInPieces(list: readonly unknown[], pacer: Pacer): Promise<string> {
  const pieces: string[] = [];
  for (let from = 0; from < list.length; from += ITEMS_A_LOOK) {
    pieces.push(toJson(list.slice(from, from + ITEMS_A_LOOK)).slice(1, -1));
    if (pacer.due()) await pacer.pause();
  }
  return `[${pieces.join()}]`;
}

/** Returns chunks as a response body, made only as fast as the client reads. A client that leaves ends the work. */
export const byteStream = (chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>) =>
  WebStream.from(chunks) as ReadableStream<Uint8Array<ArrayBuffer>>;
