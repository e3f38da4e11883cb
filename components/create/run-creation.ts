import { PublicKey } from "@solana/web3.js";
import { ledger } from "@/components/ledger/connection";
import { type SendPhase, sendPlan, simulatePlan } from "@/components/ledger/send-plan";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { ApiClient } from "@/lib/client/api-client";
import { decodeVestingTree } from "@/lib/solana/accounts";
import { NATIVE_MINT } from "@/lib/solana/addresses";
import { findVaultAddress } from "@/lib/solana/pdas";
import { tokenAccountBalance } from "@/lib/solana/tokens";
import { planCreateCampaign, planFundCampaign } from "@/lib/transactions/plans/create-campaign";
import { planCreateStream } from "@/lib/transactions/plans/create-stream";
import type { TransactionPlan } from "@/lib/transactions/plans/plan";
import { leafBody } from "./leaf-body";
import { deletePending, type PendingCampaign } from "./pending-store";

export type CreationStep = "ledger" | "register";
export type CreationNote = SendPhase | "checking" | "done";
export type CreationProgress = (step: CreationStep, note: CreationNote) => void;

/**
 * Brings a pending campaign to its end from wherever it stopped: what the ledger already has is not sent again.
 * It is forgotten only when the service has registered it.
 */
export async function runCreation(
  pending: PendingCampaign,
  { account, onProgress }: { account: WalletAccount; onProgress: CreationProgress },
): Promise<void> {
  onProgress("ledger", "checking");
  for (const plan of await missingPlans(pending)) {
    await simulatePlan(plan);
    await sendPlan(plan, { account, onPhase: (phase) => onProgress("ledger", phase) });
  }
  onProgress("ledger", "done");
  onProgress("register", "signing");
  const tree = await readTree(pending.treeAddress);
  if (!tree) throw new Error("The ledger does not show the campaign yet. Wait a moment and resume.");
  await new ApiClient({ baseUrl: "" }).register(registration(pending, tree.createdAt), account);
  await deletePending(pending.treeAddress);
  onProgress("register", "done");
}

/** The transactions that the ledger still lacks. */
async function missingPlans(pending: PendingCampaign): Promise<TransactionPlan[]> {
  const tree = await readTree(pending.treeAddress);
  if (!tree) return creationPlans(pending);
  // A stream is created and funded in one instruction.
  if (pending.leaves.length === 1) return [];
  // What was claimed already had been funded; the program refuses more than the supply.
  const funded = (await heldAmount(pending)) + tree.totalClaimed;
  if (funded >= pending.totalSupply) return [];
  return [planFundCampaign({ ...pending, amount: pending.totalSupply - funded })];
}

function creationPlans(pending: PendingCampaign): TransactionPlan[] {
  const [only] = pending.leaves;
  if (pending.leaves.length === 1 && only) return [planCreateStream({ ...pending, ...only })];
  return planCreateCampaign({ ...pending, leafCount: pending.leaves.length });
}

async function readTree(treeAddress: string) {
  const account = await ledger().getAccountInfo(new PublicKey(treeAddress));
  return account ? decodeVestingTree(account.data) : null;
}

async function heldAmount({ treeAddress, mint, programId }: PendingCampaign): Promise<bigint> {
  const holder =
    mint === NATIVE_MINT ? treeAddress : findVaultAddress({ treeAddress, mint, programId }).address;
  const account = await ledger().getAccountInfo(new PublicKey(holder));
  if (!account) return 0n;
  if (mint !== NATIVE_MINT) return tokenAccountBalance(account.data);
  const rent = await ledger().getMinimumBalanceForRentExemption(account.data.length);
  return BigInt(Math.max(0, account.lamports - rent));
}

function registration(pending: PendingCampaign, createdAt: bigint) {
  const { leaves, metadata, ...campaign } = pending;
  return {
    treeAddress: campaign.treeAddress,
    creator: campaign.creator,
    mint: campaign.mint,
    campaignId: campaign.campaignId.toString(),
    merkleRoot: campaign.merkleRoot,
    leafCount: leaves.length,
    totalSupply: campaign.totalSupply.toString(),
    cancellable: campaign.cancellable,
    cancelAuthority: campaign.cancelAuthority,
    pauseAuthority: campaign.pauseAuthority,
    createdAt: Number(createdAt),
    metadata: metadata ?? undefined,
    leaves: leaves.map(leafBody),
  };
}
