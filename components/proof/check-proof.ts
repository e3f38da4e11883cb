import type { ProofView } from "@/lib/contract/leaf";
import { type ProofStep, proofSteps, verifyProof } from "@/lib/core/merkle/verify";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";

export type CheckedProof = {
  leafBytes: string;
  leafHash: string;
  steps: ProofStep[];
  /** The root that results from the steps. */
  root: string;
  isValid: boolean;
};

/** Computes the root from a leaf and its proof in this browser. */
export async function checkProof(answered: ProofView, leafCount: number): Promise<CheckedProof> {
  const leaf = toLeaf(answered.leaf);
  const proof = toProofBytes(answered.proof);
  const isValid = await verifyProof({ leaf, proof, root: answered.merkleRoot, leafCount });
  return { ...(await proofSteps({ leaf, proof })), isValid };
}
