import { cancelStreamInstruction } from "@/lib/core/solana/instructions";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { createAssociatedTokenInstruction } from "@/lib/core/solana/tokens";
import type { Schedule } from "@/lib/core/vesting/leaf";
import { type CampaignKeys, isNativeMint, payoutAccount, vaultAccounts } from "./campaign-accounts";
import { planTransaction, type TransactionPlan } from "./plan";

/** A one-recipient campaign and its leaf's schedule, which the program hashes and compares with the root. */
export type StreamToCancel = CampaignKeys & { creator: string; beneficiary: string; schedule: Schedule };

/** cancel_stream: pays the vested part to the beneficiary and the rest to the creator, who signs. */
export function planCancelStream(stream: StreamToCancel): TransactionPlan {
  const { treeAddress, creator, beneficiary, mint, schedule, programId } = stream;
  const accounts = {
    creator,
    beneficiary,
    vestingTree: treeAddress,
    claimRecord: findClaimRecordAddress(stream).address,
    ...vaultAccounts(stream),
    beneficiaryAta: payoutAccount(stream, beneficiary),
    creatorAta: payoutAccount(stream, creator),
  };
  const owners = isNativeMint(mint) ? [] : [...new Set([beneficiary, creator])];
  const ensure = owners.map((owner) => createAssociatedTokenInstruction({ payer: creator, owner, mint }));
  return planTransaction("cancel_stream", cancelStreamInstruction(accounts, schedule, programId), ensure);
}
