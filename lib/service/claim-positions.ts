import type { Database } from "@/db/client";
import { claimedOfLeaf, selectClaimedBy } from "@/db/queries/campaigns/beneficiaries";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import type { CampaignKey } from "@/db/queries/campaigns/generation";
import type { StoredLeaf } from "@/db/queries/campaigns/leaves";
import { type LeafPosition, NO_POSITION } from "@/lib/contract/leaf";
import { beneficiaryProgress } from "@/lib/contract/portfolio/rows";
import { toVaultView, type VaultView } from "@/lib/contract/vault";
import { textOrNull } from "@/lib/contract/wire";

type Asked = CampaignKey & {
  beneficiary: string;
  /** Of the beneficiary, from one root version. */
  leaves: readonly StoredLeaf[];
  /** Whether the program takes proofs of these leaves. */
  isCurrent: boolean;
  /** Unix seconds. */
  now: bigint;
};

/**
 * Returns what a beneficiary can claim of leaves now, in their order, what the campaign's vault
 * holds, and whether the index differs from the network in it.
 */
export async function readClaimPositions(
  db: Database,
  { treeAddress, creation, beneficiary, leaves, isCurrent, now }: Asked,
): Promise<{ vault: VaultView; hasDrift: boolean; positions: LeafPosition[] }> {
  const campaign = await selectCampaign(db, { treeAddress, creation });
  if (!campaign) return { vault: null, hasDrift: false, positions: [] };
  const { hasDrift } = campaign;
  const vault = toVaultView(campaign);
  if (!isCurrent) return { vault, hasDrift, positions: leaves.map(() => NO_POSITION) };
  const claims = await selectClaimedBy(db, { address: beneficiary, campaignRowId: campaign.id });
  const row = {
    campaign,
    rootRegistered: true,
    claimedInCampaign: claims.reduce((sum, { claimed }) => sum + claimed, 0n),
    leaves: leaves.map((leaf) => ({ ...leaf, ...claimedOfLeaf(leaf, claims) })),
  };
  const positions = beneficiaryProgress(row, now).parts.map(({ progress: { claimable, payable } }) => ({
    claimable: claimable.toString(),
    payable: textOrNull(payable),
  }));
  return { vault, hasDrift, positions };
}
