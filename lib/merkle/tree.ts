import { HASH_BYTES, type Keccak, loadKeccak } from "@/lib/merkle/keccak";
import { LEAF_BYTES, leafWriter } from "@/lib/merkle/leaf-bytes";
import { createPacer, type Pacer } from "@/lib/merkle/pacer";
import { toHex } from "@/lib/solana/hex";
import type { Leaf } from "@/lib/vesting/leaf";

/** Leaf and node messages start with different bytes, so that no node can pass for a leaf. */
export const LEAF_PREFIX = 0;
export const NODE_PREFIX = 1;

/** A node's two children behind its prefix. */
const NODE_MESSAGE_BYTES = 1 + 2 * HASH_BYTES;

/** Hashes between two looks at the clock: well under a millisecond of work. */
const HASHES_A_LOOK = 64;

/** The hashes of a tree end to end, leaves first; `layerStarts[k]` is the byte where layer k begins. */
export type MerkleTree = {
  root: string;
  leafCount: number;
  /** ceil(log2(leafCount)): the number of siblings in every proof. */
  depth: number;
  nodes: Uint8Array;
  layerStarts: number[];
};

export type BuildOptions = {
  /** Told now and then how many of all hashes are done. */
  onProgress?: (done: number, total: number) => void;
  pacer?: Pacer;
};

/** Node counts of the layers of a tree, from the leaves to the root. */
function layerSizes(leafCount: number): number[] {
  const sizes = [leafCount];
  for (let size = leafCount; size > 1; ) {
    size = Math.ceil(size / 2);
    sizes.push(size);
  }
  return sizes;
}

/** ceil(log2(leafCount)), the length of a proof in siblings. Source: program interface, Merkle tree. */
export function treeDepth(leafCount: number): number {
  return layerSizes(leafCount).length - 1;
}

function emptyTree(leafCount: number): MerkleTree {
  const sizes = layerSizes(leafCount);
  const layerStarts: number[] = [];
  let bytes = 0;
  for (const size of sizes) {
    layerStarts.push(bytes);
    bytes += size * HASH_BYTES;
  }
  // The node message lies behind the nodes in one buffer, where copying a pair into it costs least.
  const buffer = new Uint8Array(bytes + NODE_MESSAGE_BYTES);
  return { root: "", leafCount, depth: sizes.length - 1, nodes: buffer.subarray(0, bytes), layerStarts };
}

/** Counts hashes, and looks at the clock after every few: true when the caller is to pause. */
function createProgress(total: number, pacer: Pacer, onProgress?: BuildOptions["onProgress"]) {
  let done = 0;
  return {
    isDue: () => ++done % HASHES_A_LOOK === 0 && pacer.due(),
    pause: () => {
      onProgress?.(done, total);
      return pacer.pause();
    },
  };
}

type Progress = ReturnType<typeof createProgress>;

async function hashLeaves(leaves: readonly Leaf[], tree: MerkleTree, keccak: Keccak, progress: Progress) {
  const message = new Uint8Array(1 + LEAF_BYTES).fill(LEAF_PREFIX, 0, 1);
  const writeLeaf = leafWriter(message);
  let index = 0;
  for (const leaf of leaves) {
    if (leaf.leafIndex !== index) {
      throw new RangeError(`Leaf indexes must run 0…n−1 in order: found ${leaf.leafIndex} at ${index}.`);
    }
    writeLeaf(leaf, 1);
    keccak(message, tree.nodes, index * HASH_BYTES);
    index++;
    if (progress.isDue()) await progress.pause();
  }
}

async function hashLayer(layer: number, tree: MerkleTree, keccak: Keccak, progress: Progress) {
  const { nodes, layerStarts } = tree;
  const buffer = new Uint8Array(nodes.buffer);
  const message = buffer.subarray(nodes.length).fill(NODE_PREFIX, 0, 1);
  const children = nodes.length + 1;
  const end = layerStarts[layer + 1] ?? 0;
  let target = end;
  for (let left = layerStarts[layer] ?? 0; left < end; left += 2 * HASH_BYTES) {
    if (left + HASH_BYTES < end) {
      buffer.copyWithin(children, left, left + 2 * HASH_BYTES);
    } else {
      buffer.copyWithin(children, left, end);
      buffer.copyWithin(children + HASH_BYTES, left, end);
    }
    keccak(message, nodes, target);
    target += HASH_BYTES;
    if (progress.isDue()) await progress.pause();
  }
}

/**
 * Builds the Merkle tree over leaves, each at its `leafIndex`: keccak256(0 ‖ leaf) below, keccak256(1 ‖ left ‖ right)
 * above, an odd layer's last node paired with itself. The event loop is never held longer than about 20 ms.
 * Throws RangeError for no leaves, indexes other than 0…n−1 in order, or a field outside its type.
 * Source: program interface, Merkle tree.
 */
export async function buildTree(leaves: readonly Leaf[], options: BuildOptions = {}): Promise<MerkleTree> {
  if (leaves.length === 0) throw new RangeError("A tree needs at least one leaf.");
  const keccak = await loadKeccak();
  const { onProgress, pacer = createPacer() } = options;
  const tree = emptyTree(leaves.length);
  const total = tree.nodes.length / HASH_BYTES;
  const progress = createProgress(total, pacer, onProgress);
  await hashLeaves(leaves, tree, keccak, progress);
  for (let layer = 0; layer < tree.depth; layer++) await hashLayer(layer, tree, keccak, progress);
  onProgress?.(total, total);
  return { ...tree, root: toHex(tree.nodes.subarray(-HASH_BYTES)) };
}

/** Where in `tree.nodes` the sibling of a leaf's path begins at a layer: the node itself when it has no neighbour. */
export function siblingStart(tree: MerkleTree, leafIndex: number, layer: number): number {
  const start = tree.layerStarts[layer] ?? 0;
  const end = tree.layerStarts[layer + 1] ?? tree.nodes.length;
  const sibling = start + ((leafIndex >>> layer) ^ 1) * HASH_BYTES;
  return sibling < end ? sibling : end - HASH_BYTES;
}
