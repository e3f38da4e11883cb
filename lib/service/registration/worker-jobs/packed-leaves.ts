import { createScheduler, processInChunks } from "@/lib/core/cooperative-scheduler";
import { LEAF_BYTES, leafWriter } from "@/lib/core/merkle/leaf-bytes";
import { type Bytes, LeafList } from "@/lib/core/merkle/leaf-list";
import { U64_MAX } from "@/lib/core/solana/integers";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { type Payout, Payouts } from "@/lib/core/vesting/rotation/payouts";

export type { Bytes };

/** Concatenated proofs, and the byte at which each one ends. */
export type PackedProofs = { bytes: Bytes; ends: Uint32Array };

export function packProofs(proofs: readonly Uint8Array[]): PackedProofs {
  let end = 0;
  const ends = Uint32Array.from(proofs, (proof) => {
    end += proof.length;
    return end;
  });
  const bytes = new Uint8Array(end);
  for (const [index, proof] of proofs.entries()) bytes.set(proof, ends[index - 1] ?? 0);
  return { bytes, ends };
}

export const proofAt = ({ bytes, ends }: PackedProofs, index: number): Uint8Array =>
  bytes.subarray(ends[index - 1] ?? 0, ends[index]);

/** Leaves packed between two checks of the clock. */
const LEAVES_PER_CHUNK = 256;

/**
 * Packs leaves as the bytes of a `LeafList`, which another thread takes over without a copy. Yields to the
 * event loop.
 */
export async function packLeaves(leaves: readonly Leaf[]): Promise<Bytes> {
  const bytes = new Uint8Array(leaves.length * LEAF_BYTES);
  const write = leafWriter(bytes);
  const chunks = { count: leaves.length, chunkSize: LEAVES_PER_CHUNK, scheduler: createScheduler() };
  await processInChunks(chunks, (from, to) => {
    for (let at = from; at < to; at++) write(leaves[at] as Leaf, at * LEAF_BYTES);
  });
  return bytes;
}

const NO_SCHEDULE = { startTime: 0n, cliffTime: 0n, endTime: 0n };

/**
 * Packs payouts as leaves. A payout becomes several leaves if repeated claims exceed the maximum amount of a
 * leaf.
 */
export function packPayouts(payouts: readonly Payout[]): LeafList {
  return LeafList.of(
    payouts.flatMap(({ beneficiary, leafIndex, milestoneIdx, amount }) => {
      const releaseType = milestoneIdx === null ? ReleaseType.Linear : ReleaseType.Milestone;
      const position = {
        beneficiary,
        leafIndex,
        releaseType,
        milestoneIdx: milestoneIdx ?? 0,
        ...NO_SCHEDULE,
      };
      const full = Array.from({ length: Number(amount / U64_MAX) }, () => ({ ...position, amount: U64_MAX }));
      return [...full, { ...position, amount: amount % U64_MAX }];
    }),
  );
}

export function unpackPayouts(bytes: Bytes): Payouts {
  const payouts = new Payouts();
  for (const { releaseType, milestoneIdx, ...paid } of new LeafList(bytes)) {
    if (paid.amount === 0n) continue;
    payouts.add({ ...paid, milestoneIdx: releaseType === ReleaseType.Milestone ? milestoneIdx : null });
  }
  return payouts;
}
