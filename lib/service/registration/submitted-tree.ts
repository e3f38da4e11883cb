import type { LeafRow } from "@/db/queries/registration/leaf-rows";
import { ApiError } from "@/lib/core/errors";
import { proofsBetween } from "@/lib/core/merkle/proof";
import { buildTree, type MerkleTree } from "@/lib/core/merkle/tree";
import { checkProofs } from "@/lib/core/merkle/verify";
import { createPacer, inPieces } from "@/lib/core/pacer";
import { earliestCliff, type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { UnlockSummer, type UnlockSums } from "@/lib/core/vesting/unlock-months";
import { MAX_FAULTS } from "./leaf-reader";
import { type GivenList, placeLeaves } from "./leaves";
import { type PackedLeaves, type ProvedLeaf, packLeaves, unpackLeaves } from "./worker-jobs/packed-leaves";

/** The leaves of a registration or rotation in order of their indexes, proved to belong to its root. */
export type ProvedLeaves = {
  /** With the proofs that were given. */
  leaves: PackedLeaves;
  /** Gives the proofs where none were. */
  tree: MerkleTree | null;
  minCliffTime: bigint;
  /** Indexes that milestone leaves name, ascending. */
  usedMilestones: number[];
  /** The earliest cliff of leaves that vest by time; null when all are milestones. */
  firstTimedCliff: bigint | null;
  /** What they unlock by month. */
  unlocks: UnlockSums;
  /** The first leaves of an amount of 0. */
  emptyLeaves: number[];
};

/**
 * Checks, in order: the shape of every leaf, their number, indexes, schedules, then every proof against the root.
 * Without proofs the tree is rebuilt and must have the root. Throws VALIDATION_ERROR; a proof at fault is named by its
 * leafIndex. Source: spec 4.5, 4.6.
 */
export async function proveLeaves(of: {
  list: GivenList;
  merkleRoot: string;
  leafCount: number;
}): Promise<ProvedLeaves> {
  const { list, merkleRoot, leafCount } = of;
  const { count } = list.leaves;
  if (count !== leafCount) {
    throw invalid(`leafCount is ${leafCount} but leaves holds ${count}; give every leaf once.`, "leafCount");
  }
  const { leaves, proofs } = await placeLeaves(list);
  if (proofs) await requireProofs(leaves, proofs, merkleRoot);
  const tree = proofs ? null : await rebuiltTree(leaves, merkleRoot);
  return {
    leaves: await packLeaves(leaves, proofs),
    tree,
    minCliffTime: earliestCliff(leaves),
    usedMilestones: usedMilestones(leaves),
    firstTimedCliff: firstTimedCliff(leaves),
    unlocks: await sumUnlocks(leaves),
    emptyLeaves: emptyLeaves(leaves),
  };
}

async function requireProofs(leaves: Leaf[], proofs: Uint8Array[], merkleRoot: string): Promise<void> {
  const failing = await checkProofs({ leaves, proofs, root: merkleRoot });
  if (failing === null) return;
  throw invalid(
    `The proof of leafIndex ${failing} does not lead to merkleRoot; prepare the tree again.`,
    `leaves.${failing}.proof`,
  );
}

async function rebuiltTree(leaves: Leaf[], merkleRoot: string): Promise<MerkleTree> {
  const tree = await buildTree(leaves);
  if (tree.root === merkleRoot) return tree;
  throw invalid(`The tree of these leaves has the root ${tree.root}, not merkleRoot.`, "merkleRoot");
}

const emptyLeaves = (leaves: readonly Leaf[]) =>
  leaves
    .filter(({ amount }) => amount === 0n)
    .slice(0, MAX_FAULTS)
    .map(({ leafIndex }) => leafIndex);

function firstTimedCliff(leaves: readonly Leaf[]): bigint | null {
  const timed = leaves.filter(({ releaseType }) => releaseType !== ReleaseType.Milestone);
  return timed.length === 0 ? null : earliestCliff(timed);
}

/** Leaves summed up between two looks at the clock: a few milliseconds of work. */
const SUMMED_AT_ONCE = 500;

async function sumUnlocks(leaves: readonly Leaf[]): Promise<UnlockSums> {
  const summer = new UnlockSummer();
  await inPieces({ count: leaves.length, piece: SUMMED_AT_ONCE, pacer: createPacer() }, (from, to) => {
    for (const leaf of leaves.slice(from, to)) summer.add(leaf);
  });
  return summer.end();
}

const usedMilestones = (leaves: readonly Leaf[]) =>
  [
    ...new Set(
      leaves
        .filter(({ releaseType }) => releaseType === ReleaseType.Milestone)
        .map(({ milestoneIdx }) => milestoneIdx),
    ),
  ].sort((a, b) => a - b);

const invalid = (message: string, path: string) =>
  new ApiError("VALIDATION_ERROR", message, [{ path, message }]);

/** Leaves made into rows at a time: a few milliseconds of work. */
const BATCH = 200;

/** Proved leaves as rows, made while they are stored so that their proofs are never all made at once. */
export function* leafBatches({ leaves, tree }: Pick<ProvedLeaves, "leaves" | "tree">): Generator<LeafRow[]> {
  let batch: ProvedLeaf[] = [];
  for (const unpacked of unpackLeaves(leaves)) {
    if (!unpacked) throw new RangeError("A proved leaf is missing.");
    batch.push(unpacked);
    if (batch.length < BATCH) continue;
    yield rowsOf(batch, tree);
    batch = [];
  }
  if (batch.length > 0) yield rowsOf(batch, tree);
}

/** Of leaves that stand one after another in their tree. */
function rowsOf(batch: readonly ProvedLeaf[], tree: MerkleTree | null): LeafRow[] {
  const from = batch[0]?.leaf.leafIndex ?? 0;
  const made = tree && proofsBetween(tree, from, from + batch.length);
  return batch.map(({ leaf, proof }, slot) => ({
    ...leaf,
    proof: (made ? made[slot] : proof) ?? new Uint8Array(),
  }));
}
