import { cache } from "react";
import { selectLeaves, selectProofs } from "@/db/queries/campaigns/leaves";
import { isAddress } from "@/lib/core/solana/addresses";
import { type ProofView, toProofView } from "@/lib/core/views/leaf";
import { services } from "@/lib/service/services";
import { readCampaignRow } from "./campaign";

const U32_MAX = 2 ** 32 - 1;

/** The leaf at an index of the current root version, with its proof; null when there is none. */
export const readProof = cache(async (treeAddress: string, leafIndex: string): Promise<ProofView | null> => {
  const found = await readCampaignRow(treeAddress);
  if (!found || !/^(0|[1-9]\d{0,9})$/.test(leafIndex) || Number(leafIndex) > U32_MAX) return null;
  const { db } = await services();
  // Leaves stand at their indexes, so each is a page of one.
  const at = { campaignRowId: found.rowId, page: Number(leafIndex) + 1, limit: 1, proofs: true };
  const version = await selectLeaves(db, at);
  const [leaf] = version?.leaves ?? [];
  if (!version || leaf?.leafIndex !== Number(leafIndex)) return null;
  return toProofView({ ...version, treeAddress, leaves: [] }, { leaf, proof: leaf.proof ?? [] });
});

/** Where a beneficiary's leaves stand in the current root version; none for a text that is no address. */
export async function readLeafIndexesOf(treeAddress: string, beneficiary: string): Promise<number[]> {
  if (!isAddress(beneficiary)) return [];
  const { db } = await services();
  const found = await selectProofs(db, { treeAddress, beneficiary });
  return found?.leaves.map(({ leaf }) => leaf.leafIndex) ?? [];
}
