import { keccak_256 } from "@noble/hashes/sha3";
import fc from "fast-check";
import { MerkleTree as OracleTree } from "merkletreejs";
import { describe, expect, it } from "vitest";
import { createScheduler } from "@/lib/core/cooperative-scheduler";
import { encodeLeaf } from "@/lib/core/merkle/leaf-bytes";
import { treeProof, treeProofs } from "@/lib/core/merkle/proof";
import { buildTree, treeDepth } from "@/lib/core/merkle/tree";
import { verifyProof } from "@/lib/core/merkle/verify";
import { toHex } from "@/lib/core/solana/hex";
import { isReleaseType, type Leaf } from "@/lib/core/vesting/leaf";
import { randomLeaves } from "@/tests/lib/core/merkle/random-leaves";
// Known answers for the program's Merkle rules.
import vectors from "@/tests/vectors/merkle.json";

type KnownLeaf = (typeof vectors.trees)[number]["leaves"][number];

function getLeaf(known: KnownLeaf): Leaf {
  if (!isReleaseType(known.releaseType)) throw new Error("The known answers hold an unknown release type.");
  return {
    leafIndex: known.leafIndex,
    beneficiary: known.beneficiary,
    amount: BigInt(known.amount),
    releaseType: known.releaseType,
    startTime: BigInt(known.startTime),
    cliffTime: BigInt(known.cliffTime),
    endTime: BigInt(known.endTime),
    milestoneIdx: known.milestoneIdx,
  };
}

const siblings = (proof: Uint8Array) =>
  Array.from({ length: proof.length / 32 }, (_, at) => toHex(proof.subarray(at * 32, at * 32 + 32)));

/**
 * Builds a merkletreejs tree by the program's rules: given order, an odd node doubled, separate leaf and node
 * prefixes.
 */
function getOracle(leaves: Leaf[]): { tree: OracleTree; hashes: Buffer[] } {
  const prefixed = (prefix: number, data: Uint8Array) =>
    Buffer.from(keccak_256(Buffer.concat([Buffer.from([prefix]), data])));
  const hashes = leaves.map((leaf) => prefixed(0, encodeLeaf(leaf)));
  const tree = new OracleTree(hashes, (data: Buffer) => prefixed(1, data), {
    duplicateOdd: true,
    sort: false,
  });
  return { tree, hashes };
}

describe("MerkleTree", () => {
  it.each(vectors.trees)("matches the known answers with $leafCount leaves", async (known) => {
    const leaves = known.leaves.map(getLeaf);
    const tree = await buildTree(leaves);
    expect(tree.root).toBe(known.merkleRoot);
    expect(tree.leafCount).toBe(known.leafCount);
    // The larger known trees state only some of their leaf hashes.
    for (const { leafIndex, leafHash } of known.leaves.filter((leaf) => leaf.leafHash !== undefined)) {
      expect(toHex(tree.nodes.subarray(leafIndex * 32, leafIndex * 32 + 32))).toBe(leafHash);
    }
    for (const { leafIndex, proof } of known.proofs) {
      expect(siblings(treeProof(tree, leafIndex))).toEqual(proof);
    }
  });

  it("equals merkletreejs at every size up to 70 and around powers of two", async () => {
    const sizes = [...Array.from({ length: 70 }, (_, i) => i + 1), 127, 128, 129, 255, 257, 513];
    for (const size of sizes) {
      const leaves = randomLeaves(size, size);
      const tree = await buildTree(leaves);
      const { tree: oracle, hashes } = getOracle(leaves);
      expect(tree.root, `${size} leaves`).toBe(oracle.getRoot().toString("hex"));
      for (let index = 0; index < size; index += 1 + (size >> 4)) {
        const hash = hashes[index] as Buffer;
        // The oracle omits the sibling of a node that is paired with itself: insert the doubled node again.
        const expected: string[] = [];
        let path = index;
        for (const [layer, nodes] of oracle.getLayers().slice(0, tree.depth).entries()) {
          expected.push((nodes[path ^ 1] ?? nodes[path] ?? Buffer.alloc(0)).toString("hex"));
          if (layer === 0) expect(nodes[path]?.equals(hash)).toBe(true);
          path >>= 1;
        }
        expect(siblings(treeProof(tree, index)), `leaf ${index} of ${size}`).toEqual(expected);
      }
    }
  });

  it("returns a proof that verifies for every leaf of a random tree", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 80 }), fc.nat(), async (size, seed) => {
        const leaves = randomLeaves(size, seed);
        const tree = await buildTree(leaves);
        for (const leaf of leaves) {
          const proof = treeProof(tree, leaf.leafIndex);
          expect(proof).toHaveLength(32 * treeDepth(size));
          expect(await verifyProof({ leaf, proof, root: tree.root, leafCount: size })).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it.each([1, 2, 255, 256, 257, 600])(
    "returns all proofs of %i leaves at once as it returns each",
    async (size) => {
      const tree = await buildTree(randomLeaves(size));
      const each = Array.from({ length: size }, (_, leafIndex) => toHex(treeProof(tree, leafIndex)));
      expect((await treeProofs(tree)).map(toHex)).toEqual(each);
    },
  );

  it.each([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
    [1_000_000, 20],
    [2 ** 32 - 1, 32],
  ])("has, for %i leaves, depth %i", (leafCount, depth) => {
    expect(treeDepth(leafCount)).toBe(depth);
  });

  it("refuses an empty list, indexes out of order, and a proof of an index outside the tree", async () => {
    const leaves = randomLeaves(3);
    await expect(buildTree([])).rejects.toThrow(RangeError);
    await expect(buildTree(leaves.toReversed())).rejects.toThrow(/found 2 at 0/);
    await expect(buildTree(leaves.slice(1))).rejects.toThrow(RangeError);
    const tree = await buildTree(leaves);
    for (const index of [-1, 3, 0.5, Number.NaN]) expect(() => treeProof(tree, index)).toThrow(RangeError);
  });
});

describe("long builds", () => {
  it("report their progress in order and end with the total", async () => {
    const seen: [number, number][] = [];
    // A clock that advances 1 ms per reading ends every slice after twenty readings.
    let clock = 0;
    const scheduler = createScheduler(() => clock++);
    await buildTree(randomLeaves(2000), {
      scheduler,
      onProgress: (done, total) => seen.push([done, total]),
    });
    const total = 2000 + 1000 + 500 + 250 + 125 + 63 + 32 + 16 + 8 + 4 + 2 + 1;
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.every(([, of]) => of === total)).toBe(true);
    expect(seen.map(([done]) => done)).toEqual(seen.map(([done]) => done).toSorted((a, b) => a - b));
    expect(seen.at(-1)).toEqual([total, total]);
  });

  it("return the same tree when another build runs between their slices", async () => {
    let clock = 0;
    const slowly = () => createScheduler(() => (clock += 7));
    const [a, b] = [randomLeaves(500, 1), randomLeaves(700, 2)];
    const together = await Promise.all([
      buildTree(a, { scheduler: slowly() }),
      buildTree(b, { scheduler: slowly() }),
    ]);
    const apart = [await buildTree(a), await buildTree(b)];
    expect(together.map((tree) => tree.root)).toEqual(apart.map((tree) => tree.root));
  });
});
