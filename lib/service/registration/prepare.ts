import { treeProof } from "@/lib/core/merkle/proof";
import { buildTree, type MerkleTree } from "@/lib/core/merkle/tree";
import type { Recipient } from "@/lib/core/recipients/recipients";
import { earliestCliff, type Leaf } from "@/lib/core/vesting/leaf";
import { type PackedLeaves, unpackLeaves } from "@/lib/service/heavy/packed-leaves";

/** A tree over recipients in the order given: leaf n is recipient n. Amounts in base units, times in unix seconds. */
export type PreparedTree = { leaves: Leaf[]; tree: MerkleTree; totalSupply: bigint; minCliffTime: bigint };

/** Builds the tree of faultless recipients (see recipientFaults). Source: POST /api/campaigns/prepare. */
export async function prepareTree(recipients: readonly Recipient[]): Promise<PreparedTree> {
  return prepareLeaves(
    recipients.map(({ row: _, ...allocation }, leafIndex) => ({ leafIndex, ...allocation })),
  );
}

/** Builds the tree of leaves that stand at their index. */
export async function prepareLeaves(leaves: Leaf[]): Promise<PreparedTree> {
  return {
    leaves,
    tree: await buildTree(leaves),
    totalSupply: leaves.reduce((sum, { amount }) => sum + amount, 0n),
    minCliffTime: earliestCliff(leaves),
  };
}

const LEAVES_A_CHUNK = 100;

/**
 * The answer of prepare as JSON text in chunks: `head` first, then the leaf objects of spec 4.7 with their proofs
 * (without when `proofs` is false). 100,000 leaves are 200 MB of text, so it is never held as one string.
 */
export async function* preparedJson(
  head: Record<string, unknown>,
  { leaves, tree }: { leaves: PackedLeaves; tree: MerkleTree },
  { proofs }: { proofs: boolean },
): AsyncGenerator<string> {
  yield `${JSON.stringify(head, bigintText).slice(0, -1)},"leaves":[`;
  let chunk: string[] = [];
  let separator = "";
  for (const unpacked of unpackLeaves(leaves)) {
    if (!unpacked) throw new RangeError("A prepared leaf is missing.");
    const { leaf } = unpacked;
    const text = JSON.stringify(leaf, bigintText);
    chunk.push(proofs ? `${text.slice(0, -1)},"proof":${proofJson(treeProof(tree, leaf.leafIndex))}}` : text);
    if (chunk.length < LEAVES_A_CHUNK) continue;
    yield separator + chunk.join(",");
    [chunk, separator] = [[], ","];
    await new Promise(setImmediate);
  }
  if (chunk.length > 0) yield separator + chunk.join(",");
  yield "]}";
}

const bigintText = (_key: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);

const HASH_BYTES = 32;
/** "255," for each byte of a hash, and its brackets. */
const MOST_CHARACTERS_A_HASH = HASH_BYTES * 4 + 3;

const [ZERO, COMMA, OPEN, CLOSE] = [0x30, 0x2c, 0x5b, 0x5d];

let scratch = Buffer.alloc(MOST_CHARACTERS_A_HASH * 32 + 2);

/**
 * A packed proof (32 bytes a sibling) as the JSON text the specification stores and serves: an array of arrays of 32
 * byte values. Text at once, because 100,000 proofs as objects would take gigabytes, and written as bytes, because
 * joining strings is what would take longest in a registration. Source: spec 2.3, 4.7.
 */
export function proofJson(proof: Uint8Array): string {
  const most = (proof.length / HASH_BYTES) * MOST_CHARACTERS_A_HASH + 2;
  if (scratch.length < most) scratch = Buffer.alloc(most);
  const out = scratch;
  let at = 0;
  out[at++] = OPEN;
  for (let index = 0; index < proof.length; index++) {
    const value = proof[index] as number;
    if (index % HASH_BYTES === 0) out[at++] = OPEN;
    if (value >= 100) out[at++] = ZERO + Math.floor(value / 100);
    if (value >= 10) out[at++] = ZERO + (Math.floor(value / 10) % 10);
    out[at++] = ZERO + (value % 10);
    if (index % HASH_BYTES === HASH_BYTES - 1) out[at++] = CLOSE;
    out[at++] = COMMA;
  }
  // The last comma gives way to the bracket that ends it all.
  if (proof.length > 0) at--;
  out[at++] = CLOSE;
  return out.toString("latin1", 0, at);
}
