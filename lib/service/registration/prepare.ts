import { buildTree, type MerkleTree } from "@/lib/core/merkle/tree";
import type { Recipient } from "@/lib/core/recipients/recipients";
import { earliestCliff, type Leaf } from "@/lib/core/vesting/leaf";

/**
 * A tree over recipients in the given order: leaf n is recipient n. Amounts are in base units, times in unix
 * seconds.
 */
export type PreparedTree = { leaves: Leaf[]; tree: MerkleTree; totalSupply: bigint; minCliffTime: bigint };

/** Builds the tree of valid recipients (see findRecipientErrors). Source: POST /api/campaigns/prepare. */
export async function prepareTree(recipients: readonly Recipient[]): Promise<PreparedTree> {
  return prepareLeaves(
    recipients.map(({ row: _, ...allocation }, leafIndex) => ({ leafIndex, ...allocation })),
  );
}

/** Builds the tree of leaves that are ordered by index. */
export async function prepareLeaves(leaves: Leaf[]): Promise<PreparedTree> {
  return {
    leaves,
    tree: await buildTree(leaves),
    totalSupply: leaves.reduce((sum, { amount }) => sum + amount, 0n),
    minCliffTime: earliestCliff(leaves),
  };
}
