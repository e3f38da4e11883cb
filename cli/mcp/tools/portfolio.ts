import { type AgentContext, ToolRefusedError } from "@/cli/mcp/context";
import type { Answer } from "@/cli/mcp/tool";
import { markUntrusted } from "@/cli/mcp/untrusted-text";
import { checkWithNode } from "@/cli/mcp/verify-with-node";
import { verifyProgress } from "@/lib/client/verify/verify-progress";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { verifyProof } from "@/lib/core/merkle/verify";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";

type Entry = VestingProgress["campaigns"][number];

/** The number of leaves of a tree is a u32. A portfolio does not state it, so the longest proof is accepted. */
const MAX_LEAF_COUNT = 2 ** 32;

/**
 * Returns a page of a wallet's allocations. Each leaf is verified against the stated root of its campaign.
 * @throws ToolRefusedError for a leaf that is not proven, or of another wallet
 */
export async function readPortfolio(
  context: AgentContext,
  { address, limit, offset }: { address: string; limit: number; offset: number },
): Promise<Answer> {
  const answer = await context.api.vestingProgress(address, { proof: true });
  const verification = await checkWithNode(context, (options) =>
    verifyProgress(answer, { ...options, address }),
  );
  const entries = answer.campaigns.slice(offset, offset + limit);
  const campaigns: unknown[] = [];
  for (const entry of entries) campaigns.push(markUntrusted(await provenEntry(entry, address)));
  const isLast = offset + limit >= answer.campaigns.length;
  return {
    address,
    total: answer.campaigns.length,
    nextOffset: isLast ? null : offset + limit,
    campaigns,
    totals: markUntrusted(answer.totals.slice(0, MAX_TOTALS)),
    ...{ slot: answer.asOf.slot, verification },
  };
}

const MAX_TOTALS = 100;
/** Any creator can list a wallet many times, so an entry shows its first leaves; get_proof returns all of them. */
const MAX_LEAVES_PER_CAMPAIGN = 10;

async function provenEntry(entry: Entry, address: string) {
  const { leaf: _first, milestoneReleased: _, leaves, proof, ...rest } = entry;
  const checked: object[] = [];
  for (const { proof: siblings, ...leaf } of leaves.slice(0, MAX_LEAVES_PER_CAMPAIGN)) {
    if (leaf.beneficiary !== address)
      throw new ToolRefusedError(`The service returned a leaf of another wallet in ${entry.treeAddress}.`);
    const isProven = siblings && proof ? await leadsTo(proof.merkleRoot, leaf, siblings) : null;
    if (isProven === false)
      throw new ToolRefusedError(
        `The proof of leaf ${leaf.leafIndex} in ${entry.treeAddress} does not lead to its root.`,
      );
    // A long portfolio has proofs of its first leaves only; get_proof returns the others.
    checked.push({ ...leaf, proofVerified: isProven === true });
  }
  return { ...rest, totalLeaves: leaves.length, leaves: checked, root: proof?.merkleRoot ?? null };
}

const leadsTo = (root: string, leaf: Parameters<typeof toLeaf>[0], siblings: number[][]): Promise<boolean> =>
  verifyProof({ leaf: toLeaf(leaf), proof: toProofBytes(siblings), root, leafCount: MAX_LEAF_COUNT });
