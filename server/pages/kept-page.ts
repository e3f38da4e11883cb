import type { ServerResponse } from "node:http";

/** What is another in each answer: the nonce of its scripts, and the service's time in Unix seconds. */
export type Moment = { nonce: string; second: string };

/** What a response says: headers of its own, and its text. */
export type Said = { headers: (readonly [name: string, value: string])[]; text: string };

/** A page as it was rendered at one moment, to be given at others: byte for byte what would be rendered then. */
export class KeptPage {
  private readonly headers: readonly (readonly [name: string, value: MomentaryText])[];
  private readonly text: MomentaryText;

  constructor({ headers, text }: Said, of: Moment) {
    this.headers = headers.map(([name, value]) => [name, new MomentaryText(value, of)]);
    this.text = new MomentaryText(text, of);
  }

  give(response: ServerResponse, moment: Moment): void {
    for (const [name, value] of this.headers) response.setHeader(name, value.at(moment));
    response.end(this.text.at(moment));
  }
}

class MomentaryText {
  /** What stands between two nonces, and within it between two times. */
  private readonly pieces: readonly (readonly string[])[];

  constructor(text: string, { nonce, second }: Moment) {
    this.pieces = text.split(nonce).map((piece) => piece.split(second));
  }

  at({ nonce, second }: Moment): string {
    return this.pieces.map((piece) => piece.join(second)).join(nonce);
  }
}

/** What is said by a response from now on; null where its text has more bytes, or no end. */
export function hear(response: ServerResponse, mostBytes: number): Promise<Said | null> {
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
          .filter(([name]) => !before.has(name) && name !== "content-encoding")
          .map(([name, value]) => [name, String(value)] as const);
        resolve(length > mostBytes ? null : { headers, text: Buffer.concat(chunks).toString() });
        return ended;
      },
    });
  });
}
