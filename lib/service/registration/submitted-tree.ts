import { treeProof } from "@/lib/core/merkle/proof";
import { buildTree } from "@/lib/core/merkle/tree";
import { checkProofs } from "@/lib/core/merkle/verify";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { ApiError } from "@/lib/service/http/errors";
import { placeLeaves, type ReadLeaf } from "./leaves";
import { minCliffTime } from "./prepare";

/** The leaves of a registration or rotation, proved to belong to its root. */
export type ProvedLeaves = {
  leaves: Leaf[];
  /** A leaf's siblings, 32 bytes each, from the leaf upwards. */
  proofOf(leafIndex: number): Uint8Array;
  minCliffTime: bigint;
  /** Indexes that milestone leaves name, ascending. */
  usedMilestones: number[];
  /** The earliest cliff of leaves that vest by time; null when all are milestones. */
  firstTimedCliff: bigint | null;
};

/**
 * Checks, in order: the shape of every leaf, their number, indexes, schedules, then every proof against the root.
 * Without proofs the tree is rebuilt and must have the root. Throws VALIDATION_ERROR; a proof at fault is named by its
 * leafIndex. Source: spec 4.5, 4.6.
 */
export async function proveLeaves(
  items: readonly ReadLeaf[],
  { merkleRoot, leafCount }: { merkleRoot: string; leafCount: number },
): Promise<ProvedLeaves> {
  if (items.length !== leafCount) {
    throw invalid(
      `leafCount is ${leafCount} but leaves holds ${items.length}; give every leaf once.`,
      "leafCount",
    );
  }
  const { leaves, proofs } = await placeLeaves(items);
  return {
    leaves,
    proofOf: proofs ? await givenProofs(leaves, proofs, merkleRoot) : await rebuiltProofs(leaves, merkleRoot),
    minCliffTime: minCliffTime(leaves),
    usedMilestones: usedMilestones(leaves),
    firstTimedCliff: firstTimedCliff(leaves),
  };
}

async function givenProofs(leaves: Leaf[], proofs: Uint8Array[], merkleRoot: string) {
  const failing = await checkProofs({ leaves, proofs, root: merkleRoot });
  if (failing !== null) {
    throw invalid(
      `The proof of leafIndex ${failing} does not lead to merkleRoot; prepare the tree again.`,
      `leaves.${failing}.proof`,
    );
  }
  return (leafIndex: number) => proofs[leafIndex] ?? new Uint8Array();
}

async function rebuiltProofs(leaves: Leaf[], merkleRoot: string) {
  const tree = await buildTree(leaves);
  if (tree.root !== merkleRoot) {
    throw invalid(`The tree of these leaves has the root ${tree.root}, not merkleRoot.`, "merkleRoot");
  }
  return (leafIndex: number) => treeProof(tree, leafIndex);
}

function firstTimedCliff(leaves: readonly Leaf[]): bigint | null {
  const timed = leaves.filter(({ releaseType }) => releaseType !== ReleaseType.Milestone);
  return timed.length === 0 ? null : minCliffTime(timed);
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
