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
