import fc from "fast-check";
import { expect, test } from "vitest";
import { proofSiblings } from "@/lib/core/merkle/proof";
import { toProofBytes } from "@/lib/core/plans/leaf-from-json";

test("returns the bytes of a proof's siblings, 32 each, and rebuilds the same proof from them", () => {
  fc.assert(
    fc.property(fc.nat({ max: 40 }), fc.infiniteStream(fc.nat({ max: 255 })), (levels, values) => {
      const proof = Uint8Array.from({ length: levels * 32 }, () => values.next().value);
      const siblings = proofSiblings(proof);
      expect(siblings).toHaveLength(levels);
      for (const sibling of siblings) expect(sibling).toHaveLength(32);
      expect(toProofBytes(siblings)).toEqual(proof);
    }),
  );
});

test("refuses a truncated sibling", () => {
  expect(() => proofSiblings(new Uint8Array(33))).toThrow(RangeError);
});
