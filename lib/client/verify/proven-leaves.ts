import { vestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { verifyProof } from "@/lib/core/merkle/verify";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import type { VestingTree } from "@/lib/core/solana/accounts";
import type { CheckContext } from "./verification";

const entrySchema = vestingProgress.shape.campaigns.element;
const leafSchema = entrySchema.shape.leaves.element.required({ proof: true });
/** The progress of an address with its proofs. */
export const answerSchema = vestingProgress
  .extend({
    campaigns: entrySchema.extend({ leaves: leafSchema.array() }).required({ proof: true }).array(),
  })
  .required({ proof: true });
export type Answer = ReturnType<typeof answerSchema.parse>;
export type ProgressEntry = Answer["campaigns"][number];

export const LISTS_ARE_PRIVATE =
  "Lists of recipients are not on the network, so an omission cannot be found.";

type LeavesCheck = { context: CheckContext; path: string; tree: VestingTree | null; address: string };
export type ProvenLeaf = ReturnType<typeof toLeaf>;

/** Checks each leaf by its proof. Returns the leaves; null if one of them is false or not proven. */
export async function checkLeaves(entry: ProgressEntry, input: LeavesCheck): Promise<ProvenLeaf[] | null> {
  const { context, path, tree, address } = input;
  const { report } = context;
  const { leaves, proof, rootRegistered } = entry;
  const isSorted = leaves.every((leaf, at) => at === 0 || (leaves[at - 1]?.leafIndex ?? -1) < leaf.leafIndex);
  if (isSorted) report.skip(`${path}.leaves`, LISTS_ARE_PRIVATE);
  else report.reject(`${path}.leaves`, undefined, "The leaves are not in order, each once.");
  if (!tree) return null;
  const isCurrent = proof.merkleRoot === tree.merkleRoot;
  if (isCurrent || rootRegistered) report.compare(`${path}.proof.merkleRoot`, tree.merkleRoot);
  report.compare(`${path}.rootRegistered`, isCurrent);
  if (!isCurrent) return null;
  const proven = await Promise.all(
    leaves.map((leaf, at) => checkLeaf(leaf, { report, path: `${path}.leaves.${at}`, tree, address })),
  );
  return isSorted && proven.every((leaf) => leaf !== null) ? proven : null;
}

const LEAF_FIELDS = [
  ...["leafIndex", "beneficiary", "amount", "releaseType", "startTime", "cliffTime", "endTime"],
  ...["milestoneIdx", "proof"],
];

async function checkLeaf(
  answered: ProgressEntry["leaves"][number],
  input: { report: CheckContext["report"]; path: string; tree: VestingTree; address: string },
): Promise<ProvenLeaf | null> {
  const { report, path, tree, address } = input;
  if (!answered.proof) {
    for (const name of LEAF_FIELDS) report.skip(`${path}.${name}`, "The answer has no proof of this leaf.");
    return null;
  }
  const leaf = getLeaf(answered);
  const proof = toProofBytes(answered.proof);
  const { merkleRoot: root, leafCount } = tree;
  const isProven = leaf && (await verifyProof({ leaf, proof, root, leafCount }).catch(() => false));
  for (const name of LEAF_FIELDS) {
    if (isProven) report.acceptAll(`${path}.${name}`);
    else
      report.rejectAll(
        `${path}.${name}`,
        undefined,
        "The leaf and its proof do not lead to the root: one of these fields is false.",
      );
  }
  if (answered.beneficiary !== address)
    report.reject(`${path}.beneficiary`, address, "The leaf is of another recipient.");
  return isProven && answered.beneficiary === address ? leaf : null;
}

function getLeaf(answered: ProgressEntry["leaves"][number]): ProvenLeaf | null {
  try {
    return toLeaf(answered);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
