import type { Bytes } from "@/lib/core/merkle/leaf-list";

/** `line` is the row number in a spreadsheet; the header is row 1. */
export type SheetRow = {
  line: number;
  /** Cells by position in the file. Cells beyond the header belong to no column. */
  cells: readonly string[];
  /** The leaf index of the campaign from which the row was read. */
  leafIndex?: number;
};

/**
 * Rows of cells, stored as one text. A million rows take the size of their file; objects would take many
 * times as much.
 */
export type PackedRows = {
  /** The cells of each row as a JSON array, which preserves any content. */
  text: Bytes;
  /** The offset in the text at which each row ends. */
  ends: Uint32Array;
  lines: Uint32Array;
  /** The leaf index of each row, -1 if a row has none. Null if no row has one. */
  leafIndexes: Float64Array | null;
};

export function packedRow({ text, ends, lines, leafIndexes }: PackedRows, number: number): SheetRow {
  const end = ends[number];
  if (end === undefined) throw new RangeError(`There is no row ${number}.`);
  const cells = JSON.parse(decoder.decode(text.subarray(number === 0 ? 0 : ends[number - 1], end)));
  const row = { line: lines[number] as number, cells };
  const leafIndex = leafIndexes?.[number] ?? -1;
  return leafIndex < 0 ? row : { ...row, leafIndex };
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

const CHUNK_BYTES = 1_048_576;
/** Maximum number of UTF-8 bytes for one UTF-16 code unit. */
const MAX_CHARACTER_BYTES = 3;

/** Packs rows in the order of their lines. */
export class RowPacker {
  private readonly chunks: Bytes[] = [];
  private chunk: Bytes = new Uint8Array(CHUNK_BYTES);
  private used = 0;
  private length = 0;
  private readonly ends: number[] = [];
  private readonly lines: number[] = [];
  private readonly leafIndexes: number[] = [];

  get count(): number {
    return this.lines.length;
  }

  add({ cells, line, leafIndex }: SheetRow): void {
    const json = JSON.stringify(cells);
    if (json.length * MAX_CHARACTER_BYTES > this.chunk.length - this.used)
      this.nextChunk(json.length * MAX_CHARACTER_BYTES);
    const { written } = encoder.encodeInto(json, this.chunk.subarray(this.used));
    this.used += written;
    this.length += written;
    this.ends.push(this.length);
    this.lines.push(line);
    this.leafIndexes.push(leafIndex ?? -1);
  }

  end(): PackedRows {
    this.nextChunk(0);
    const text = new Uint8Array(this.length);
    let at = 0;
    for (const chunk of this.chunks) {
      text.set(chunk, at);
      at += chunk.length;
    }
    return {
      text,
      ends: Uint32Array.from(this.ends),
      lines: Uint32Array.from(this.lines),
      leafIndexes: this.leafIndexes.some((index) => index >= 0) ? Float64Array.from(this.leafIndexes) : null,
    };
  }

  private nextChunk(bytes: number): void {
    this.chunks.push(this.chunk.subarray(0, this.used));
    this.chunk = new Uint8Array(Math.max(CHUNK_BYTES, bytes));
    this.used = 0;
  }
}
