import { ApiError } from "@/lib/core/errors";
import { createPacer } from "@/lib/core/pacer";
import { validationError } from "@/lib/core/validation";
import { assertCleanJson } from "../clean-text";
import { JsonOutline, Kind } from "./json-outline";

/** Takes the items of a list one by one, and is what becomes of them. */
export type ListReader = {
  /** Told each item, which JSON has already been read from; throws what ends the reading. */
  read(item: unknown, index: number): void;
  /** What stands in the list's place in the body. */
  end(): unknown;
};

/** The one long array of a large body: its items are read as they arrive, and none is kept. */
export type StreamedList = ListReader & {
  /** A name in the body's own object. */
  field: string;
  /** Items beyond these end the reading. */
  max: number;
  /** The number of its first item, where the list goes on from another body's. */
  from?: number;
};

/** A body without its streamed list: what JSON of this size can cost stays within a few dozen milliseconds. */
const MAX_PLAIN_BYTES = 1_048_576;
const MAX_PLAIN_VALUES = 100_000;
const MAX_PLAIN_KEYS = 10_000;

/** An item of a list: 32 hashes of 32 numbers, indented, take some 25 kB and 1,070 values. */
const MAX_ITEM_BYTES = 32_768;
const MAX_ITEM_VALUES = 2_048;
const MAX_ITEM_KEYS = 64;

/** Bytes looked at between two looks at the clock: about a millisecond of work. */
const BYTES_A_LOOK = 32_768;

const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

const malformed = () => new ApiError("VALIDATION_ERROR", "Send a body that is well-formed JSON.");

/** Bytes collected across chunks, never more than `max` of them. */
class Collected {
  private bytes = Buffer.allocUnsafe(4096);
  length = 0;

  constructor(
    private readonly max: number,
    private readonly tooLong: () => ApiError,
  ) {}

  add(chunk: Uint8Array): void {
    const needed = this.length + chunk.length;
    if (needed > this.max) throw this.tooLong();
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.max, Math.max(needed, this.bytes.length * 2)));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(chunk, this.length);
    this.length = needed;
  }

  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.length);
    this.length = 0;
    return taken;
  }

  get view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

/**
 * Reads JSON as it arrives. It looks at the text's outline alone (nesting, keys, counts, lengths, where an item of
 * the list begins and ends) and leaves each short piece to the platform's parser, which is six times as fast as one
 * that is written in JavaScript; so nothing is held but the piece, and the first fault ends it.
 */
export class JsonReader {
  private readonly plain = new Collected(
    MAX_PLAIN_BYTES,
    () =>
      new ApiError(
        "PAYLOAD_TOO_LARGE",
        `Send a body of at most ${MAX_PLAIN_BYTES} bytes${this.list ? ` beside ${this.list.field}` : ""}.`,
      ),
  );
  private readonly item = new Collected(MAX_ITEM_BYTES, () => this.itemFault("is too long"));
  private readonly plainText = new TextDecoder("utf-8", { fatal: true });
  private readonly itemText = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /** The number of the list's next item. */
  private count: number;
  private readonly key: Uint8Array | null;
  private where: "plain" | "list" | "behind" = "plain";
  private readonly outline = new JsonOutline();
  /** Where the string began that ended last, and whether the list's own key and colon are what came last. */
  private textStart = 0;
  private isKey = false;
  private isListNext = false;

  constructor(private readonly list: StreamedList | null = null) {
    this.count = list?.from ?? 0;
    this.key = list && new TextEncoder().encode(JSON.stringify(list.field));
  }

  /** Takes the next bytes in, giving way to other work in between. */
  async add(chunk: Uint8Array, pacer = createPacer()): Promise<void> {
    for (let from = 0; from < chunk.length; from += BYTES_A_LOOK) {
      this.scan(chunk.subarray(from, from + BYTES_A_LOOK));
      if (pacer.due()) await pacer.pause();
    }
  }

  /** The whole body's value, once no more bytes come; nothing at all is `undefined`. */
  end(): unknown {
    if (this.where === "list") throw malformed();
    if (this.plain.length === 0) return undefined;
    const text = this.plainText.decode(this.plain.take());
    const value = parse(text);
    assertCleanJson(text, value);
    const { list } = this;
    if (!list || typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const given: unknown = Reflect.get(value, list.field);
    if (this.where === "behind") Reflect.set(value, list.field, list.end());
    // Its key was spelt with escapes: short enough to have been read as part of the rest.
    else if (Array.isArray(given)) {
      for (const item of given) this.keep(item);
      Reflect.set(value, list.field, list.end());
    }
    return value;
  }

  private scan(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      at = this.where === "list" ? this.scanList(bytes, at) : this.scanPlain(bytes, at);
    }
  }

  /** Reads on from `from` up to the list's bracket or the end; gives where it stopped. */
  private scanPlain(bytes: Uint8Array, from: number): number {
    // A byte's place in the whole is its place here plus this, also where a list was left out before it.
    const shift = this.plain.length - from;
    const keepTo = (to: number) => this.plain.add(bytes.subarray(this.plain.length - shift, to));
    const { outline } = this;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      const kind = outline.take(byte);
      if (kind === Kind.None) continue;
      if (kind === Kind.TextEnd && outline.depth === 1 && this.key) {
        keepTo(at + 1);
        this.isKey = equals(this.plain.view.subarray(this.textStart), this.key);
      } else if (this.isListNext && byte === OPEN_LIST) {
        keepTo(at + 1);
        this.openList();
        return at + 1;
      }
      this.isListNext = kind === Kind.Colon && this.isKey && outline.depth === 1;
      if (kind === Kind.Text) this.textStart = shift + at;
    }
    keepTo(bytes.length);
    if (outline.values > MAX_PLAIN_VALUES || outline.keys > MAX_PLAIN_KEYS)
      throw new ApiError("VALIDATION_ERROR", "Send JSON with fewer keys and values.");
    return bytes.length;
  }

  private openList(): void {
    if (this.where === "behind") {
      const { field = "" } = this.list ?? {};
      throw validationError([{ path: field, message: "stands twice; give it once" }]);
    }
    this.where = "list";
    this.outline.restart(0);
  }

  /** Reads on from `from` up to an item's end or the end of the bytes; gives where it stopped. */
  private scanList(bytes: Uint8Array, from: number): number {
    const { outline } = this;
    for (let at = from; at < bytes.length; at++) {
      const kind = outline.take(bytes[at] as number);
      const isEnd = (kind === Kind.Comma && outline.depth === 0) || outline.depth < 0;
      if (isEnd) return this.endItem(bytes, from, at);
    }
    this.collect(bytes.subarray(from));
    return bytes.length;
  }

  /** Keeps the item that ends before `at`, and leaves the list at its bracket. */
  private endItem(bytes: Uint8Array, from: number, at: number): number {
    this.collect(bytes.subarray(from, at));
    const isLast = this.outline.depth < 0;
    const text = this.itemText.decode(this.item.take());
    const isEmptyList = isLast && this.count === (this.list?.from ?? 0) && text.trim() === "";
    if (!isEmptyList) {
      const value = parse(text);
      assertCleanJson(text, value, [this.list?.field ?? "", this.count]);
      this.keep(value);
    }
    this.outline.restart(isLast ? 1 : 0);
    if (!isLast) return at + 1;
    if (bytes[at] !== CLOSE_LIST) throw malformed();
    this.where = "behind";
    this.isKey = false;
    this.isListNext = false;
    // The bracket belongs to what is left of the body: an empty list stands there.
    this.plain.add(bytes.subarray(at, at + 1));
    return at + 1;
  }

  private keep(item: unknown): void {
    const { list } = this;
    if (!list) return;
    if (this.count >= list.max) {
      const message = `must hold at most ${list.max}; split the campaign`;
      throw validationError([{ path: list.field, message }]);
    }
    list.read(item, this.count++);
  }

  private collect(bytes: Uint8Array): void {
    this.item.add(bytes);
    const { values, keys } = this.outline;
    if (values > MAX_ITEM_VALUES || keys > MAX_ITEM_KEYS) throw this.itemFault("holds too much");
  }

  private itemFault(what: string): ApiError {
    return validationError([
      { path: `${this.list?.field}.${this.count}`, message: `${what}; send its own fields alone` },
    ]);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

const equals = (a: Uint8Array, b: Uint8Array) => a.length === b.length && Buffer.compare(a, b) === 0;
