import {
  type CooperativeScheduler,
  createScheduler,
  processInChunks,
} from "@/lib/core/cooperative-scheduler";
import { LEAF_BYTES, leafWriter } from "@/lib/core/merkle/leaf-bytes";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { toHex } from "@/lib/core/solana/hex";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { HASH_BYTES, type Keccak, loadKeccak } from "./keccak";

/** Leaf and node messages start with different bytes, so that a node cannot be used as a leaf. */
export const LEAF_PREFIX = 0;
export const NODE_PREFIX = 1;

const LEAF_MESSAGE_BYTES = 1 + LEAF_BYTES;
/** The prefix of a node and its two children. */
const NODE_MESSAGE_BYTES = 1 + 2 * HASH_BYTES;

/** Hashes between two checks of the clock: well under a millisecond of work. */
const HASHES_PER_CHUNK = 64;

/** The concatenated hashes of a tree, leaves first; layer k begins at byte `layerStarts[k]`. */
export type MerkleTree = {
  root: string;
  leafCount: number;
  /** ceil(log2(leafCount)): the number of siblings in every proof. */
  depth: number;
  nodes: Uint8Array;
  layerStarts: number[];
};

export type BuildOptions = {
  /** Receives the number of computed hashes and the total from time to time. */
  onProgress?: (done: number, total: number) => void;
  scheduler?: CooperativeScheduler;
  /** @deprecated Use `scheduler`. */
  pacer?: CooperativeScheduler;
};

/** Returns the node counts of the layers of a tree, from the leaves to the root. */
function layerSizes(leafCount: number): number[] {
  const sizes = [leafCount];
  for (let size = leafCount; size > 1; ) {
    size = Math.ceil(size / 2);
    sizes.push(size);
  }
  return sizes;
}

/**
 * Returns ceil(log2(leafCount)), the length of a proof in siblings. Source: program interface, Merkle tree.
 */
export function treeDepth(leafCount: number): number {
  return layerSizes(leafCount).length - 1;
}

function emptyTree(sizes: number[]): MerkleTree {
  const layerStarts: number[] = [];
  let bytes = 0;
  for (const size of sizes) {
    layerStarts.push(bytes);
    bytes += size * HASH_BYTES;
  }
  // The node message follows the nodes in the same buffer, where copying a pair into it is cheapest.
  const buffer = new Uint8Array(bytes + NODE_MESSAGE_BYTES);
  const nodes = buffer.subarray(0, bytes);
  return { root: "", leafCount: sizes[0] ?? 0, depth: sizes.length - 1, nodes, layerStarts };
}

type Leaves = readonly Leaf[] | LeafList;

/** Each returned function writes the leaf at a position into `out` and returns its index. */
function arrayWriter(leaves: readonly Leaf[], out: Uint8Array) {
  const write = leafWriter(out);
  return (position: number, offset: number) => {
    const leaf = leaves[position];
    if (leaf?.leafIndex === position) write(leaf, offset);
    return leaf?.leafIndex;
  };
}

function listWriter({ bytes }: LeafList, out: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return (position: number, offset: number) => {
    const start = position * LEAF_BYTES;
    for (let at = 0; at < LEAF_BYTES; at++) out[offset + at] = bytes[start + at] as number;
    return view.getUint32(start, true);
  };
}

/** Returns a function that hashes the leaves of a range of indexes, at most one chunk. */
function leafHasher(leaves: Leaves, tree: MerkleTree, keccak: Keccak) {
  // Writing a chunk of leaves before hashing it lets the CPU prefetch their memory.
  const buffer = new Uint8Array(HASHES_PER_CHUNK * LEAF_MESSAGE_BYTES).fill(LEAF_PREFIX);
  const writeLeaf = leaves instanceof LeafList ? listWriter(leaves, buffer) : arrayWriter(leaves, buffer);
  const messages = Array.from({ length: HASHES_PER_CHUNK }, (_, slot) =>
    buffer.subarray(slot * LEAF_MESSAGE_BYTES, (slot + 1) * LEAF_MESSAGE_BYTES),
  );
  return (from: number, to: number) => {
    for (let index = from; index < to; index++) {
      const found = writeLeaf(index, (index - from) * LEAF_MESSAGE_BYTES + 1);
      if (found !== index) {
        throw new RangeError(`Leaf indexes must run 0…n−1 in order: found ${found} at ${index}.`);
      }
    }
    let target = from * HASH_BYTES;
    for (const message of messages.slice(0, to - from)) {
      keccak(message, tree.nodes, target);
      target += HASH_BYTES;
    }
  };
}

/** Returns a function that hashes the nodes above a layer, for a range of positions in their own layer. */
function nodeHasher(layer: number, tree: MerkleTree, keccak: Keccak) {
  const { nodes, layerStarts } = tree;
  const buffer = new Uint8Array(nodes.buffer);
  const message = buffer.subarray(nodes.length).fill(NODE_PREFIX, 0, 1);
  const children = nodes.length + 1;
  const start = layerStarts[layer] ?? 0;
  const end = layerStarts[layer + 1] ?? 0;
  return (from: number, to: number) => {
    for (let node = from; node < to; node++) {
      const left = start + node * 2 * HASH_BYTES;
      const isPair = left + HASH_BYTES < end;
      buffer.copyWithin(children, left, isPair ? left + 2 * HASH_BYTES : end);
      if (!isPair) buffer.copyWithin(children + HASH_BYTES, left, end);
      keccak(message, nodes, end + node * HASH_BYTES);
    }
  };
}

/**
 * Builds the Merkle tree of leaves, each at its `leafIndex`: keccak256(0 ‖ leaf) for leaves, keccak256(1 ‖
 * left ‖ right) for nodes. The last node of an odd layer is paired with itself. The function never blocks the
 * event loop for longer than about 20 ms. Source: program interface, Merkle tree.
 * @throws RangeError for an empty list, for indexes other than 0…n−1 in order, or for a field outside its
 * type.
 */
export async function buildTree(leaves: Leaves, options: BuildOptions = {}): Promise<MerkleTree> {
  if (leaves.length === 0) throw new RangeError("A tree needs at least one leaf.");
  const keccak = await loadKeccak();
  const { onProgress, scheduler = options.pacer ?? createScheduler() } = options;
  const sizes = layerSizes(leaves.length);
  const tree = emptyTree(sizes);
  const total = tree.nodes.length / HASH_BYTES;
  let before = 0;
  for (const [layer, count] of sizes.entries()) {
    const hash = layer === 0 ? leafHasher(leaves, tree, keccak) : nodeHasher(layer - 1, tree, keccak);
    const hashed = before;
    const onPause = (done: number) => onProgress?.(hashed + done, total);
    await processInChunks({ count, chunkSize: HASHES_PER_CHUNK, scheduler, onPause }, hash);
    before += count;
  }
  onProgress?.(total, total);
  return { ...tree, root: toHex(tree.nodes.subarray(-HASH_BYTES)) };
}

/**
 * Returns the offset in `tree.nodes` of the sibling on a leaf's path at a layer. A node without a neighbor is
 * its own sibling.
 */
export function siblingStart(tree: MerkleTree, leafIndex: number, layer: number): number {
  const start = tree.layerStarts[layer] ?? 0;
  const end = tree.layerStarts[layer + 1] ?? tree.nodes.length;
  const sibling = start + ((leafIndex >>> layer) ^ 1) * HASH_BYTES;
  return sibling < end ? sibling : end - HASH_BYTES;
}
