import { hash } from "node:crypto";
import { ReadableStream as WebStream } from "node:stream/web";
import { type CooperativeScheduler, createScheduler } from "@/lib/core/cooperative-scheduler";
import { toJson } from "@/lib/core/text/to-json";
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
export const etagOf = (text: string): string => `W/"${hash("sha256", text, "base64url").slice(0, 27)}"`;

/** Creates a response for a handler that needs more than a plain object (200): `reply(201, { ok: true })`. */
export const reply = (status: number, body: object | string, headers?: Readonly<Record<string, string>>) =>
  new Reply(status, body, headers);

/** Items serialized between two checks of the clock: with proofs, about two milliseconds of work. */
const ITEMS_PER_CHUNK = 32;

/** A list up to this length is serialized without a pause. */
const LONG_LIST = 100;

const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > LONG_LIST;

/**
 * Serializes a value like `toJson`, but yields to the event loop within the long lists among its own
 * properties.
 */
export async function toJsonInChunks(value: object, scheduler = createScheduler()): Promise<string> {
  if (Array.isArray(value) || !Object.values(value).some(isLongList)) return toJson(value);
  // Fetching and building such lists has already used up a time slice.
  await scheduler.pause();
  const members: string[] = [];
  for (const [name, item] of Object.entries(value)) {
    const text = Array.isArray(item) && isLongList(item) ? await listInChunks(item, scheduler) : toJson(item);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join()}}`;
}

async function listInChunks(list: readonly unknown[], scheduler: CooperativeScheduler): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; from < list.length; from += ITEMS_PER_CHUNK) {
    parts.push(toJson(list.slice(from, from + ITEMS_PER_CHUNK)).slice(1, -1));
    if (scheduler.due()) await scheduler.pause();
  }
  return `[${parts.join()}]`;
}

/**
 * Returns chunks as a response body, generated only as fast as the client reads. A disconnected client ends
 * the work.
 */
export const byteStream = (chunks: AsyncGenerator<Bytes>) => WebStream.from(chunks) as ReadableStream<Bytes>;
