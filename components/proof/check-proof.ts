import { readTree } from "@/components/ledger/connection";
import type { ProofView } from "@/lib/contract/leaf";
import { type ProofStep, proofSteps, verifyProof } from "@/lib/core/merkle/verify";
import { toLeaf, toProofBytes } from "@/lib/core/plans/answered-leaf";

export type CheckedProof = {
  leafBytes: string;
  leafHash: string;
  steps: ProofStep[];
  /** What the steps lead to. */
  root: string;
  isValid: boolean;
};

/** Hashes a leaf up to the root in this browser. */
export async function checkProof(answered: ProofView, leafCount: number): Promise<CheckedProof> {
  const leaf = toLeaf(answered.leaf);
  const proof = toProofBytes(answered.proof);
  const isValid = await verifyProof({ leaf, proof, root: answered.merkleRoot, leafCount });
  return { ...(await proofSteps({ leaf, proof })), isValid };
}

/** The root that the campaign's account holds on the ledger; null when there is no account any more. */
export const fetchLedgerRoot = async (keys: Parameters<typeof readTree>[0]): Promise<string | null> =>
  (await readTree(keys))?.merkleRoot ?? null;
