import { LEAF_BYTES, leafWriter } from "@/lib/core/merkle/leaf-bytes";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { createPacer, inPieces, type Pacer } from "@/lib/core/pacer";
import { toHex } from "@/lib/core/solana/hex";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { HASH_BYTES, type Keccak, loadKeccak } from "./keccak";

/** Leaf and node messages start with different bytes, so that no node can pass for a leaf. */
export const LEAF_PREFIX = 0;
export const NODE_PREFIX = 1;

const LEAF_MESSAGE_BYTES = 1 + LEAF_BYTES;
/** A node's two children behind its prefix. */
const NODE_MESSAGE_BYTES = 1 + 2 * HASH_BYTES;

/** Hashes between two looks at the clock: well under a millisecond of work. */
const HASHES_A_PIECE = 64;

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

function emptyTree(sizes: number[]): MerkleTree {
  const layerStarts: number[] = [];
  let bytes = 0;
  for (const size of sizes) {
    layerStarts.push(bytes);
    bytes += size * HASH_BYTES;
  }
  // The node message lies behind the nodes in one buffer, where copying a pair into it costs least.
  const buffer = new Uint8Array(bytes + NODE_MESSAGE_BYTES);
  const nodes = buffer.subarray(0, bytes);
  return { root: "", leafCount: sizes[0] ?? 0, depth: sizes.length - 1, nodes, layerStarts };
}

type Leaves = readonly Leaf[] | LeafList;

/** Writers of the leaf at a place into `out`, which answer its index. */
function arrayWriter(leaves: readonly Leaf[], out: Uint8Array) {
  const write = leafWriter(out);
  return (place: number, offset: number) => {
    const leaf = leaves[place];
    if (leaf?.leafIndex === place) write(leaf, offset);
    return leaf?.leafIndex;
  };
}

function listWriter({ bytes }: LeafList, out: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return (place: number, offset: number) => {
    const start = place * LEAF_BYTES;
    for (let at = 0; at < LEAF_BYTES; at++) out[offset + at] = bytes[start + at] as number;
    return view.getUint32(start, true);
  };
}

/** A hasher of the leaves from one index up to another, at most a piece apart. */
function leafHasher(leaves: Leaves, tree: MerkleTree, keccak: Keccak) {
  // Writing a piece of leaves before hashing it lets the memory they lie in be read ahead.
  const buffer = new Uint8Array(HASHES_A_PIECE * LEAF_MESSAGE_BYTES).fill(LEAF_PREFIX);
  const writeLeaf = leaves instanceof LeafList ? listWriter(leaves, buffer) : arrayWriter(leaves, buffer);
  const messages = Array.from({ length: HASHES_A_PIECE }, (_, slot) =>
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

/** A hasher of the nodes above a layer, from one place in their own layer up to another. */
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
 * Builds the Merkle tree over leaves, each at its `leafIndex`: keccak256(0 ‖ leaf) below, keccak256(1 ‖ left ‖ right)
 * above, an odd layer's last node paired with itself. The event loop is never held longer than about 20 ms.
 * Throws RangeError for no leaves, indexes other than 0…n−1 in order, or a field outside its type.
 * Source: program interface, Merkle tree.
 */
export async function buildTree(leaves: Leaves, options: BuildOptions = {}): Promise<MerkleTree> {
  if (leaves.length === 0) throw new RangeError("A tree needs at least one leaf.");
  const keccak = await loadKeccak();
  const { onProgress, pacer = createPacer() } = options;
  const sizes = layerSizes(leaves.length);
  const tree = emptyTree(sizes);
  const total = tree.nodes.length / HASH_BYTES;
  let before = 0;
  for (const [layer, count] of sizes.entries()) {
    const hash = layer === 0 ? leafHasher(leaves, tree, keccak) : nodeHasher(layer - 1, tree, keccak);
    const hashed = before;
    const onPause = (done: number) => onProgress?.(hashed + done, total);
    await inPieces({ count, piece: HASHES_A_PIECE, pacer, onPause }, hash);
    before += count;
  }
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
