import { type AgentContext, ToolRefusedError } from "@/cli/mcp/context";
import { verifyProof } from "@/lib/core/merkle/verify";
import { planCancelStream } from "@/lib/core/plans/end-campaign";
import { toLeaf } from "@/lib/core/plans/leaf-from-json";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import type { VestingTree } from "@/lib/core/solana/accounts";

/** A campaign as its account on the node has it. */
export type Planned = { context: AgentContext; treeAddress: string; programId: string; tree: VestingTree };

/**
 * Plans the cancellation of a campaign of one leaf. The leaf is the service's, and must hash to the root of the
 * account with the whole supply as its amount, so that only its recipient can be paid.
 * @throws ToolRefusedError for a campaign of several leaves, and for another leaf
 */
export async function planStreamCancellation(input: Planned): Promise<TransactionPlan> {
  const { context, treeAddress, programId, tree } = input;
  if (tree.leafCount !== 1)
    throw new ToolRefusedError(
      `The campaign has ${tree.leafCount} leaves, so it is not a stream. Use build_cancel_campaign.`,
    );
  const { leaves } = await context.api.leaves(treeAddress, { limit: 1 });
  const [given] = leaves;
  if (!given) throw new ToolRefusedError("The service does not have the leaf of this campaign.");
  const leaf = { ...toLeaf(given), leafIndex: 0, amount: tree.totalSupply };
  const isProven = await verifyProof({ leaf, proof: new Uint8Array(), root: tree.merkleRoot, leafCount: 1 });
  if (!isProven)
    throw new ToolRefusedError(
      `The service's leaf does not hash to the root ${tree.merkleRoot} of the campaign's account. No transaction was built.`,
    );
  const { creator, mint } = tree;
  return planCancelStream({
    ...{ treeAddress, creator, mint, programId },
    ...{ beneficiary: leaf.beneficiary, schedule: leaf },
  });
}
