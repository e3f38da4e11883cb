import type { Struct } from "@/lib/core/solana/idl/idl-types";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { isOrderedSchedule, isReleaseType } from "@/lib/core/vesting/leaf";
import { packPlans } from "./pack-plans";
import {
  type CampaignKeys,
  planTransaction,
  refuseUnless,
  type TransactionPlan,
  vaultAccounts,
} from "./plan";

const EMPTY_ROOT = "0".repeat(64);

/** A campaign to create; `merkleRoot` is hex, amounts are base units, `minCliffTime` is in unix seconds. */
export type NewCampaign = Struct<"CreateCampaignArgs"> & {
  creator: string;
  mint: string;
  programId?: string;
};

/** Returns the address and keys of a tree from the parameters of its creation. */
export function campaignKeys(input: {
  creator: string;
  mint: string;
  campaignId: bigint;
  programId?: string;
}): CampaignKeys {
  return { treeAddress: findVestingTreeAddress(input).address, mint: input.mint, programId: input.programId };
}

/**
 * Plans create_campaign, and fund_campaign with `funding` base units (default: the whole supply) unless it is
 * null. The result is one transaction, or two to be confirmed in order if they do not fit into one. Tokens
 * come from `sourceAta`, by default the creator's associated token account. Source: program interface,
 * Instructions.
 * @throws ProgramRefusalError for arguments that the program would reject.
 */
export function planCreateCampaign(
  campaign: NewCampaign,
  options: { funding?: bigint | null; sourceAta?: string } = {},
): TransactionPlan[] {
  const { funding = campaign.totalSupply, sourceAta } = options;
  refuseUnless(campaign.merkleRoot !== EMPTY_ROOT, "EmptyRoot");
  refuseUnless(campaign.leafCount > 0, "EmptyCampaign");
  refuseUnless(campaign.totalSupply > 0n, "ZeroAmount");
  refuseUnless(campaign.minCliffTime !== 0n, "InvalidSchedule");
  refuseUnless(!campaign.cancellable || campaign.cancelAuthority !== null, "MissingCancelAuthority");
  const create = planCreate(campaign);
  if (funding === null) return [create];
  refuseUnless(funding <= campaign.totalSupply, "OverFunded");
  const { creator } = campaign;
  return packPlans([
    create,
    planFundCampaign({ ...campaignKeys(campaign), creator, amount: funding, sourceAta }),
  ]);
}

function planCreate(campaign: NewCampaign): TransactionPlan {
  const { creator, mint, programId } = campaign;
  const keys = campaignKeys(campaign);
  const tree = { creator, vestingTree: keys.treeAddress };
  const { vaultAuthority, vault } = vaultAccounts(keys);
  if (vaultAuthority === null) {
    return planTransaction("create_campaign_native", { accounts: tree, args: campaign, programId });
  }
  const accounts = { ...tree, mint, vaultAuthority, vault };
  return planTransaction("create_campaign", { accounts, args: campaign, programId });
}

/**
 * Plans fund_campaign: the creator adds `amount` base units.
 * @throws ProgramRefusalError for a zero amount.
 */
export function planFundCampaign(
  funding: CampaignKeys & { creator: string; amount: bigint; sourceAta?: string },
): TransactionPlan {
  const { treeAddress, creator, mint, amount, programId } = funding;
  refuseUnless(amount > 0n, "ZeroAmount");
  const tree = { creator, vestingTree: treeAddress };
  const { vault } = vaultAccounts(funding);
  if (vault === null) {
    return planTransaction("fund_campaign_native", { accounts: tree, args: { amount }, programId });
  }
  const sourceAta = funding.sourceAta ?? findAssociatedTokenAddress({ owner: creator, mint }).address;
  const accounts = { ...tree, vault, sourceAta };
  return planTransaction("fund_campaign", { accounts, args: { amount }, programId });
}

/** A single-recipient campaign to create; `amount` in base units, times in unix seconds. */
export type NewStream = Struct<"CreateStreamArgs"> & { creator: string; mint: string; programId?: string };

/**
 * Plans create_stream, which creates and funds the campaign in one instruction. Tokens come from `sourceAta`,
 * by default the creator's associated token account. Source: program interface, Instructions.
 * @throws ProgramRefusalError for arguments that the program would reject.
 */
export function planCreateStream(stream: NewStream, options: { sourceAta?: string } = {}): TransactionPlan {
  const { creator, mint, programId } = stream;
  refuseUnless(stream.amount > 0n, "ZeroAmount");
  refuseUnless(isOrderedSchedule(stream), "InvalidSchedule");
  refuseUnless(isReleaseType(stream.releaseType), "InvalidScheduleType");
  refuseUnless(!stream.cancellable || stream.cancelAuthority !== null, "MissingCancelAuthority");
  const keys = campaignKeys(stream);
  const tree = { creator, vestingTree: keys.treeAddress };
  const { vaultAuthority, vault } = vaultAccounts(keys);
  if (vaultAuthority === null) {
    return planTransaction("create_stream_native", { accounts: tree, args: stream, programId });
  }
  const sourceAta = options.sourceAta ?? findAssociatedTokenAddress({ owner: creator, mint }).address;
  const accounts = { ...tree, mint, vaultAuthority, vault, sourceAta };
  return planTransaction("create_stream", { accounts, args: stream, programId });
}
