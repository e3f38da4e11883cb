import type { ServerResponse } from "node:http";

/** What is another in each answer: the nonce of its scripts, and the service's time in Unix seconds. */
export type Moment = { nonce: string; second: string };

/** What a response says: headers of its own, and its text. */
export type Said = { headers: (readonly [name: string, value: string])[]; text: string };

/** How a page tells the browser the time, which no text of anybody's can say: its quotes would have more slashes before them. */
const clockOf = (second: string) => String.raw`\"serverNow\":\"${second}\"`;

/** A page as it was rendered at one moment, to be given at others: byte for byte what would be rendered then. */
export class KeptPage {
  private constructor(
    private readonly headers: readonly (readonly [name: string, value: WithNonce])[],
    private readonly texts: readonly [beforeClock: WithNonce, behind: WithNonce],
    /** In characters. */
    readonly length: number,
  ) {}

  /** Null for a page that does not tell the time once, and in one piece. */
  static of({ headers, text }: Said, { nonce, second }: Moment): KeptPage | null {
    const [before = "", behind, ...more] = text.split(clockOf(second));
    if (behind === undefined || more.length > 0) return null;
    const named = headers.map(([name, value]) => [name, new WithNonce(value, nonce)] as const);
    return new KeptPage(named, [new WithNonce(before, nonce), new WithNonce(behind, nonce)], text.length);
  }

  give(response: ServerResponse, { nonce, second }: Moment): void {
    for (const [name, value] of this.headers) response.setHeader(name, value.at(nonce));
    response.end(this.texts.map((text) => text.at(nonce)).join(clockOf(second)));
  }
}

class WithNonce {
  private readonly pieces: readonly string[];

  constructor(text: string, nonce: string) {
    this.pieces = text.split(nonce);
  }

  at(nonce: string): string {
    return this.pieces.join(nonce);
  }
}

/** What is said of one answer's connection and way of sending, not of the page. */
const OF_SENDING = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-encoding",
  "content-length",
]);

/** What is said by a response from now on; null where its text has more bytes, or no end. */
export function hear(response: ServerResponse, mostBytes: number): Promise<Said | null> {
  if (response.destroyed) return Promise.resolve(null);
  const before = new Set(response.getHeaderNames());
  const { write, end } = response;
  const chunks: Buffer[] = [];
  let length = 0;
  const take = (chunk: unknown) => {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) return;
    const bytes = Buffer.from(chunk as string);
    length += bytes.length;
    if (length <= mostBytes) chunks.push(bytes);
    else chunks.length = 0;
  };
  return new Promise((resolve) => {
    response.once("close", () => resolve(null));
    Object.assign(response, {
      write(...given: unknown[]) {
        take(given[0]);
        return Reflect.apply(write, response, given);
      },
      end(...given: unknown[]) {
        take(given[0]);
        const ended = Reflect.apply(end, response, given);
        const headers = Object.entries(response.getHeaders())
          .filter(([name]) => !before.has(name) && !OF_SENDING.has(name))
          .map(([name, value]) => [name, String(value)] as const);
        resolve(length > mostBytes ? null : { headers, text: Buffer.concat(chunks).toString() });
        return ended;
      },
    });
  });
}
