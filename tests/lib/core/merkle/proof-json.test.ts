import fc from "fast-check";
import { expect, test } from "vitest";
import { toProofJson, toProofView } from "@/lib/contract/leaf";
import { proofSiblings } from "@/lib/core/merkle/proof";
import { proofJson } from "@/lib/core/merkle/proof-json";

const siblings = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 20 });
const toBytes = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

test("writes a proof as the JSON of its arrays", () => {
  fc.assert(
    fc.property(siblings, (parts) => {
      const proof = toBytes(parts);
      expect(proofJson(proof)).toBe(JSON.stringify(proofSiblings(proof)));
    }),
  );
  expect(() => proofJson(new Uint8Array(33))).toThrow(RangeError);
});

test("writes the response with a proof as the JSON of its view", () => {
  const of = {
    merkleRoot: "ab".repeat(32),
    treeAddress: 'a "tree"',
    rootVersion: 3,
    vault: null,
    hasDrift: true,
    currentRoot: "cd".repeat(32),
    lookupTable: null,
  };
  const leaf = {
    ...{ leafIndex: 7, beneficiary: "b", amount: 2n ** 64n - 1n, releaseType: 2 },
    ...{ startTime: -1n, cliffTime: 0n, endTime: 1n, milestoneIdx: 255 },
  };
  fc.assert(
    fc.property(siblings, (parts) => {
      const proof = toBytes(parts);
      const view = toProofView({ ...of, leaves: [] }, { leaf, proof: proofSiblings(proof) });
      expect(toProofJson(of, { leaf, proof })).toBe(JSON.stringify(view));
    }),
  );
});
