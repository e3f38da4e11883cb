import { LEAF_BYTES, leafWriter } from "@/lib/core/merkle/leaf-bytes";
import type { Bytes } from "@/lib/core/merkle/leaf-list";
import type { RowReading } from "@/lib/core/recipients/read-row";
import type { Readings } from "./sheet-readings";

/** The rows that are right by themselves, one after another; `leafIndexes` where the file has a column of them. */
export type Found = { leaves: Bytes; rows: Uint32Array; leafIndexes: Float64Array | null };

/** Collects rows that are right: the packed ones as they are packed, the changed ones as they were read. */
export class Taken {
  private leaves: Bytes;
  private rows: Uint32Array;
  private leafIndexes: Float64Array | null;
  private length = 0;

  constructor(
    count: number,
    private readonly packed: Readings,
  ) {
    this.leaves = new Uint8Array(count * LEAF_BYTES);
    this.rows = new Uint32Array(count);
    this.leafIndexes = packed.leafIndexes && new Float64Array(count);
  }

  add({ number, line, reading }: { number: number; line: number; reading: RowReading | undefined }): void {
    if (reading && "recipient" in reading) {
      const leafIndex = reading.leafIndex ?? Number.NaN;
      for (const recipient of [reading.recipient, ...reading.rest]) {
        const bytes = new Uint8Array(LEAF_BYTES);
        leafWriter(bytes)({ ...recipient, leafIndex: 0 }, 0);
        this.addLeaf(bytes, { line, leafIndex });
      }
      return;
    }
    const { packed } = this;
    const leafIndex = packed.leafIndexes?.[number] ?? Number.NaN;
    this.addLeaf(packed.leaves.subarray(number * LEAF_BYTES, (number + 1) * LEAF_BYTES), { line, leafIndex });
    const rest = packed.restOf(number);
    for (let at = 0; rest && at < rest.length; at += LEAF_BYTES) {
      this.addLeaf(rest.subarray(at, at + LEAF_BYTES), { line, leafIndex });
    }
  }

  private addLeaf(leaf: Bytes, { line, leafIndex }: { line: number; leafIndex: number }): void {
    const { length } = this;
    if (length === this.rows.length) this.grow();
    this.leaves.set(leaf, length * LEAF_BYTES);
    new DataView(this.leaves.buffer).setUint32(length * LEAF_BYTES, length, true);
    if (this.leafIndexes) this.leafIndexes[length] = leafIndex;
    this.rows[length] = line;
    this.length++;
  }

  /** Rows of several leaves are more than were counted on. */
  private grow(): void {
    const count = Math.max(64, this.rows.length * 2);
    const { leaves, rows, leafIndexes } = this;
    this.leaves = new Uint8Array(count * LEAF_BYTES);
    this.leaves.set(leaves);
    this.rows = new Uint32Array(count);
    this.rows.set(rows);
    if (!leafIndexes) return;
    this.leafIndexes = new Float64Array(count);
    this.leafIndexes.set(leafIndexes);
  }

  end(): Found {
    return {
      leaves: this.leaves.subarray(0, this.length * LEAF_BYTES),
      rows: this.rows.subarray(0, this.length),
      leafIndexes: this.leafIndexes?.subarray(0, this.length) ?? null,
    };
  }
}
