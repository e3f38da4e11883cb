/** An answer whose status or headers differ from a plain 200. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: object,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** What a handler returns when a plain object (200) is not enough: `reply(201, { ok: true })`. */
export const reply = (status: number, body: object, headers?: Readonly<Record<string, string>>) =>
  new Reply(status, body, headers);

/** JSON with 64-bit integers as decimal strings. Source: spec 2, conventions. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === "bigint" ? item.toString() : item));

/** Text chunks as a response body, made only as fast as the client reads; a client that leaves ends the work. */
export function textStream(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
