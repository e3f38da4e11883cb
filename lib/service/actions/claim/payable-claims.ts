import { claimedOfLeaf, selectClaimedBy } from "@/db/queries/campaigns/beneficiaries";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { type Proofs, selectProofs } from "@/db/queries/campaigns/leaves";
import type { Campaign } from "@/db/schema";
import { maxBigInt } from "@/lib/core/bigint";
import { ApiError, notFound } from "@/lib/core/errors";
import { readCampaignTable } from "@/lib/core/plans/lookup-table";
import type { SupportedVersions } from "@/lib/core/plans/pack-plans";
import { type LookupTable, payoutAccount } from "@/lib/core/plans/plan";
import type { PriorityChoice } from "@/lib/core/plans/priority-choices";
import { missingClaimRent } from "@/lib/core/plans/sponsored-claim";
import {
  type ClaimRecord,
  decodeClaimRecord,
  decodeVestingTree,
  type VestingTree,
} from "@/lib/core/solana/accounts";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { getVaultAccount, vaultBalance } from "@/lib/core/solana/vault";
import { isReleaseType, type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { coveredClaims, payableTogether } from "@/lib/core/vesting/payable";
import { leafProgress, type Progress } from "@/lib/core/vesting/progress";
import { type Chain, REQUEST_DEADLINE, type RpcAccount } from "@/lib/service/chain/chain";
import type { Services } from "@/lib/service/services";
import { requireSponsor } from "@/lib/service/sponsored-claims/sponsored-claims";
import {
  campaignAccountMissingError,
  NOT_COVERED,
  nothingToClaim,
  nothingToClaimError,
} from "./claim-refusals";

/** The payer of the fee. */
export type FeePayer = "account" | "sponsor";

export type ClaimRequest = {
  treeAddress: string;
  account: string;
  priorityFee?: PriorityChoice | null | undefined;
  feePayer?: FeePayer | undefined;
  transactionVersions?: SupportedVersions | null | undefined;
};

export const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);

export const getDueAmount = ({ progress }: Part) => progress.claimable;

/** Returns the leaves that the campaign pays the account now, and the state that decides it. */
export async function readPayable(services: Services, { treeAddress, account, feePayer }: ClaimRequest) {
  const { reads, env, now } = services;
  const [campaign, proofs] = await Promise.all([
    selectCampaign(reads, { treeAddress }),
    selectProofs(reads, { treeAddress, beneficiary: account }),
  ]);
  if (!campaign) throw notFound("campaign");
  if (!proofs || proofs.leaves.length === 0) {
    throw new ApiError(
      "NOT_FOUND",
      "This wallet is not a recipient of this campaign. Use the recipient's wallet.",
    );
  }
  const chain = requireLedger(services);
  const sponsor = feePayer === "sponsor" ? requireSponsor(services, campaign, account) : null;
  const [state, indexed] = await Promise.all([
    readState(chain, { ...campaign, account, programId: env.VESTING_PROGRAM_ID }),
    selectClaimedBy(reads, { address: account, campaignRowId: campaign.id }),
  ]);
  const { tree } = state;
  if (!tree) throw campaignAccountMissingError(campaign);
  if (tree.merkleRoot !== proofs.merkleRoot) {
    throw new ApiError(
      "CONFLICT",
      "The recipient list was updated on chain and has not been registered here yet. Try again in a minute.",
    );
  }
  const { paused, cancelledAt, instantRefunded, totalClaimed, totalSupply, releasedMilestones } = tree;
  // State of the account that is newer than the index.
  const newer = { paused, cancelledAt, instantRefunded, totalClaimed, totalSupply, releasedMilestones };
  const facts = { ...campaign, ...newer, vaultBalance: state.vaultBalance };
  const parts = payableParts(proofs, { ...state, indexed, facts, now: now() });
  const claimable = parts.filter(({ progress }) => progress.claimable > 0n);
  if (claimable.length === 0) throw nothingToClaim(facts, { parts, now: now() });
  const payable = coveredClaims(claimable, getDueAmount, payableTogether(claimable.map(getDueAmount), facts));
  if (payable.length === 0) throw nothingToClaimError(NOT_COVERED);
  return { campaign, chain, sponsor, state, tree, payable };
}

/**
 * Returns the chain client with separate concurrency, because unauthenticated wallets make these requests and
 * must not delay others.
 */
function requireLedger({ syncChain }: Services): Chain {
  if (syncChain) return syncChain;
  throw new ApiError("LEDGER_UNAVAILABLE", "No Solana network is connected. Set SOLANA_RPC_URL.");
}

type LedgerState = {
  tree: VestingTree | null;
  record: ClaimRecord | null;
  vaultBalance: bigint;
  lookupTables: LookupTable[];
  /** Rent in lamports of the claim record and the token account that a claim would create. */
  missingRent: bigint;
};

async function readState(
  chain: Chain,
  campaign: Pick<Campaign, "treeAddress" | "mint" | "lookupTable"> & { account: string; programId: string },
): Promise<LedgerState> {
  const { treeAddress, lookupTable, account: beneficiary, programId } = campaign;
  const record = findClaimRecordAddress({ treeAddress, beneficiary, programId }).address;
  const payout = payoutAccount(campaign, beneficiary);
  const requested = [
    ...[treeAddress, record, getVaultAccount(campaign), payout ?? beneficiary],
    ...(lookupTable ? [lookupTable] : []),
  ];
  const { accounts } = await chain.getAccounts(requested, REQUEST_DEADLINE);
  const [treeAccount, recordAccount] = accounts.map((account) =>
    account?.owner === programId ? account : null,
  );
  const table = lookupTable && readCampaignTable(lookupTable, accounts[4] ?? null, campaign);
  return {
    lookupTables: table ? [table] : [],
    tree: decoded(treeAccount, decodeVestingTree),
    record: decoded(recordAccount, decodeClaimRecord),
    vaultBalance: vaultBalance(accounts[2], campaign),
    missingRent: missingClaimRent({
      record: Boolean(recordAccount),
      tokenAccount: payout === null || Boolean(accounts[3]),
    }),
  };
}

const decoded = <T>(account: RpcAccount | null | undefined, decode: (data: Uint8Array) => T): T | null =>
  account ? decode(account.data) : null;

/**
 * The indexed claims. They count in addition to the on-chain record, because a record can be closed once all
 * amounts that have begun to vest are paid. The program would then pay the same leaves again from other
 * recipients' funds.
 */
type Indexed = Awaited<ReturnType<typeof selectClaimedBy>>;

export type Part = { leaf: Leaf; proof: number[][]; progress: Progress };

function payableParts(
  { leaves }: Proofs,
  {
    record,
    indexed,
    facts,
    now,
  }: Pick<LedgerState, "record"> & { indexed: Indexed; facts: Campaign; now: bigint },
): Part[] {
  const own = leaves.map(({ leaf }) => leaf);
  // The record states the claims of an earlier campaign at the address itself.
  const claims = indexed.filter(({ claimed }) => claimed > 0n);
  return leaves.flatMap(({ leaf: { releaseType, ...stored }, proof }) => {
    if (!isReleaseType(releaseType)) return [];
    const leaf: Leaf = { ...stored, releaseType };
    const paid = claimedOfLeaf(leaf, { leaves: own, claims });
    const milestoneClaimed = record?.claimedMilestones.includes(leaf.milestoneIdx) || paid.milestoneClaimed;
    const progress = leafProgress(
      {
        ...leaf,
        claimed: maxBigInt(getClaimedAmount(leaf, record, milestoneClaimed), paid.claimed),
        milestoneReleased: facts.releasedMilestones.includes(leaf.milestoneIdx),
        milestoneClaimed,
      },
      facts,
      now,
    );
    return [{ leaf, proof, progress }];
  });
}

function getClaimedAmount(leaf: Leaf, record: ClaimRecord | null, milestoneClaimed: boolean): bigint {
  if (leaf.releaseType === ReleaseType.Milestone) return milestoneClaimed ? leaf.amount : 0n;
  return record?.leafClaims.find(({ leafIndex }) => leafIndex === leaf.leafIndex)?.amount ?? 0n;
}
