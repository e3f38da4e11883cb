import type { Database } from "@/db/client";
import { claimedOfLeaf, selectClaimedBy } from "@/db/queries/campaigns/beneficiaries";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import type { CampaignKey } from "@/db/queries/campaigns/generation";
import { type StoredLeaf, selectProofs, selectStoredProofs } from "@/db/queries/campaigns/leaves";
import { textOrNull } from "@/lib/contract/field-schemas";
import {
  type AllProofsView,
  isStale,
  type LeafPosition,
  NO_POSITION,
  toAllProofsView,
  toProofJson,
} from "@/lib/contract/leaf";
import { beneficiaryProgress } from "@/lib/contract/portfolio/rows";
import { toVaultView, type VaultView } from "@/lib/contract/vault";
import { ApiError } from "@/lib/core/errors";
import type { Services } from "./services";

type ProofQuery = CampaignKey & {
  /** base58 */
  beneficiary: string;
  leafIndex?: number | undefined;
  /** Default: the current version. */
  rootVersion?: number | undefined;
};

type Reads = Pick<Services, "reads" | "now">;

/**
 * Returns one leaf of a beneficiary with its proof, as JSON of `proofView`: the leaf of `leafIndex`, or the
 * lowest.
 * @throws ApiError NOT_FOUND without such a leaf, CONFLICT if the campaign's new leaves are not registered
 */
export async function readProof({ reads: db, now }: Reads, query: ProofQuery): Promise<string> {
  const proofs = await selectStoredProofs(db, { limit: 1, ...query });
  const [first] = proofs?.leaves ?? [];
  if (proofs) requireCurrent(proofs, query);
  if (!proofs || !first) throw noLeaf();
  const { positions, ...state } = await readPositions(db, { query, proofs, now: now() });
  return toProofJson({ ...proofs, ...state }, first, positions[0]);
}

/** Returns every leaf of a beneficiary with its proof. Throws the same errors as `readProof`. */
export async function readAllProofs({ reads: db, now }: Reads, query: ProofQuery): Promise<AllProofsView> {
  const proofs = await selectProofs(db, query);
  if (proofs) requireCurrent(proofs, query);
  if (!proofs?.leaves[0]) throw noLeaf();
  const { positions, ...state } = await readPositions(db, { query, proofs, now: now() });
  return toAllProofsView({ ...proofs, ...state }, positions);
}

type Roots = { merkleRoot: string; currentRoot: string; rootVersion: number };

/** Rejects proofs of an old root: the leaves of the campaign's new root are not registered yet. */
function requireCurrent(proofs: Roots, { rootVersion: wanted }: ProofQuery): void {
  if (wanted !== undefined || !isStale(proofs)) return;
  const { currentRoot, rootVersion } = proofs;
  throw new ApiError(
    "CONFLICT",
    "The recipient list was updated on chain and has not been registered here yet. Try again later, or pass rootVersion for a proof of an earlier list.",
    [{ path: "merkleRoot", currentRoot, rootVersion }],
  );
}

const noLeaf = () =>
  new ApiError("NOT_FOUND", "This campaign has no leaf for this beneficiary. Check both addresses.");

type Positions = {
  vault: VaultView;
  hasDrift: boolean;
  lookupTable: string | null;
  positions: LeafPosition[];
};

/**
 * Returns the claimable and payable amounts of leaves in order, the balance of the campaign's vault, and
 * whether the index differs from the on-chain account. `now` is in unix seconds.
 */
async function readPositions(
  db: Database,
  {
    query,
    proofs,
    now,
  }: { query: ProofQuery; proofs: Roots & { leaves: readonly { leaf: StoredLeaf }[] }; now: bigint },
): Promise<Positions> {
  const campaign = await selectCampaign(db, query);
  if (!campaign) return { vault: null, hasDrift: false, lookupTable: null, positions: [] };
  const { hasDrift, lookupTable } = campaign;
  const vault = toVaultView(campaign);
  // The program rejects proofs of an earlier root.
  if (isStale(proofs)) {
    return { vault, hasDrift, lookupTable, positions: proofs.leaves.map(() => NO_POSITION) };
  }
  const own = proofs.leaves.map(({ leaf }) => leaf);
  const claims = await selectClaimedBy(db, { address: query.beneficiary, campaignRowId: campaign.id });
  const row = {
    campaign,
    rootRegistered: true,
    claimedInCampaign: claims.reduce((sum, { claimed }) => sum + claimed, 0n),
    leaves: own.map((leaf) => ({ ...leaf, ...claimedOfLeaf(leaf, { leaves: own, claims }) })),
  };
  const positions = beneficiaryProgress(row, now).parts.map(({ progress: { claimable, payable } }) => ({
    claimable: claimable.toString(),
    payable: textOrNull(payable),
  }));
  return { vault, hasDrift, lookupTable, positions };
}
