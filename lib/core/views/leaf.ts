import { z } from "zod";
import type { Leaf } from "@/lib/core/vesting/leaf";
import type { Payout } from "@/lib/core/vesting/rotation/payouts";
import { addressText, integerText, nextCursor, proofBytes, rootText } from "./wire";

/** A leaf without its proof. Source: spec 2.7. */
export const leafView = z.object({
  leafIndex: z.number().int(),
  beneficiary: addressText,
  amount: integerText,
  releaseType: z.number().int().describe("0 cliff, 1 linear, 2 milestone"),
  startTime: integerText,
  cliffTime: integerText,
  endTime: integerText,
  milestoneIdx: z.number().int(),
});
export type LeafView = z.infer<typeof leafView>;

export const leafWithProofView = leafView.extend({ proof: proofBytes });

/** GET …/leaves: a page of leaves with what each has paid out; `proof` only when asked for. */
export const leavesPage = z.object({
  leaves: z.array(leafView.extend({ claimed: integerText, proof: proofBytes.optional() })),
  rootVersion: z.number().int(),
  merkleRoot: rootText,
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
  nextCursor: z.string().nullable(),
});
export type LeavesPage = z.infer<typeof leavesPage>;

/** GET …/proof. Source: spec 2.7. */
export const proofView = z.object({
  leaf: leafView,
  proof: proofBytes,
  merkleRoot: rootText,
  treeAddress: addressText,
  rootVersion: z.number().int(),
});
export type ProofView = z.infer<typeof proofView>;

/** GET …/proof?all=true. */
export const allProofsView = z.object({
  leaves: z.array(z.object({ leaf: leafView, proof: proofBytes })),
  merkleRoot: rootText,
  treeAddress: addressText,
  rootVersion: z.number().int(),
});
export type AllProofsView = z.infer<typeof allProofsView>;

/** GET /api/roots/:merkleRoot/proofs/:beneficiary. */
export const rootProofsView = z.object({
  merkleRoot: rootText,
  leafCount: z.number().int(),
  beneficiary: addressText,
  leaves: z.array(z.object({ leaf: leafView, proof: proofBytes })),
});
export type RootProofsView = z.infer<typeof rootProofsView>;

export function toLeafView(leaf: StoredLeaf): LeafView {
  return {
    leafIndex: leaf.leafIndex,
    beneficiary: leaf.beneficiary,
    amount: leaf.amount.toString(),
    releaseType: leaf.releaseType,
    startTime: leaf.startTime.toString(),
    cliffTime: leaf.cliffTime.toString(),
    endTime: leaf.endTime.toString(),
    milestoneIdx: leaf.milestoneIdx,
  };
}

/** Stored leaves of a page; the proofs only where they were asked for. */
type LeavesRow = {
  leaves: readonly (StoredLeaf & { claimed: bigint; proof?: number[][] })[];
  rootVersion: number;
  merkleRoot: string;
  total: number;
};

/** A leaf as the database gives it: its release type is a number that the checks at registration admitted. */
type StoredLeaf = Omit<Leaf, "releaseType"> & { releaseType: number };

export const toLeavesPage = ({ leaves, rootVersion, merkleRoot, total }: LeavesRow) => ({
  leaves: leaves.map(({ claimed, proof, ...leaf }) => ({
    ...toLeafView(leaf),
    claimed: claimed.toString(),
    ...(proof ? { proof } : {}),
  })),
  rootVersion,
  merkleRoot,
  total,
});

type StoredProof = { leaf: StoredLeaf; proof: number[][] };
type StoredProofs = {
  leaves: readonly StoredProof[];
  merkleRoot: string;
  treeAddress: string;
  rootVersion: number;
};

export const toProofView = (
  { merkleRoot, treeAddress, rootVersion }: StoredProofs,
  { leaf, proof }: StoredProof,
): ProofView => ({ leaf: toLeafView(leaf), proof, merkleRoot, treeAddress, rootVersion });

export const toAllProofsView = ({
  leaves,
  merkleRoot,
  treeAddress,
  rootVersion,
}: StoredProofs): AllProofsView => ({
  leaves: leaves.map(toLeafWithProof),
  merkleRoot,
  treeAddress,
  rootVersion,
});

export const toRootProofsView = ({
  leaves,
  ...of
}: Omit<RootProofsView, "leaves"> & { leaves: readonly StoredProof[] }): RootProofsView => ({
  ...of,
  leaves: leaves.map(toLeafWithProof),
});

const toLeafWithProof = ({ leaf, proof }: StoredProof) => ({ leaf: toLeafView(leaf), proof });

const payoutView = z.object({
  beneficiary: addressText,
  leafIndex: z.number().int(),
  milestoneIdx: z.number().int().nullable().describe("null for cliff and linear leaves"),
  amount: integerText,
});

/** GET …/payouts: in order of beneficiary, leaf index and milestone. */
export const payoutsPage = z.object({
  payouts: z.array(payoutView),
  merkleRoot: rootText.describe("the campaign's, when this page was read"),
  totalClaimed: integerText.describe("the campaign's, when this page was read"),
  nextCursor,
});

export const toPayoutView = ({ amount, ...payout }: Payout): z.infer<typeof payoutView> => ({
  ...payout,
  amount: amount.toString(),
});
