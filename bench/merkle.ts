/** Measures building, proving and checking trees beside bare hashing of as many messages. */
import { createKeccak } from "hash-wasm";
import { Bench } from "tinybench";
import { treeProofs } from "@/lib/core/merkle/proof";
import { buildTree } from "@/lib/core/merkle/tree";
import { checkProofs } from "@/lib/core/merkle/verify";
import { recipientsTree } from "@/tests/support/registration-body";
import { type Row, record } from "./support/report";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** The goal applies up to the largest campaign that the service accepts by default. */
const MAX_LEAVES = 100_000;

const hasher = await createKeccak(256);

/** Hashes about as many messages as a tree has leaves and nodes, of the same lengths. */
function hashMessages(leafCount: number): void {
  const [leaf, node] = [new Uint8Array(71), new Uint8Array(65)];
  for (let at = 0; at < leafCount; at++) {
    hasher.init().update(leaf).digest("binary");
    hasher.init().update(node).digest("binary");
  }
}

async function measure(count: number): Promise<Row> {
  const { leaves, tree } = await recipientsTree(count);
  const proofs = await treeProofs(tree);
  const iterations = Math.max(3, Math.min(100, Math.round(1_000_000 / count)));
  const bench = new Bench({ iterations, time: 0, warmupIterations: 3, warmupTime: 0, throws: true })
    .add("hash", () => hashMessages(count))
    .add("build", async () => void (await buildTree(leaves)))
    .add("prove", async () => void (await treeProofs(tree)))
    .add("check", async () => {
      const failed = await checkProofs({ leaves, proofs, root: tree.root });
      if (failed !== null) throw new Error(`The proof of leaf ${failed} is wrong.`);
    });
  await bench.run();
  const measureMs = (name: string) => {
    const result = bench.getTask(name)?.result;
    return result && "latency" in result ? result.latency.p50 : 0;
  };
  return {
    leaves: count,
    ...{ "leaves/s": (count / measureMs("build")) * 1000, "proofs/s": (count / measureMs("prove")) * 1000 },
    "check ms": measureMs("check"),
    "build : bare hashing": measureMs("build") / measureMs("hash"),
    goal: count <= MAX_LEAVES ? "≤ 1.3" : "",
  };
}

const rows: Row[] = [];
for (const size of SIZES) rows.push(await measure(size));
record("merkle", rows);
