import { randomBytes } from "node:crypto";
import bs58 from "bs58";
import { createKeccak } from "hash-wasm";
import { MerkleTree as OtherTree } from "merkletreejs";
import { encodeLeaf } from "@/lib/core/merkle/leaf-bytes";
import { treeProofs } from "@/lib/core/merkle/proof";
import { buildTree } from "@/lib/core/merkle/tree";
import { checkProofs } from "@/lib/core/merkle/verify";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { bareHash } from "./support/bare-hash";
import { median, record, rounded } from "./support/report";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** Beyond this, merkletreejs's nodes and proofs, an object each, take minutes and gigabytes. */
const LARGEST_OF_OTHER = 100_000;
/** The largest campaign that the service accepts unless a setting says otherwise. */
const LARGEST_CAMPAIGN = 100_000;
/** What building such a campaign may take of the time that hashing the same messages takes. */
const GOAL = 1.3;

type Row = {
  leaves: number;
  buildMs: number;
  proofsMs: number;
  checkMs: number;
  bareHashMs: number;
  buildToBareHash: number;
  leavesPerSecond: number;
  proofsPerSecond: number;
  merkletreejs: { buildMs: number; proofsMs: number } | null;
};

const hasher = await createKeccak(256);

function leavesOf(count: number): Leaf[] {
  return Array.from({ length: count }, (_, leafIndex) => ({
    leafIndex,
    beneficiary: bs58.encode(randomBytes(32)),
    amount: BigInt(leafIndex + 1) * 1_000_000n,
    releaseType: ReleaseType.Linear,
    startTime: 1_750_000_000n,
    cliffTime: 1_760_000_000n + BigInt(leafIndex),
    endTime: 1_850_000_000n,
    milestoneIdx: 0,
  }));
}

/** How long work takes on the wall, and how much processor time of this process, in milliseconds. */
async function timed<T>(work: () => T | Promise<T>): Promise<{ ms: number; cpuMs: number; result: T }> {
  const start = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - start, cpuMs: (user + system) / 1000, result };
}

function prefixedHash(prefix: number, data: Uint8Array): Buffer {
  return Buffer.from(
    hasher
      .init()
      .update(Buffer.concat([Buffer.from([prefix]), data]))
      .digest("binary"),
  );
}

async function measureOther(leaves: Leaf[], root: string): Promise<Row["merkletreejs"]> {
  if (leaves.length > LARGEST_OF_OTHER) return null;
  const build = await timed(() => {
    const hashes = leaves.map((leaf) => prefixedHash(0, encodeLeaf(leaf)));
    return new OtherTree(hashes, (data: Buffer) => prefixedHash(1, data), { duplicateOdd: true });
  });
  const tree = build.result;
  if (tree.getRoot().toString("hex") !== root) throw new Error("merkletreejs built another tree.");
  const proofs = await timed(() => tree.getLeaves().map((leaf, index) => tree.getProof(leaf, index)));
  return { buildMs: build.ms, proofsMs: proofs.ms };
}

async function measure(count: number): Promise<Row> {
  const leaves = leavesOf(count);
  const hashAll = bareHash(count);
  const rounds = Math.min(200, Math.max(3, Math.round(2_000_000 / count)));
  const times = {
    bare: [] as number[],
    build: [] as number[],
    proofs: [] as number[],
    check: [] as number[],
  };
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await timed(hashAll);
    const build = await timed(() => buildTree(leaves));
    times.bare.push(bare.ms);
    times.build.push(build.ms);
    // Of processor time, since other processes stretch the time on the wall of one and not of the other.
    ratios.push(build.cpuMs / bare.cpuMs);
  }
  const tree = await buildTree(leaves);
  for (let round = 0; round < Math.min(rounds, 7); round++) {
    const proofs = await timed(() => treeProofs(tree));
    const check = await timed(() => checkProofs({ leaves, proofs: proofs.result, root: tree.root }));
    if (check.result !== null) throw new Error(`The proof of leaf ${check.result} failed.`);
    times.proofs.push(proofs.ms);
    times.check.push(check.ms);
  }
  const buildMs = median(times.build);
  const proofsMs = median(times.proofs);
  return {
    leaves: count,
    buildMs,
    proofsMs,
    checkMs: median(times.check),
    bareHashMs: median(times.bare),
    buildToBareHash: median(ratios),
    leavesPerSecond: (count / buildMs) * 1000,
    proofsPerSecond: (count / proofsMs) * 1000,
    merkletreejs: await measureOther(leaves, tree.root),
  };
}

function asRounded(row: Row): Row {
  const numbers = Object.entries(row).map(([key, value]) => [
    key,
    typeof value === "number" ? rounded(value) : value,
  ]);
  const { merkletreejs: other } = row;
  return {
    ...row,
    ...Object.fromEntries(numbers),
    merkletreejs: other && { buildMs: rounded(other.buildMs), proofsMs: rounded(other.proofsMs) },
  };
}

// The compiler has seen every path before the first figure is taken.
await measure(20_000);
const rows: Row[] = [];
for (const size of SIZES) rows.push(asRounded(await measure(size)));

console.table(
  rows.map((row) => ({
    leaves: row.leaves,
    "leaves/s": row.leavesPerSecond,
    "proofs/s": row.proofsPerSecond,
    "build ms": row.buildMs,
    "proofs ms": row.proofsMs,
    "check ms": row.checkMs,
    "build : bare hash": row.buildToBareHash,
    "merkletreejs build ms": row.merkletreejs?.buildMs ?? "not run",
    "merkletreejs proofs ms": row.merkletreejs?.proofsMs ?? "not run",
  })),
);
const accepted = rows.filter((row) => row.leaves <= LARGEST_CAMPAIGN);
const worst = Math.max(...accepted.map((row) => row.buildToBareHash));
console.log(
  `Up to ${LARGEST_CAMPAIGN} leaves, building takes at most ${worst} of the bare hashing (goal: ${GOAL}).`,
);

record("merkle", {
  goal: { buildToBareHash: GOAL, upToLeaves: LARGEST_CAMPAIGN },
  merkletreejsUpToLeaves: LARGEST_OF_OTHER,
  rows,
});
