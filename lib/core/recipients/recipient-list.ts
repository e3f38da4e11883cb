import {
  type CooperativeScheduler,
  createScheduler,
  processInChunks,
} from "@/lib/core/cooperative-scheduler";
import { LEAF_BYTES } from "@/lib/core/merkle/leaf-bytes";
import { BENEFICIARY_AT, LeafList } from "@/lib/core/merkle/leaf-list";
import type { Recipient, RecipientRun } from "./recipients";

/** Recipients packed as their future leaves, each at its index, with their row numbers in the file. */
export class RecipientList implements Iterable<Recipient> {
  readonly length: number;

  constructor(
    readonly leaves: LeafList,
    readonly rows: Uint32Array | null = null,
  ) {
    this.length = leaves.length;
  }

  static of(recipients: readonly Omit<Recipient, "row">[]): RecipientList {
    return new RecipientList(LeafList.of(recipients.map((item, leafIndex) => ({ ...item, leafIndex }))));
  }

  at(position: number): Recipient {
    const { leafIndex: _, ...recipient } = this.leaves.at(position);
    return this.rows ? { row: this.rows[position] as number, ...recipient } : recipient;
  }

  *[Symbol.iterator](): Iterator<Recipient> {
    for (let position = 0; position < this.length; position++) yield this.at(position);
  }
}

/** A reusable view of one recipient at a time, which avoids an object per recipient. */
class LeafCursor {
  position = 0;

  constructor(private readonly leaves: LeafList) {}

  to(position: number): this {
    this.position = position;
    return this;
  }
  get amount() {
    return this.leaves.amount(this.position);
  }
  get releaseType() {
    return this.leaves.releaseType(this.position);
  }
  get startTime() {
    return this.leaves.startTime(this.position);
  }
  get cliffTime() {
    return this.leaves.cliffTime(this.position);
  }
  get endTime() {
    return this.leaves.endTime(this.position);
  }
  get milestoneIdx() {
    return this.leaves.milestoneIdx(this.position);
  }
}

/**
 * Returns the input of `findRecipientErrors` and `recipientWarnings`, computed in chunks so that a page stays
 * responsive.
 */
export async function runOver(
  list: RecipientList,
  scheduler: CooperativeScheduler = createScheduler(),
): Promise<RecipientRun> {
  const cursor = new LeafCursor(list.leaves);
  const people = await findFirstPositions(
    list.leaves,
    { from: BENEFICIARY_AT, to: BENEFICIARY_AT + 32 },
    scheduler,
  );
  const equals = await findFirstPositions(list.leaves, { from: BENEFICIARY_AT, to: LEAF_BYTES }, scheduler);
  return {
    length: list.length,
    at: (index) => cursor.to(index),
    toRow: (index) => list.rows?.[index],
    firstOfBeneficiary: (index) => people[index] as number,
    firstEqual: (index) => equals[index] as number,
  };
}

const LEAVES_PER_CHUNK = 1_000;

/** Returns, for each leaf, the index of the first leaf with the same bytes in a range of offsets. */
async function findFirstPositions(
  { bytes, length }: LeafList,
  { from, to }: { from: number; to: number },
  scheduler: CooperativeScheduler,
): Promise<Uint32Array> {
  const firsts = new Uint32Array(length);
  // A hash table of indexes + 1 with open addressing, at most half full.
  const mask = 2 ** Math.ceil(Math.log2(2 * length + 1)) - 1;
  const slots = new Uint32Array(mask + 1);
  const isSame = (a: number, b: number) => {
    for (let at = from; at < to; at++) {
      if (bytes[a * LEAF_BYTES + at] !== bytes[b * LEAF_BYTES + at]) return false;
    }
    return true;
  };
  const findFirstPosition = (position: number): number => {
    let hash = 0;
    for (let at = position * LEAF_BYTES + from; at < position * LEAF_BYTES + to; at++) {
      hash = Math.imul(hash ^ (bytes[at] as number), 0x0100_0193);
    }
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const known = slots[slot] as number;
      if (known > 0 && !isSame(known - 1, position)) continue;
      if (known > 0) return known - 1;
      slots[slot] = position + 1;
      return position;
    }
  };
  await processInChunks({ count: length, chunkSize: LEAVES_PER_CHUNK, scheduler }, (begin, end) => {
    for (let position = begin; position < end; position++) firsts[position] = findFirstPosition(position);
  });
  return firsts;
}
