import { ApiError } from "@/lib/core/errors";

/** What a byte says of a JSON text's outline; `None` for all within strings, numbers and names. */
export const Kind = { None: 0, Text: 1, TextEnd: 2, Comma: 3, Colon: 4, Open: 5, Close: 6 } as const;

const MAX_DEPTH = 64;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];

const KINDS = new Uint8Array(256);
const CHARACTERS = [
  [Kind.Text, '"'],
  [Kind.Comma, ","],
  [Kind.Colon, ":"],
  [Kind.Open, "[{"],
  [Kind.Close, "]}"],
] as const;
for (const [kind, characters] of CHARACTERS) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;
}

/** Follows a JSON text byte by byte: where its strings are, how deep it is nested, how much it holds. */
export class JsonOutline {
  depth = 0;
  /** Commas and opening brackets: never less than the values there are. */
  values = 0;
  keys = 0;
  private isText = false;
  private isEscaped = false;

  /** Begins to count anew at a depth. */
  restart(depth: number): void {
    this.depth = depth;
    this.values = 0;
    this.keys = 0;
  }

  take(byte: number): number {
    if (this.isText) return this.endsText(byte) ? Kind.TextEnd : Kind.None;
    const kind = KINDS[byte] as number;
    if (kind !== Kind.None) this.count(kind);
    return kind;
  }

  private count(kind: number): void {
    if (kind === Kind.Text) this.isText = true;
    else if (kind === Kind.Comma) this.values++;
    else if (kind === Kind.Colon) this.keys++;
    else if (kind === Kind.Close) this.depth--;
    else {
      this.depth++;
      this.values++;
      if (this.depth > MAX_DEPTH)
        throw new ApiError("VALIDATION_ERROR", "Send JSON that is nested less deeply.");
    }
  }

  private endsText(byte: number): boolean {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) {
      this.isText = false;
      return true;
    }
    return false;
  }
}
