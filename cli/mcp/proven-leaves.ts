import type { AllProofsView } from "@/lib/contract/leaf";
import { MAX_LEAF_PROOFS } from "@/lib/contract/response-proof";
import { verifyProof } from "@/lib/core/merkle/verify";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import { toHex } from "@/lib/core/solana/hex";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { type AgentContext, ToolRefusedError } from "./context";
import type { KnownCampaign, KnownRoot } from "./proven-campaign";

/** A leaf that its proof connects with the root. Amounts are base units; only the service states `claimable`. */
export type ProvenLeaf = { leaf: Leaf; proof: Uint8Array; claimable: bigint | null; payable: bigint | null };

/**
 * Reads the leaves of a recipient and verifies each proof against the root.
 * @throws ToolRefusedError for a leaf of another recipient, another root, or a proof that does not lead to the root
 */
export async function readProvenLeaves(
  { api }: AgentContext,
  { detail, known }: KnownCampaign,
  beneficiary: string,
): Promise<ProvenLeaf[]> {
  const answer = await api.proofs(detail.treeAddress, beneficiary);
  if (answer.merkleRoot !== known.root)
    throw new ToolRefusedError(
      `The service's proofs lead to the root ${answer.merkleRoot}, but the campaign has ${known.root}. Try again in a minute.`,
    );
  if (answer.leaves.length > MAX_LEAF_PROOFS)
    throw new ToolRefusedError(`The service returned more than ${MAX_LEAF_PROOFS} leaves.`);
  const proven: ProvenLeaf[] = [];
  for (const leaf of answer.leaves) proven.push(await prove(leaf, { known, beneficiary }));
  return proven;
}

async function prove(
  view: AllProofsView["leaves"][number],
  { known, beneficiary }: { known: KnownRoot; beneficiary: string },
): Promise<ProvenLeaf> {
  const { leafIndex } = view.leaf;
  if (view.leaf.beneficiary !== beneficiary)
    throw new ToolRefusedError(`The service returned leaf ${leafIndex}, which belongs to another wallet.`);
  const [leaf, proof] = [toLeaf(view.leaf), toProofBytes(view.proof)];
  const { root, leafCount } = known;
  if (!(await verifyProof({ leaf, proof, root, leafCount })))
    throw new ToolRefusedError(
      `The proof of leaf ${leafIndex} does not lead to the root ${root}. The service's leaf or proof is wrong.`,
    );
  const getAmount = (text: string | null) => (text === null ? null : BigInt(text));
  return { leaf, proof, claimable: getAmount(view.claimable), payable: getAmount(view.payable) };
}

/** Returns the siblings of a proof in hex, from the leaf upwards. */
const getSiblings = (proof: Uint8Array): string[] =>
  Array.from({ length: proof.length / SIBLING_BYTES }, (_, at) =>
    toHex(proof.subarray(at * SIBLING_BYTES, (at + 1) * SIBLING_BYTES)),
  );

const SIBLING_BYTES = 32;

/** Returns the leaf as an answer shows it, with its proof. */
export const provenLeafView = ({ leaf, proof }: ProvenLeaf) => ({
  ...leaf,
  proof: getSiblings(proof),
  proofVerified: true,
});
