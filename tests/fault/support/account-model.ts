import { PublicKey } from "@solana/web3.js";
import { type ClaimRecord, decodeVestingTree, type VestingTree } from "@/lib/core/solana/accounts";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { leafProgress, type Progress, sumProgress } from "@/lib/core/vesting/progress";
import type { ScenarioCampaign } from "./scenario-campaign";

/** The campaign's state as its accounts hold it; `tree` is null once the account is gone. */
export type AccountState = {
  tree: VestingTree | null;
  records: (ClaimRecord | null)[];
  /** Base units or lamports that the program can pay out, without the rent of a tree account. */
  vault: bigint;
};

/** Reads a campaign's accounts from an honest node. */
export async function readAccountState(campaign: ScenarioCampaign): Promise<AccountState> {
  const { ledger } = campaign;
  const tree = await ledger.connection.getAccountInfo(new PublicKey(campaign.treeAddress), "confirmed");
  const rent = tree
    ? BigInt(await ledger.connection.getMinimumBalanceForRentExemption(tree.data.length))
    : 0n;
  const vault =
    campaign.kind === "token"
      ? await ledger.tokenBalance(campaign.vaultAddress)
      : tree
        ? BigInt(tree.lamports) - rent
        : 0n;
  return {
    tree: tree ? decodeVestingTree(tree.data) : null,
    records: await campaign.readRecords(),
    vault,
  };
}

/** Claims of one leaf according to its beneficiary's claim record. */
function getClaimedAmount(
  record: ClaimRecord | null,
  leaf: { leafIndex: number; releaseType: number; milestoneIdx: number; amount: bigint },
) {
  if (leaf.releaseType === ReleaseType.Milestone) {
    return record?.claimedMilestones.includes(leaf.milestoneIdx) ? leaf.amount : 0n;
  }
  return record?.leafClaims.find(({ leafIndex }) => leafIndex === leaf.leafIndex)?.amount ?? 0n;
}

/**
 * A person's progress at a time in unix seconds as the accounts alone determine it; null once the tree account is
 * gone.
 */
export function findProgress(
  campaign: ScenarioCampaign,
  state: AccountState,
  { who, now }: { who: number; now: bigint },
): Progress | null {
  const { tree } = state;
  const leaf = campaign.current.leaves[who];
  if (!tree || !leaf) return null;
  const paidEarlier = getClaimedAmount(campaign.current.earlier[who] ?? null, leaf);
  const claimed = getClaimedAmount(state.records[who] ?? null, leaf) - paidEarlier;
  const position = {
    ...leaf,
    claimed,
    paidEarlier,
    milestoneReleased: tree.releasedMilestones.includes(leaf.milestoneIdx),
    milestoneClaimed: claimed > 0n,
  };
  const facts = {
    ...tree,
    settled: false,
    settledAmount: 0n,
    withdrawn: campaign.isSwept,
    vaultBalance: state.vault,
  };
  return sumProgress([leafProgress(position, facts, now)]);
}
