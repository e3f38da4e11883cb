import { LEAF_BYTES } from "@/lib/core/merkle/leaf-bytes";
import { type Bytes, LeafList } from "@/lib/core/merkle/leaf-list";
import { RecipientList } from "@/lib/core/recipients/recipient-list";
import type { RowReading } from "@/lib/core/recipients/row-reader";
import type { Readings } from "./sheet-readings";

/** The valid rows in order. `leafIndexes` is null without a column of leaf indexes. */
export type ValidLeaves = { leaves: Bytes; rows: Uint32Array; leafIndexes: Float64Array | null };

/** Collects valid rows: packed rows in packed form, changed rows from their readings. */
export class ValidRows {
  private readonly leaves: Bytes;
  private readonly rows: Uint32Array;
  private readonly leafIndexes: Float64Array | null;
  private length = 0;

  /** `most` is the maximum number of leaves. */
  constructor(
    max: number,
    private readonly packed: Readings,
  ) {
    this.leaves = new Uint8Array(max * LEAF_BYTES);
    this.rows = new Uint32Array(max);
    this.leafIndexes = packed.leafIndexes && new Float64Array(max);
  }

  add({ number, line, reading }: { number: number; line: number; reading: RowReading | undefined }): void {
    if (reading && "recipient" in reading) {
      const { leaves } = RecipientList.of([reading.recipient, ...reading.rest]);
      this.addLeaves(leaves.bytes, { line, leafIndex: reading.leafIndex });
      return;
    }
    const { packed } = this;
    const named = { line, leafIndex: packed.leafIndexes?.[number] ?? null };
    this.addLeaves(packed.leaves.subarray(number * LEAF_BYTES, (number + 1) * LEAF_BYTES), named);
    const rest = packed.getRest(number);
    if (rest) this.addLeaves(rest, named);
  }

  private addLeaves(leaves: Bytes, { line, leafIndex }: { line: number; leafIndex: number | null }): void {
    for (let from = 0; from < leaves.length; from += LEAF_BYTES) {
      const index = this.length++;
      this.leaves.set(leaves.subarray(from, from + LEAF_BYTES), index * LEAF_BYTES);
      new DataView(this.leaves.buffer).setUint32(index * LEAF_BYTES, index, true);
      if (this.leafIndexes) this.leafIndexes[index] = leafIndex ?? Number.NaN;
      this.rows[index] = line;
    }
  }

  /** Returns the sum of all amounts so far. */
  sum(): bigint {
    const leaves = new LeafList(this.leaves.subarray(0, this.length * LEAF_BYTES));
    let sum = 0n;
    for (let index = 0; index < leaves.length; index++) sum += leaves.amount(index);
    return sum;
  }

  end(): ValidLeaves {
    return {
      leaves: this.leaves.subarray(0, this.length * LEAF_BYTES),
      rows: this.rows.subarray(0, this.length),
      leafIndexes: this.leafIndexes?.subarray(0, this.length) ?? null,
    };
  }
}
