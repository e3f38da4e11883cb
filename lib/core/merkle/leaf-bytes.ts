import { writeAddress } from "@/lib/core/solana/base58";
import { I64_MAX, I64_MIN, U64_MAX } from "@/lib/core/solana/integers";
import type { Leaf } from "@/lib/core/vesting/leaf";

/**
 * Size of a leaf in Borsh: u32, key, u64, u8, three i64, u8, little-endian. Source: program interface, Merkle
 * tree.
 */
export const LEAF_BYTES = 70;

function isSmall(value: number, largest: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= largest;
}

function isI64(value: bigint): boolean {
  return value >= I64_MIN && value <= I64_MAX;
}

function findError(leaf: Leaf): string | null {
  if (!isSmall(leaf.leafIndex, 0xffffffff)) return "leafIndex must be within u32";
  if (leaf.amount < 0n || leaf.amount > U64_MAX) return "amount must be within u64";
  if (!isSmall(leaf.releaseType, 255)) return "releaseType must be within u8";
  if (!isI64(leaf.startTime)) return "startTime must be within i64";
  if (!isI64(leaf.cliffTime)) return "cliffTime must be within i64";
  if (!isI64(leaf.endTime)) return "endTime must be within i64";
  return isSmall(leaf.milestoneIdx, 255) ? null : "milestoneIdx must be within u8";
}

/**
 * Returns a function that writes leaves into `out` at a byte offset.
 * @throws RangeError with the leaf's index for a leaf that does not fit into 70 bytes.
 */
export function leafWriter(out: Uint8Array): (leaf: Leaf, offset: number) => void {
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  return (leaf, offset) => {
    const error = findError(leaf);
    if (error !== null) throw new RangeError(`Leaf ${leaf.leafIndex}: ${error}.`);
    view.setUint32(offset, leaf.leafIndex, true);
    if (!writeAddress(leaf.beneficiary, out, offset + 4)) {
      throw new RangeError(`Leaf ${leaf.leafIndex}: beneficiary must be a base58 address of 32 bytes.`);
    }
    view.setBigUint64(offset + 36, leaf.amount, true);
    out[offset + 44] = leaf.releaseType;
    view.setBigInt64(offset + 45, leaf.startTime, true);
    view.setBigInt64(offset + 53, leaf.cliffTime, true);
    view.setBigInt64(offset + 61, leaf.endTime, true);
    out[offset + 69] = leaf.milestoneIdx;
  };
}

/**
 * Encodes a leaf as 70 Borsh bytes.
 * @throws RangeError for a field outside its type.
 */
export function encodeLeaf(leaf: Leaf): Uint8Array {
  const bytes = new Uint8Array(LEAF_BYTES);
  leafWriter(bytes)(leaf, 0);
  return bytes;
}
