import { PublicKey } from "@solana/web3.js";
import {
  type ClaimRecord,
  decodeClaimRecord,
  decodeVestingTree,
  type VestingTree,
} from "@/lib/core/solana/accounts";
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
  const people = campaign.current.people.map((_, who) => campaign.recordAddress(who));
  const addresses = [campaign.treeAddress, campaign.vaultAddress, ...people];
  const found = await ledger.connection.getMultipleAccountsInfo(
    addresses.map((address) => new PublicKey(address)),
    "confirmed",
  );
  const [tree, , ...records] = found;
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
    records: records.map((record) => record && decodeClaimRecord(record.data)),
    vault,
  };
}

/** Claims of one leaf according to its beneficiary's claim record. */
function claimedOf(
  record: ClaimRecord | null,
  leaf: { leafIndex: number; releaseType: number; milestoneIdx: number; amount: bigint },
) {
  if (leaf.releaseType === ReleaseType.Milestone) {
    return record?.claimedMilestones.includes(leaf.milestoneIdx) ? leaf.amount : 0n;
  }
  return record?.leafClaims.find(({ leafIndex }) => leafIndex === leaf.leafIndex)?.amount ?? 0n;
}

/** A person's progress as the accounts alone determine it; null once the tree account is gone. */
export function progressOf(campaign: ScenarioCampaign, state: AccountState, who: number): Progress | null {
  const { tree } = state;
  const leaf = campaign.current.leaves[who];
  if (!tree || !leaf) return null;
  const claimed = claimedOf(state.records[who] ?? null, leaf);
  const position = {
    ...leaf,
    claimed,
    milestoneReleased: tree.releasedMilestones.includes(leaf.milestoneIdx),
    milestoneClaimed: claimed > 0n,
  };
  const facts = { ...tree, settled: false, settledAmount: 0n, withdrawn: campaign.isSwept };
  return sumProgress([leafProgress(position, facts, campaign.ledger.now)]);
}
