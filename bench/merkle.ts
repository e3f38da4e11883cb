/** Measures building, proving and checking trees beside bare hashing of as many messages. */
import { randomBytes } from "node:crypto";
import bs58 from "bs58";
import { createKeccak } from "hash-wasm";
import { Bench } from "tinybench";
import { treeProofs } from "@/lib/core/merkle/proof";
import { buildTree } from "@/lib/core/merkle/tree";
import { checkProofs } from "@/lib/core/merkle/verify";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { type Row, record, rounded } from "./support/report";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** The most that building may take of bare hashing, up to the largest campaign that the service accepts by default. */
const GOAL = { max: 1.3, upTo: 100_000 };

const hasher = await createKeccak(256);

const leavesOf = (count: number): Leaf[] =>
  Array.from({ length: count }, (_, leafIndex) => ({
    leafIndex,
    beneficiary: bs58.encode(randomBytes(32)),
    amount: BigInt(leafIndex + 1) * 1_000_000n,
    releaseType: ReleaseType.Linear,
    startTime: 1_750_000_000n,
    cliffTime: 1_760_000_000n + BigInt(leafIndex),
    endTime: 1_850_000_000n,
    milestoneIdx: 0,
  }));

/** Hashes as many messages as a tree has leaves and nodes, of the same lengths. */
function hashMessages(leafCount: number): void {
  const [leaf, node] = [new Uint8Array(71), new Uint8Array(65)];
  let [nodes, level] = [0, leafCount];
  while (level > 1) {
    level = Math.ceil(level / 2);
    nodes += level;
  }
  for (let at = 0; at < leafCount; at++) hasher.init().update(leaf).digest("binary");
  for (let at = 0; at < nodes; at++) hasher.init().update(node).digest("binary");
}

async function measure(count: number): Promise<Row> {
  const leaves = leavesOf(count);
  const tree = await buildTree(leaves);
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
  const msOf = (name: string) => {
    const result = bench.getTask(name)?.result;
    return result && "latency" in result ? result.latency.p50 : 0;
  };
  return {
    leaves: count,
    "leaves/s": rounded((count / msOf("build")) * 1000),
    "proofs/s": rounded((count / msOf("prove")) * 1000),
    "check ms": rounded(msOf("check")),
    "build : bare hashing": rounded(msOf("build") / msOf("hash")),
    goal: count <= GOAL.upTo ? `≤ ${GOAL.max}` : "",
  };
}

const rows: Row[] = [];
for (const size of SIZES) rows.push(await measure(size));
record("merkle", rows);
