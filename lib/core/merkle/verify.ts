import { type CooperativeScheduler, createScheduler } from "@/lib/core/cooperative-scheduler";
import { encodeLeaf, LEAF_BYTES, leafWriter } from "@/lib/core/merkle/leaf-bytes";
import {
  buildTree,
  LEAF_PREFIX,
  type MerkleTree,
  NODE_PREFIX,
  siblingStart,
  treeDepth,
} from "@/lib/core/merkle/tree";
import { equalBytes, fromHex, toHex } from "@/lib/core/solana/hex";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { HASH_BYTES, type Keccak, loadKeccak } from "./keccak";

/** Proofs between two checks of the clock, if each proof is hashed or only compared. */
const HASHED_PROOFS_PER_CHUNK = 8;
const COMPARED_PROOFS_PER_CHUNK = 256;

function rootBytes(root: string): Uint8Array {
  const bytes = fromHex(root);
  if (bytes.length !== HASH_BYTES) throw new RangeError("A Merkle root must have 64 hexadecimal digits.");
  return bytes;
}

type OnHash = (hash: Uint8Array, sibling?: { bytes: Uint8Array; isLeft: boolean }) => void;

/** Returns a function that hashes a leaf up its proof, as the program does, to the expected root. */
function proofWalker(keccak: Keccak) {
  const leafMessage = new Uint8Array(1 + LEAF_BYTES).fill(LEAF_PREFIX, 0, 1);
  const writeLeaf = leafWriter(leafMessage);
  const message = new Uint8Array(1 + 2 * HASH_BYTES).fill(NODE_PREFIX, 0, 1);
  const hash = new Uint8Array(HASH_BYTES);
  return (leaf: Leaf, proof: Uint8Array, onHash?: OnHash): Uint8Array => {
    writeLeaf(leaf, 1);
    keccak(leafMessage, hash, 0);
    onHash?.(hash);
    for (let at = 0, path = leaf.leafIndex; at < proof.length; at += HASH_BYTES, path >>>= 1) {
      const isLeft = (path & 1) === 0;
      const sibling = proof.subarray(at, at + HASH_BYTES);
      message.set(hash, isLeft ? 1 : 1 + HASH_BYTES);
      message.set(sibling, isLeft ? 1 + HASH_BYTES : 1);
      keccak(message, hash, 0);
      onHash?.(hash, { bytes: sibling, isLeft: !isLeft });
    }
    return hash;
  };
}

/** Returns a function that verifies single proofs against one root. */
function proofVerifier(keccak: Keccak, root: Uint8Array, leafCount: number) {
  const longest = treeDepth(leafCount) * HASH_BYTES;
  const walk = proofWalker(keccak);
  return (leaf: Leaf, proof: Uint8Array): boolean => {
    if (proof.length > longest || proof.length % HASH_BYTES !== 0) return false;
    return equalBytes(walk(leaf, proof), root);
  };
}

/** A step up the tree: the sibling, the side of the sibling, and the hash of both nodes. Bytes are in hex. */
export type ProofStep = { sibling: string; siblingIsLeft: boolean; hash: string };

/**
 * Returns every hash between a leaf and the root of its proof, for display.
 * @throws RangeError for an invalid leaf, or for a proof whose length is not a multiple of 32 bytes.
 */
export async function proofSteps({ leaf, proof }: { leaf: Leaf; proof: Uint8Array }) {
  if (proof.length % HASH_BYTES !== 0)
    throw new RangeError("A proof must consist of sibling hashes of 32 bytes each.");
  const steps: ProofStep[] = [];
  let leafHash = "";
  const root = proofWalker(await loadKeccak())(leaf, proof, (hash, sibling) => {
    if (!sibling) leafHash = toHex(hash);
    else steps.push({ sibling: toHex(sibling.bytes), siblingIsLeft: sibling.isLeft, hash: toHex(hash) });
  });
  return { leafBytes: toHex(encodeLeaf(leaf)), leafHash, steps, root: toHex(root) };
}

/**
 * Returns whether the program would accept a leaf with this proof (concatenated siblings of 32 bytes) under a
 * root. A proof longer than ceil(log2(leafCount)) is rejected too. Source: program interface, Merkle tree.
 * @throws RangeError for an invalid leaf or root.
 */
export async function verifyProof(input: {
  leaf: Leaf;
  proof: Uint8Array;
  root: string;
  leafCount: number;
}): Promise<boolean> {
  return proofVerifier(await loadKeccak(), rootBytes(input.root), input.leafCount)(input.leaf, input.proof);
}

function isTreeProof(tree: MerkleTree, nodes: DataView, leafIndex: number, proof: Uint8Array): boolean {
  if (proof.length !== tree.depth * HASH_BYTES) return false;
  const view = new DataView(proof.buffer, proof.byteOffset, proof.byteLength);
  for (let layer = 0; layer < tree.depth; layer++) {
    const sibling = siblingStart(tree, leafIndex, layer);
    for (let word = 0; word < HASH_BYTES; word += 4) {
      if (nodes.getUint32(sibling + word) !== view.getUint32(layer * HASH_BYTES + word)) return false;
    }
  }
  return true;
}

/**
 * Returns the lowest `leafIndex` whose proof fails against the root, or null if all are valid. Leaves are in
 * order, 0…n−1, and `proofs[i]` belongs to leaf i. With the tree's own root, a proof is valid exactly if its
 * bytes are the tree's siblings, so checking all proofs costs about one build. With another root, each proof
 * is hashed separately. The function never blocks the event loop for longer than about 20 ms. Source: spec
 * 4.5.
 * @throws RangeError as `buildTree` does, or when the counts differ.
 */
export async function checkProofs(input: {
  leaves: readonly Leaf[];
  proofs: readonly Uint8Array[];
  root: string;
  scheduler?: CooperativeScheduler;
  /** @deprecated Use `scheduler`. */
  pacer?: CooperativeScheduler;
}): Promise<number | null> {
  const { leaves, proofs, root, scheduler = input.pacer ?? createScheduler() } = input;
  if (leaves.length !== proofs.length) throw new RangeError("There must be one proof for each leaf.");
  const expected = rootBytes(root);
  const tree = await buildTree(leaves, { scheduler });
  const isOwnRoot = equalBytes(tree.nodes.subarray(-HASH_BYTES), expected);
  const verify = proofVerifier(await loadKeccak(), expected, leaves.length);
  const nodes = new DataView(tree.nodes.buffer);
  const interval = isOwnRoot ? COMPARED_PROOFS_PER_CHUNK : HASHED_PROOFS_PER_CHUNK;
  for (const [index, leaf] of leaves.entries()) {
    const proof = proofs[index] ?? new Uint8Array(0);
    const holds = isOwnRoot ? isTreeProof(tree, nodes, index, proof) : verify(leaf, proof);
    if (!holds) return index;
    if (index % interval === 0 && scheduler.due()) await scheduler.pause();
  }
  return null;
}
