import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeLeaf } from "@/lib/core/merkle/leaf-bytes";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { anyLeaf } from "@/tests/lib/core/solana/arbitraries";
import { borsh } from "@/tests/lib/core/solana/borsh-bytes";
// Known answers for the program's leaf bytes and hashes.
import vectors from "@/tests/vectors/merkle.json";

const plain: Leaf = {
  leafIndex: 0,
  beneficiary: "11111111111111111111111111111111",
  amount: 0n,
  releaseType: 0,
  startTime: 0n,
  cliffTime: 0n,
  endTime: 0n,
  milestoneIdx: 0,
};

describe("leaf bytes", () => {
  it("encode the widest values as the known answer", () => {
    const { edgeLeaf } = vectors;
    const leaf: Leaf = {
      leafIndex: edgeLeaf.leafIndex,
      beneficiary: edgeLeaf.beneficiary,
      amount: BigInt(edgeLeaf.amount),
      releaseType: 2,
      startTime: BigInt(edgeLeaf.startTime),
      cliffTime: BigInt(edgeLeaf.cliffTime),
      endTime: BigInt(edgeLeaf.endTime),
      milestoneIdx: edgeLeaf.milestoneIdx,
    };
    expect(Buffer.from(encodeLeaf(leaf)).toString("hex")).toBe(edgeLeaf.borshHex);
  });

  it("equal the Borsh encoding of any leaf", () => {
    fc.assert(
      fc.property(anyLeaf, (leaf) => {
        const expected = Buffer.concat([
          borsh.u32(leaf.leafIndex),
          borsh.key(leaf.beneficiary),
          borsh.u64(leaf.amount),
          borsh.u8(leaf.releaseType),
          borsh.i64(leaf.startTime),
          borsh.i64(leaf.cliffTime),
          borsh.i64(leaf.endTime),
          borsh.u8(leaf.milestoneIdx),
        ]);
        expect(Buffer.from(encodeLeaf(leaf)).equals(expected)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[keyof Leaf, Partial<Leaf>]>([
    ["leafIndex", { leafIndex: -1 }],
    ["leafIndex", { leafIndex: 2 ** 32 }],
    ["leafIndex", { leafIndex: 0.5 }],
    ["amount", { amount: -1n }],
    ["amount", { amount: 2n ** 64n }],
    ["startTime", { startTime: 2n ** 63n }],
    ["cliffTime", { cliffTime: -(2n ** 63n) - 1n }],
    ["endTime", { endTime: 2n ** 63n }],
    ["milestoneIdx", { milestoneIdx: 256 }],
    ["beneficiary", { beneficiary: "nobody" }],
  ])("refuse a %s outside its type: %o", (field, change) => {
    expect(() => encodeLeaf({ ...plain, ...change })).toThrow(new RegExp(field));
  });
});
