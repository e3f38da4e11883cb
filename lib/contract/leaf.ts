import * as z from "zod";
import { extend } from "@/lib/core/extend";
import { proofJson } from "@/lib/core/merkle/proof-json";
import type { Leaf } from "@/lib/core/vesting/leaf";
import type { Payout } from "@/lib/core/vesting/rotation/payouts";
import {
  addressText,
  baseUnits,
  count,
  nextCursor,
  pageNumber,
  pageSize,
  proofBytes,
  rootText,
  totalCount,
  treeAddress,
  unixSeconds,
} from "./field-schemas";
import { payableText, vaultView } from "./vault";

/** A leaf without its proof. Source: spec 2.7. */
export const leafView = z
  .object({
    leafIndex: count("position in the tree, from 0"),
    beneficiary: addressText.describe("the recipient, base58"),
    amount: baseUnits("amount"),
    releaseType: count("0 cliff, 1 linear, 2 milestone"),
    startTime: unixSeconds("start of vesting"),
    cliffTime: unixSeconds("time before which nothing can be claimed"),
    endTime: unixSeconds("time when the whole amount has vested"),
    milestoneIdx: count("number of the milestone for a milestone leaf, 0 to 255; otherwise 0"),
  })
  .meta({ id: "Leaf" });
export type LeafView = z.infer<typeof leafView>;

const rootVersion = count("number of the root within the campaign, from 1");
const provenLeaves = z
  .array(
    z
      .object({ leaf: leafView.describe("leaf data that the root commits to"), proof: proofBytes })
      .meta({ id: "ProvenLeaf" }),
  )
  .describe("ordered by leaf index");

/** A leaf whose proof may be left out. */
export const leafItem = leafView.extend({ proof: proofBytes.optional() }).meta({ id: "LeafWithProof" });

/** Response of GET …/leaves: a page of leaves with the amounts paid for each; `proof` only on request. */
export const leavesPage = z
  .object({
    leaves: z
      .array(
        leafView
          .extend({ claimed: baseUnits("amount paid out"), proof: proofBytes.optional() })
          .meta({ id: "ClaimedLeaf" }),
      )
      .describe("ordered by leaf index"),
    rootVersion,
    merkleRoot: rootText,
    total: totalCount,
    page: pageNumber,
    limit: pageSize,
    nextCursor,
  })
  .meta({ id: "LeafPage" });
export type LeavesPage = z.infer<typeof leavesPage>;

const position = {
  claimable: baseUnits(
    "amount that can be claimed now, if the vault holds it; null for an earlier root",
  ).nullable(),
  payable: payableText,
};
const stale = z
  .boolean()
  .describe(
    "true if currentRoot is a different root, so that the program rejects these proofs; only with rootVersion",
  );
const hasDrift = z
  .boolean()
  .describe(
    "whether index and network differ; claimable and payable can be too high until the index is repaired",
  );
const lookupTable = addressText
  .nullable()
  .describe(
    "address lookup table with the campaign's accounts, for claims of version 0; null if there is none. Compare its content before use",
  );
const currentRoot = rootText.describe(
  "the campaign's root according to the indexed events, in lower-case hex",
);

/** Response of GET …/proof. Source: spec 2.7. */
export const proofView = z
  .object({
    leaf: leafView.describe("leaf data that the root commits to"),
    proof: proofBytes,
    merkleRoot: rootText.describe("root of the proof: 32 bytes in lower-case hex"),
    treeAddress,
    rootVersion,
    ...position,
    vault: vaultView,
    hasDrift,
    stale,
    currentRoot,
    lookupTable,
  })
  .meta({ id: "Proof" });
export type ProofView = z.infer<typeof proofView>;

/** Response of GET …/proof?all=true. */
export const allProofsView = z
  .object({
    leaves: z
      .array(
        z
          .object({
            leaf: leafView.describe("leaf data that the root commits to"),
            proof: proofBytes,
            ...position,
          })
          .meta({ id: "LeafProof" }),
      )
      .describe("ordered by leaf index"),
    merkleRoot: rootText.describe("root of the proofs: 32 bytes in lower-case hex"),
    treeAddress,
    rootVersion,
    vault: vaultView,
    hasDrift,
    stale,
    currentRoot,
    lookupTable,
  })
  .meta({ id: "ProofList" });
export type AllProofsView = z.infer<typeof allProofsView>;

/** Response of GET /api/roots/:merkleRoot/proofs/:beneficiary. */
export const rootProofsView = z
  .object({
    merkleRoot: rootText,
    leafCount: count("number of leaves under this root, of all beneficiaries"),
    beneficiary: addressText.describe("the recipient, base58"),
    leaves: provenLeaves,
  })
  .meta({ id: "RootProofs" });
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

/** Stored leaves of a page; proofs only if requested. */
type LeavesRow = {
  leaves: readonly (StoredLeaf & { claimed: bigint; proof?: number[][] })[];
  rootVersion: number;
  merkleRoot: string;
  total: number;
};

/** A leaf as the database returns it: its release type is a number that registration has validated. */
type StoredLeaf = Omit<Leaf, "releaseType"> & { releaseType: number };

export const toLeavesPage = ({ leaves, rootVersion, merkleRoot, total }: LeavesRow) => ({
  leaves: leaves.map((leaf) =>
    extend(toLeafView(leaf), { claimed: leaf.claimed.toString(), ...(leaf.proof && { proof: leaf.proof }) }),
  ),
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
  currentRoot: string;
  vault: z.infer<typeof vaultView>;
  hasDrift: boolean;
  lookupTable: string | null;
};

/** Claimable amounts of a leaf; null if unknown. */
export type LeafPosition = Pick<ProofView, "claimable" | "payable">;

export const NO_POSITION: LeafPosition = { claimable: null, payable: null };

/**
 * Returns whether proofs lead to another root than the campaign's current one, so that the program rejects
 * them.
 */
export const isStale = ({ merkleRoot, currentRoot }: Pick<StoredProofs, "merkleRoot" | "currentRoot">) =>
  merkleRoot !== currentRoot;

/** Returns the fields that proofs of one root version share. */
const toProofRoot = (storedProofs: Omit<StoredProofs, "leaves">) => ({
  merkleRoot: storedProofs.merkleRoot,
  treeAddress: storedProofs.treeAddress,
  rootVersion: storedProofs.rootVersion,
  vault: storedProofs.vault,
  hasDrift: storedProofs.hasDrift,
  stale: isStale(storedProofs),
  currentRoot: storedProofs.currentRoot,
  lookupTable: storedProofs.lookupTable,
});

export const toProofView = (
  storedProofs: StoredProofs,
  { leaf, proof }: StoredProof,
  position: LeafPosition = NO_POSITION,
): ProofView => extend({ leaf: toLeafView(leaf), proof }, { ...position, ...toProofRoot(storedProofs) });

/**
 * Returns the JSON of a proof directly from its bytes: creating and serializing arrays of numbers takes ten
 * times as long.
 */
export function toProofJson(
  storedProofs: Omit<StoredProofs, "leaves">,
  { leaf, proof }: { leaf: StoredLeaf; proof: Uint8Array },
  position: LeafPosition = NO_POSITION,
): string {
  const head = JSON.stringify(toLeafView(leaf));
  const rest = JSON.stringify({ ...position, ...toProofRoot(storedProofs) });
  return `{"leaf":${head},"proof":${proofJson(proof)},${rest.slice(1)}`;
}

export const toAllProofsView = (
  { leaves, ...rest }: StoredProofs,
  positions: readonly LeafPosition[],
): AllProofsView => {
  const proven = leaves.map((stored, at) => extend(toLeafWithProof(stored), positions[at] ?? NO_POSITION));
  return extend({ leaves: proven }, toProofRoot(rest));
};

export const toRootProofsView = ({
  leaves,
  ...rest
}: Omit<RootProofsView, "leaves"> & { leaves: readonly StoredProof[] }): RootProofsView => ({
  ...rest,
  leaves: leaves.map(toLeafWithProof),
});

const toLeafWithProof = ({ leaf, proof }: StoredProof) => ({ leaf: toLeafView(leaf), proof });

const payoutView = z
  .object({
    beneficiary: addressText.describe("the recipient, base58"),
    leafIndex: count("index of the claimed leaf, from 0"),
    milestoneIdx: z.number().int().nullable().describe("milestone number; null for cliff and linear leaves"),
    amount: baseUnits("amount paid for it"),
  })
  .meta({ id: "Payout" });

/** Response of GET …/payouts: in order of beneficiary, leaf index and milestone. */
export const payoutsPage = z
  .object({
    payouts: z.array(payoutView).describe("one page of the list"),
    merkleRoot: rootText.describe("value of the campaign when this page was read"),
    totalClaimed: baseUnits("value of the campaign when this page was read"),
    nextCursor,
  })
  .meta({ id: "PayoutPage" });

export const toPayoutView = ({ amount, ...payout }: Payout): z.infer<typeof payoutView> => ({
  ...payout,
  amount: amount.toString(),
});
