import { keccak_256 } from "@noble/hashes/sha3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import type { CooperativeScheduler } from "@/lib/core/cooperative-scheduler";
import { encodeLeaf } from "@/lib/core/merkle/leaf-bytes";
import { treeProof, treeProofs } from "@/lib/core/merkle/proof";
import { buildTree, type MerkleTree } from "@/lib/core/merkle/tree";
import { checkProofs, proofSteps, verifyProof } from "@/lib/core/merkle/verify";
import { toHex } from "@/lib/core/solana/hex";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { randomLeaves } from "@/tests/lib/core/merkle/random-leaves";

type Tampering = {
  name: string;
  change: (proof: Uint8Array, proofs: Uint8Array[], pick: number) => Uint8Array;
};

const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const tamperings: Tampering[] = [
  {
    name: "a flipped bit",
    change: (proof, _, pick) =>
      proof.map((byte, at) => (at === pick % proof.length ? byte ^ (1 << (pick & 7)) : byte)),
  },
  {
    name: "two siblings swapped",
    change: (proof) => joined(proof.subarray(32, 64), proof.subarray(0, 32), proof.subarray(64)),
  },
  {
    name: "another leaf's proof",
    change: (proof, proofs) => proofs.find((other) => toHex(other) !== toHex(proof)) ?? new Uint8Array(0),
  },
  { name: "a missing last sibling", change: (proof) => proof.subarray(0, proof.length - 32) },
  { name: "a missing first sibling", change: (proof) => proof.subarray(32) },
  { name: "no siblings", change: () => new Uint8Array(0) },
  { name: "a sibling more", change: (proof) => joined(proof, proof.subarray(-32)) },
  { name: "a byte more", change: (proof) => joined(proof, Uint8Array.of(0)) },
  { name: "a byte less", change: (proof) => proof.subarray(0, -1) },
];

async function proven(size: number, seed: number) {
  const leaves = randomLeaves(size, seed);
  const tree = await buildTree(leaves);
  return { leaves, tree, proofs: leaves.map((leaf) => treeProof(tree, leaf.leafIndex)) };
}

describe("proofs", () => {
  it.each(tamperings)("are rejected with $name, one by one and all together", async ({ change }) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 4, max: 60 }), fc.nat(), fc.nat(), async (size, seed, pick) => {
        const { leaves, tree, proofs } = await proven(size, seed);
        const index = pick % size;
        const original = proofs[index] as Uint8Array;
        const proof = change(original, proofs, pick);
        // The last leaf of an odd layer may have equal neighboring siblings, which swapping does not change.
        fc.pre(toHex(proof) !== toHex(original));
        const leaf = leaves[index] as Leaf;
        expect(await verifyProof({ leaf, proof, root: tree.root, leafCount: size })).toBe(false);
        expect(await checkProofs({ leaves, proofs: proofs.with(index, proof), root: tree.root })).toBe(index);
      }),
      { numRuns: caseCount(25) },
    );
  });

  it("fail for a leaf with any field changed", async () => {
    const { leaves, tree, proofs } = await proven(9, 3);
    const leaf = leaves[4] as Leaf;
    const changes: Partial<Leaf>[] = [
      { leafIndex: 5 },
      { beneficiary: leaves[3]?.beneficiary ?? "" },
      { amount: leaf.amount + 1n },
      { releaseType: leaf.releaseType === 0 ? 1 : 0 },
      { startTime: leaf.startTime - 1n },
      { cliffTime: leaf.cliffTime + 1n },
      { endTime: leaf.endTime + 1n },
      { milestoneIdx: leaf.milestoneIdx ^ 1 },
    ];
    const proof = proofs[4] as Uint8Array;
    for (const change of changes) {
      const changed = { ...leaf, ...change };
      expect(await verifyProof({ leaf: changed, proof, root: tree.root, leafCount: 9 })).toBe(false);
    }
  });

  it("hold under the tree's own root, and the lowest of several errors is named", async () => {
    const { leaves, tree, proofs } = await proven(33, 5);
    expect(await checkProofs({ leaves, proofs, root: tree.root })).toBeNull();
    expect(await checkProofs({ leaves, proofs, root: tree.root.toUpperCase() })).toBeNull();
    const zeros = new Uint8Array(proofs[0]?.length ?? 0);
    const faulty = proofs.with(30, zeros).with(12, zeros).with(29, zeros);
    expect(await checkProofs({ leaves, proofs: faulty, root: tree.root })).toBe(12);
  });

  it("fail from the first leaf under another root", async () => {
    const { leaves, proofs } = await proven(20, 6);
    const other = await buildTree(randomLeaves(20, 7));
    expect(await checkProofs({ leaves, proofs, root: other.root })).toBe(0);
  });

  it("name the one leaf that a root does not cover", async () => {
    const { leaves, tree, proofs } = await proven(20, 8);
    const changed = { ...(leaves[13] as Leaf), amount: 1n };
    expect(await checkProofs({ leaves: leaves.with(13, changed), proofs, root: tree.root })).toBe(13);
  });

  it("hold as the program verifies them when the root covers an unlisted leaf", async () => {
    const hash = (prefix: number, ...parts: Uint8Array[]) =>
      keccak_256(joined(Uint8Array.of(prefix), ...parts));
    const leaves = randomLeaves(3, 9);
    const [a, b, c] = leaves.map((leaf) => hash(0, encodeLeaf(leaf))) as [Uint8Array, Uint8Array, Uint8Array];
    const hidden = new Uint8Array(32).fill(7);
    const [left, right] = [hash(1, a, b), hash(1, c, hidden)];
    const proofs = [joined(b, right), joined(a, right), joined(hidden, left)];
    const root = toHex(hash(1, left, right));
    expect(await checkProofs({ leaves, proofs, root })).toBeNull();
    expect(await checkProofs({ leaves, proofs: proofs.with(2, joined(c, left)), root })).toBe(2);
  });

  it("longer than the depth of the tree fail even where the hashes agree", async () => {
    const { leaves, tree, proofs } = await proven(5, 10);
    const [leaf, proof] = [leaves[0] as Leaf, proofs[0] as Uint8Array];
    expect(await verifyProof({ leaf, proof, root: tree.root, leafCount: 5 })).toBe(true);
    expect(await verifyProof({ leaf, proof, root: tree.root, leafCount: 4 })).toBe(false);
  });

  it("refuse a malformed root and a list of another length", async () => {
    const { leaves, proofs } = await proven(2, 11);
    for (const root of ["", "00", "zz".repeat(32), "00".repeat(33)]) {
      await expect(checkProofs({ leaves, proofs, root })).rejects.toThrow(RangeError);
    }
    for (const others of [proofs.slice(1), [...proofs, ...proofs]]) {
      await expect(checkProofs({ leaves, proofs: others, root: "00".repeat(32) })).rejects.toThrow(
        RangeError,
      );
    }
  });
});

describe("200,000 leaves", () => {
  const COUNT = 200_000;

  /** Counts how often a run checks whether to yield, and asserts that it yields each time when required. */
  async function countPauses(run: (scheduler: CooperativeScheduler) => Promise<unknown>): Promise<number> {
    let [requested, gaveWay] = [0, 0];
    const due = () => ++requested > 0;
    const pause = async () => {
      gaveWay++;
    };
    await run({ due, pause });
    expect(gaveWay).toBe(requested);
    return requested;
  }

  it("yield as often as requested, every few hundred hashes, when built or checked", LONG, async () => {
    // One wallet holds all leaves: encoding 200,000 addresses would take longer than the test.
    const [first] = randomLeaves(1) as [Leaf];
    const leaves = Array.from({ length: COUNT }, (_, leafIndex) => ({ ...first, leafIndex }));
    let tree: MerkleTree | undefined;
    let proofs: Uint8Array[] = [];
    const build = async (scheduler: CooperativeScheduler) => {
      tree = await buildTree(leaves, { scheduler });
    };
    const prove = async (scheduler: CooperativeScheduler) => {
      if (tree) proofs = await treeProofs(tree, scheduler);
    };
    const built = await countPauses(build);
    expect(built).toBeGreaterThan((2 * COUNT) / 100);
    expect(await countPauses(prove)).toBeGreaterThan(COUNT / 300);
    const root = tree?.root ?? "";
    const compare = (scheduler: CooperativeScheduler) => checkProofs({ leaves, proofs, root, scheduler });
    expect(await countPauses(compare)).toBeGreaterThan(built + COUNT / 300);
    // Under this root every proof is hashed separately, eighteen hashes each, up to the failing one.
    const changed = leaves.with(10_000, { ...first, leafIndex: 10_000, amount: 1n });
    const check = (scheduler: CooperativeScheduler) =>
      checkProofs({ leaves: changed, proofs, root, scheduler });
    expect(await countPauses(check)).toBeGreaterThan(built + 10_000 / 10);
  });
});

describe("the steps of a proof", () => {
  const hex = (...parts: (string | number)[]) =>
    Buffer.concat(
      parts.map((part) => (typeof part === "number" ? Buffer.of(part) : Buffer.from(part, "hex"))),
    );

  it("lead from the leaf's bytes to the root", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.nat(), fc.nat(), async (size, seed, pick) => {
        const { leaves, tree, proofs } = await proven(size, seed);
        const index = pick % size;
        const { leafBytes, leafHash, steps, root } = await proofSteps({
          leaf: leaves[index] as Leaf,
          proof: proofs[index] as Uint8Array,
        });
        expect(leafHash).toBe(toHex(keccak_256(hex(0, leafBytes))));
        const followed = steps.reduce((below, { sibling, siblingIsLeft, hash }) => {
          const pair = siblingIsLeft ? [sibling, below] : [below, sibling];
          expect(hash).toBe(toHex(keccak_256(hex(1, ...pair))));
          return hash;
        }, leafHash);
        expect([followed, root]).toEqual([tree.root, tree.root]);
        expect(steps.map(({ siblingIsLeft }) => siblingIsLeft)).toEqual(
          steps.map((_, layer) => ((index >>> layer) & 1) === 1),
        );
      }),
      { numRuns: caseCount(40) },
    );
  });

  it("refuse a proof that is truncated within a sibling", async () => {
    const { leaves } = await proven(4, 1);
    await expect(proofSteps({ leaf: leaves[0] as Leaf, proof: new Uint8Array(33) })).rejects.toThrow(
      RangeError,
    );
  });
});
