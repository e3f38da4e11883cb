import bs58 from "bs58";
import fc from "fast-check";
import { expect, test } from "vitest";
import { treeProof } from "@/lib/core/merkle/proof";
import { buildTree } from "@/lib/core/merkle/tree";
import { I64_MAX, I64_MIN, U64_MAX } from "@/lib/core/solana/integers";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { preparedJson } from "@/lib/service/registration/prepared-json";
import { packLeaves } from "@/lib/service/registration/worker-jobs/packed-leaves";

const time = fc.bigInt({ min: I64_MIN, max: I64_MAX });
const allocation = fc.record({
  beneficiary: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bs58.encode(bytes)),
  amount: fc.bigInt({ min: 0n, max: U64_MAX }),
  releaseType: fc.constantFrom(0, 1, 2),
  startTime: time,
  cliffTime: time,
  endTime: time,
  milestoneIdx: fc.nat(255),
});

/** Builds the expected response independently, from the specification. */
async function getResponse(head: object, leaves: readonly Leaf[], proofs: boolean) {
  const tree = await buildTree(leaves);
  const computeHashes = (proof: Uint8Array) =>
    Array.from({ length: proof.length / 32 }, (_, level) => [...proof.subarray(level * 32, level * 32 + 32)]);
  const objects = leaves.map((leaf) => ({
    ...leaf,
    ...(proofs && { proof: computeHashes(treeProof(tree, leaf.leafIndex)) }),
  }));
  return JSON.stringify({ ...head, leaves: objects }, (_, value) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

async function written(head: Record<string, unknown>, leaves: readonly Leaf[], proofs: boolean) {
  const prepared = { leaves: await packLeaves(leaves), tree: await buildTree(leaves) };
  const chunks = [];
  for await (const chunk of preparedJson(head, prepared, { proofs })) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString(), chunks: chunks.length };
}

test("writes the JSON of head and leaves, byte for byte, as the response of prepare", async () => {
  const lists = fc.array(allocation, { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(lists, fc.boolean(), fc.string(), async (allocations, proofs, warning) => {
      const leaves = allocations.map((item, leafIndex) => ({ leafIndex, ...item }));
      const head = { totalSupply: 5n, warnings: [warning] };
      expect((await written(head, leaves, proofs)).text).toBe(await getResponse(head, leaves, proofs));
    }),
  );
});

test("writes a long list in many chunks and loses none between two", async () => {
  const [of] = fc.sample(allocation, 1);
  if (!of) throw new Error("There is one.");
  const leaves = Array.from({ length: 3_000 }, (_, leafIndex) => ({ leafIndex, ...of }));
  const { text, chunks } = await written({ root: null }, leaves, true);
  expect(chunks).toBeGreaterThan(10);
  expect(text === (await getResponse({ root: null }, leaves, true))).toBe(true);
});
