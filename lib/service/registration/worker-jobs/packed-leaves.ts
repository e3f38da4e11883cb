import { createPacer } from "@/lib/core/pacer";
import { U64_MAX } from "@/lib/core/solana/integers";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { type Payout, Payouts } from "@/lib/core/vesting/rotation/payouts";
import { type Bytes, PackedBytes } from "./packed-bytes";

/**
 * Leaves as rows of bytes: a list of 100,000 is handed to another thread without a copy, and takes a tenth of what its
 * objects would. Proofs stand apart in the same order, 32 bytes a sibling.
 */
export type PackedLeaves = { count: number; rows: Bytes[]; proofs: Bytes[] };

export type ProvedLeaf = { leaf: Leaf; proof: Uint8Array | null };

// leafIndex u32, releaseType, milestoneIdx, siblings and length of the address u8, amount u64, three times i64, address.
const ADDRESS_AT = 40;
const LONGEST_ADDRESS = 44;
const ROW_BYTES = ADDRESS_AT + LONGEST_ADDRESS;
const NO_PROOF = 255;
const HASH_BYTES = 32;

/** Rows between two looks at the clock. */
const ROWS_A_LOOK = 256;

export class LeafPacker {
  private readonly rows = new PackedBytes();
  private readonly proofs = new PackedBytes();
  private count = 0;

  add({ leaf, proof }: ProvedLeaf): void {
    const { chunk, at } = this.rows.reserve(ROW_BYTES);
    const view = new DataView(chunk.buffer, at, ROW_BYTES);
    view.setUint32(0, leaf.leafIndex);
    view.setUint8(4, leaf.releaseType);
    view.setUint8(5, leaf.milestoneIdx);
    view.setUint8(6, proof ? proof.length / HASH_BYTES : NO_PROOF);
    view.setUint8(7, leaf.beneficiary.length);
    view.setBigUint64(8, leaf.amount);
    view.setBigInt64(16, leaf.startTime);
    view.setBigInt64(24, leaf.cliffTime);
    view.setBigInt64(32, leaf.endTime);
    Buffer.from(chunk.buffer).write(leaf.beneficiary, at + ADDRESS_AT, "latin1");
    if (proof) this.proofs.add(proof);
    this.count++;
  }

  /** Keeps the place of what could not be read. */
  addNothing(): void {
    this.rows.reserve(ROW_BYTES);
    this.count++;
  }

  /** What is packed so far, in bytes. */
  get length(): number {
    return this.rows.length + this.proofs.length;
  }

  end(): PackedLeaves {
    return { count: this.count, rows: this.rows.end(), proofs: this.proofs.end() };
  }
}

/** The leaves in the order in which they were packed, null where nothing could be read. */
export function* unpackLeaves({ rows, proofs }: PackedLeaves): Generator<ProvedLeaf | null> {
  const nextProof = proofReader(proofs);
  for (const chunk of rows) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
    for (let at = 0; at < chunk.length; at += ROW_BYTES) {
      const length = view.getUint8(at + 7);
      if (length === 0) {
        yield null;
        continue;
      }
      const leaf = {
        leafIndex: view.getUint32(at),
        beneficiary: buffer.toString("latin1", at + ADDRESS_AT, at + ADDRESS_AT + length),
        amount: view.getBigUint64(at + 8),
        // Only what was read as one is packed.
        releaseType: view.getUint8(at + 4) as ReleaseType,
        startTime: view.getBigInt64(at + 16),
        cliffTime: view.getBigInt64(at + 24),
        endTime: view.getBigInt64(at + 32),
        milestoneIdx: view.getUint8(at + 5),
      };
      const siblings = view.getUint8(at + 6);
      yield { leaf, proof: siblings === NO_PROOF ? null : nextProof(siblings * HASH_BYTES) };
    }
  }
}

function proofReader(chunks: readonly Bytes[]): (length: number) => Uint8Array {
  let chunk = 0;
  let at = 0;
  return (length) => {
    if (at + length > (chunks[chunk]?.length ?? 0)) {
      chunk++;
      at = 0;
    }
    at += length;
    return (chunks[chunk] ?? new Uint8Array()).subarray(at - length, at);
  };
}

/** Packs leaves, giving way to other work in between. */
export async function packLeaves(
  leaves: readonly Leaf[],
  proofs: readonly Uint8Array[] | null = null,
): Promise<PackedLeaves> {
  const packer = new LeafPacker();
  const pacer = createPacer();
  for (const [index, leaf] of leaves.entries()) {
    packer.add({ leaf, proof: proofs?.[index] ?? null });
    if (index % ROWS_A_LOOK === 0 && pacer.due()) await pacer.pause();
  }
  return packer.end();
}

/** What `make` makes of each leaf, giving way to other work in between. */
export async function mapLeaves<T>(
  packed: PackedLeaves,
  make: (unpacked: ProvedLeaf | null, index: number) => T,
): Promise<T[]> {
  const made: T[] = [];
  const pacer = createPacer();
  for (const unpacked of unpackLeaves(packed)) {
    made.push(make(unpacked, made.length));
    if (made.length % ROWS_A_LOOK === 0 && pacer.due()) await pacer.pause();
  }
  return made;
}

/** All leaves of a list that was read whole. */
export const leavesOf = (packed: PackedLeaves): Promise<Leaf[]> =>
  mapLeaves(packed, (unpacked) => {
    if (!unpacked) throw new RangeError("A list has a leaf that could not be read.");
    return unpacked.leaf;
  });

const NO_SCHEDULE = { startTime: 0n, cliffTime: 0n, endTime: 0n };

/** A payout as a leaf of what it paid, or as several: claims that were paid again may add up to more than one holds. */
export function packPayout(
  packer: LeafPacker,
  { beneficiary, leafIndex, milestoneIdx, amount }: Payout,
): void {
  const releaseType = milestoneIdx === null ? ReleaseType.Linear : ReleaseType.Milestone;
  const place = { beneficiary, leafIndex, releaseType, milestoneIdx: milestoneIdx ?? 0, ...NO_SCHEDULE };
  const add = (part: bigint) => packer.add({ leaf: { ...place, amount: part }, proof: null });
  let left = amount;
  for (; left > U64_MAX; left -= U64_MAX) add(U64_MAX);
  if (left > 0n) add(left);
}

export function toPayouts(packed: PackedLeaves): Payouts {
  const payouts = new Payouts();
  for (const unpacked of unpackLeaves(packed)) {
    if (!unpacked) continue;
    const { releaseType, milestoneIdx, ...paid } = unpacked.leaf;
    payouts.add({ ...paid, milestoneIdx: releaseType === ReleaseType.Milestone ? milestoneIdx : null });
  }
  return payouts;
}
