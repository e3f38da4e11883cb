import { ledger } from "@/components/ledger/connection";
import { readTreeOrThrow } from "@/components/ledger/read-tree";
import { type Trial, tryPlan } from "@/components/ledger/try-plan";
import { planUpdateRoot } from "@/lib/core/plans/govern-campaign";
import { type Network, networkOf } from "@/lib/core/solana/networks";
import type { ActionCampaign } from "@/lib/core/views/operations";

/** A root that no tree has: what a rotation takes does not depend on which root it brings. */
const ANY_ROOT = "1".repeat(64);

/** Tries update_root on the ledger without a signature, before the new tree is built. */
export async function tryRotation(
  { treeAddress, programId, mint }: ActionCampaign,
  cancelAuthority: string,
): Promise<{ network: Network; trial: Trial }> {
  const [genesis, tree] = await Promise.all([ledger().getGenesisHash(), readTreeOrThrow(treeAddress)]);
  const { merkleRoot, leafCount, createdAt } = tree;
  const plan = planUpdateRoot({
    treeAddress,
    programId,
    cancelAuthority,
    currentRoot: merkleRoot,
    newRoot: ANY_ROOT,
    newLeafCount: leafCount,
    newMinCliffTime: createdAt,
  });
  return { network: networkOf(genesis), trial: await tryPlan(plan, mint) };
}
