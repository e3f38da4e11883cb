import type { LeafRow } from "@/db/queries/registration/leaf-rows";
import { createScheduler, processInChunks } from "@/lib/core/cooperative-scheduler";
import { ApiError } from "@/lib/core/errors";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { proofsBetween } from "@/lib/core/merkle/proof";
import { buildTree, type MerkleTree } from "@/lib/core/merkle/tree";
import { checkProofs } from "@/lib/core/merkle/verify";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { UnlockSummer, type UnlockSums } from "@/lib/core/vesting/unlock-months";
import { type Bytes, type PackedProofs, proofAt } from "@/lib/service/registration/worker-jobs/packed-leaves";
import { MAX_ERRORS } from "./leaf-reader";
import { type GivenLeaves, leavesError } from "./leaves";

/** The leaves of a registration or rotation, verified against its root. */
export type ProvedLeaves = LeafFacts & {
  /** The bytes of a `LeafList`, ordered by index. */
  leaves: Bytes;
  /** The proofs of the request; null if the tree contains them. */
  proofs: PackedProofs | null;
  tree: MerkleTree | null;
};

type LeafFacts = {
  minCliffTime: bigint;
  /** Indexes of milestone leaves, ascending. */
  usedMilestones: number[];
  /** The earliest cliff of leaves that vest by time; null if all are milestones. */
  firstTimedCliff: bigint | null;
  /** The amounts that the leaves unlock by month. */
  unlocks: UnlockSums;
  /** The first leaves with amount 0. */
  emptyLeaves: number[];
};

/**
 * Checks, in order, the number of leaves, their format, indexes and schedules, then every proof against the
 * root. Without proofs, rebuilds the tree and compares its root. Throws VALIDATION_ERROR, which names the
 * leafIndex of an invalid proof. Source: spec 4.5, 4.6.
 */
export async function proveLeaves(input: {
  list: GivenLeaves;
  merkleRoot: string;
  leafCount: number;
}): Promise<ProvedLeaves> {
  const { list, merkleRoot, leafCount } = input;
  const { count, leaves, proofs, errors } = list;
  if (count !== leafCount) {
    throw invalid(
      `leafCount is ${leafCount}, but leaves contains ${count}. Include every leaf once.`,
      "leafCount",
    );
  }
  if (errors.length > 0) throw leavesError(errors);
  const unpacked = new LeafList(leaves);
  if (proofs) await requireProofs(unpacked, proofs, merkleRoot);
  const tree = proofs ? null : await rebuiltTree(unpacked, merkleRoot);
  return { leaves, proofs, tree, ...(await leafFacts(unpacked)) };
}

async function requireProofs(leaves: LeafList, packed: PackedProofs, merkleRoot: string): Promise<void> {
  const proofs = Array.from(packed.ends, (_, index) => proofAt(packed, index));
  const failing = await checkProofs({ leaves: leaves.slice(), proofs, root: merkleRoot });
  if (failing === null) return;
  throw invalid(
    `The proof of leafIndex ${failing} does not lead to merkleRoot. Prepare the tree again.`,
    `leaves.${failing}.proof`,
  );
}

async function rebuiltTree(leaves: LeafList, merkleRoot: string): Promise<MerkleTree> {
  const tree = await buildTree(leaves);
  if (tree.root === merkleRoot) return tree;
  throw invalid(`The tree of these leaves has the root ${tree.root}, not merkleRoot.`, "merkleRoot");
}

/** Leaves summed between two checks of the clock: a few milliseconds of work. */
const SUMMED_AT_ONCE = 500;

async function leafFacts(leaves: LeafList): Promise<LeafFacts> {
  const summer = new UnlockSummer();
  const milestones = new Set<number>();
  const emptyLeaves: number[] = [];
  let [minCliffTime, firstTimedCliff] = [leaves.cliffTime(0), null as bigint | null];
  const add = (position: number) => {
    const [amount, cliffTime] = [leaves.amount(position), leaves.cliffTime(position)];
    const [releaseType, milestoneIdx] = [leaves.releaseType(position), leaves.milestoneIdx(position)];
    summer.add({ amount, releaseType, cliffTime, endTime: leaves.endTime(position), milestoneIdx });
    if (cliffTime < minCliffTime) minCliffTime = cliffTime;
    if (releaseType === ReleaseType.Milestone) milestones.add(milestoneIdx);
    else if (firstTimedCliff === null || cliffTime < firstTimedCliff) firstTimedCliff = cliffTime;
    if (amount === 0n && emptyLeaves.length < MAX_ERRORS) emptyLeaves.push(position);
  };
  await processInChunks(
    { count: leaves.length, chunkSize: SUMMED_AT_ONCE, scheduler: createScheduler() },
    (from, to) => {
      for (let position = from; position < to; position++) add(position);
    },
  );
  const usedMilestones = [...milestones].sort((a, b) => a - b);
  return { minCliffTime, usedMilestones, firstTimedCliff, unlocks: summer.end(), emptyLeaves };
}

const invalid = (message: string, path: string) =>
  new ApiError("VALIDATION_ERROR", message, [{ path, message }]);

/** Leaves converted to rows at a time: a few milliseconds of work. */
const BATCH = 200;

/** Yields verified leaves as rows lazily, so that not all proofs are in memory at once. */
export function* leafBatches({
  leaves,
  proofs,
  tree,
}: Pick<ProvedLeaves, "leaves" | "proofs" | "tree">): Generator<LeafRow[]> {
  const list = new LeafList(leaves);
  for (let from = 0; from < list.length; from += BATCH) {
    const batch = list.slice(from, from + BATCH);
    const made = tree && proofsBetween(tree, from, from + batch.length);
    yield batch.map((leaf, slot) => ({
      ...leaf,
      proof: made?.[slot] ?? (proofs ? proofAt(proofs, from + slot) : new Uint8Array()),
    }));
  }
}
