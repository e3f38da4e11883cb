import {
  type CooperativeScheduler,
  createScheduler,
  processInChunks,
} from "@/lib/core/cooperative-scheduler";
import { type MerkleTree, siblingStart } from "@/lib/core/merkle/tree";
import { HASH_BYTES } from "./keccak";

const WORD_BYTES = 4;
const HASH_WORDS = HASH_BYTES / WORD_BYTES;

/** Number of proofs that share one buffer and are written between two checks of the clock. */
const PROOFS_PER_BUFFER = 256;

function toWords(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / WORD_BYTES));
}

/**
 * Returns a function that writes proofs into `out`. It copies words, because copying many short byte ranges
 * separately costs more.
 */
function proofWriter(tree: MerkleTree, out: Uint8Array): (leafIndex: number, slot: number) => void {
  const nodes = toWords(tree.nodes);
  const words = toWords(out);
  return (leafIndex, slot) => {
    let target = slot * tree.depth * HASH_WORDS;
    for (let layer = 0; layer < tree.depth; layer++) {
      const sibling = siblingStart(tree, leafIndex, layer) / WORD_BYTES;
      for (let word = 0; word < HASH_WORDS; word++) words[target++] = nodes[sibling + word] as number;
    }
  };
}

/**
 * Returns a leaf's proof: the siblings from leaf to root, 32 bytes each, concatenated.
 * @throws RangeError outside the tree.
 */
export function treeProof(tree: MerkleTree, leafIndex: number): Uint8Array {
  if (!Number.isInteger(leafIndex) || leafIndex < 0 || leafIndex >= tree.leafCount) {
    throw new RangeError(`The tree has no leaf ${leafIndex}.`);
  }
  const proof = new Uint8Array(tree.depth * HASH_BYTES);
  proofWriter(tree, proof)(leafIndex, 0);
  return proof;
}

/** Returns the proofs of a range of leaf indexes, each as from `treeProof`, in one buffer. */
export function proofsBetween(tree: MerkleTree, from: number, to: number): Uint8Array[] {
  const bytes = tree.depth * HASH_BYTES;
  const buffer = new Uint8Array((to - from) * bytes);
  const write = proofWriter(tree, buffer);
  return Array.from({ length: to - from }, (_, slot) => {
    write(from + slot, slot);
    return buffer.subarray(slot * bytes, (slot + 1) * bytes);
  });
}

/**
 * Returns the proofs of all leaves by index, each as from `treeProof`. The function never blocks the event
 * loop for longer than about 20 ms.
 */
export async function treeProofs(
  tree: MerkleTree,
  scheduler: CooperativeScheduler = createScheduler(),
): Promise<Uint8Array[]> {
  const proofs: Uint8Array[] = [];
  await processInChunks({ count: tree.leafCount, chunkSize: PROOFS_PER_BUFFER, scheduler }, (from, to) => {
    for (const proof of proofsBetween(tree, from, to)) proofs.push(proof);
  });
  return proofs;
}

/**
 * Converts a proof of concatenated bytes to an array of 32 bytes per sibling. The loop copies each byte,
 * because `Array.from` takes ten times as long, 30 ms for a page of 1,000.
 * @throws RangeError when a sibling is incomplete.
 */
export function proofSiblings(proof: Uint8Array): number[][] {
  if (proof.length % HASH_BYTES !== 0) throw new RangeError(`A proof has ${proof.length} bytes.`);
  const siblings: number[][] = [];
  for (let start = 0; start < proof.length; start += HASH_BYTES) {
    const sibling = new Array<number>(HASH_BYTES);
    for (let at = 0; at < HASH_BYTES; at++) sibling[at] = proof[start + at] as number;
    siblings.push(sibling);
  }
  return siblings;
}
