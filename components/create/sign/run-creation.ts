import { PublicKey } from "@solana/web3.js";
import { deleteDraft } from "@/components/drafts/draft-store";
import { deletePending, type PendingCampaign, savePending } from "@/components/drafts/pending-store";
import { readTree, solanaConnection } from "@/components/network/connection";
import { withCurrentFee } from "@/components/network/priority-fee";
import type { SendPhase } from "@/components/network/send-phase";
import { sendPlan, settleSent } from "@/components/network/send-plan";
import { findExported } from "@/components/network/sent-transactions";
import { simulateEffect } from "@/components/network/simulate-plan";
import { serviceApi } from "@/components/service/service-api";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { ApiClientError, NetworkError } from "@/lib/client/api-error";
import { leafBodies } from "@/lib/client/bodies";
import type { ConfirmedSend } from "@/lib/client/network/send-plan";
import type { Translator } from "@/lib/core/i18n/translator";
import { planFundCampaign } from "@/lib/core/plans/create-campaign";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findVaultAddress } from "@/lib/core/solana/pdas";
import { tokenAccountBalance } from "@/lib/core/solana/tokens/tokens";
import { creationPlans, readTableSlot } from "./creation-plans";

export type CreationStep = "service" | "ledger" | "register";
export type CreationNote = SendPhase | "asking" | "checking" | "done";
type CreationProgress = (step: CreationStep, note: CreationNote) => void;

type CreationRun = {
  t: Translator;
  account: WalletAccount;
  onProgress: CreationProgress;
  /** Receives how many parts of a long list are uploaded, and the total. */
  onUpload: (done: number, total: number) => void;
};

/**
 * Completes a pending campaign from any step and returns the signatures of its transactions. Looks up
 * transactions of earlier runs first and never sends one twice. Before the first transaction, the service
 * checks whether the registration would succeed. The stored campaign is deleted only after the registration.
 */
export async function runCreation(pending: PendingCampaign, run: CreationRun): Promise<readonly string[]> {
  const { t, account, onProgress } = run;
  const intent = { signer: pending.creator, treeAddress: pending.treeAddress, what: "create" };
  const onPhase = (phase: SendPhase) => onProgress("ledger", phase);
  let known = pending;
  const recordSignature = async ({ signature }: ConfirmedSend) => {
    known = { ...known, signatures: [...(known.signatures ?? []), signature] };
    await savePending(known);
  };
  const before = await settleSent({ intent, onPhase, t });
  if (before) await recordSignature(before);
  onProgress("service", "checking");
  const missing = await missingPlans(pending, account);
  // The service checked an exported creation before the export. A second check would cost a further signature
  // of an offline signer.
  if (missing.length > 0 && !findExported(intent)) await requestFromService(pending, run);
  onProgress("service", "done");
  onProgress("ledger", "checking");
  for (const plan of missing) {
    const { unitsConsumed } = await simulateEffect(plan, pending.mint, t);
    const paid = await withCurrentFee(plan, unitsConsumed);
    const { lookupTable } = plan.accounts;
    if (lookupTable) {
      known = { ...known, lookupTable };
      await savePending(known);
    }
    await recordSignature(await sendPlan(paid, { account, intent, onPhase, t }));
  }
  onProgress("ledger", "done");
  await register(known, run);
  return known.signatures ?? [];
}

async function requestFromService(
  pending: PendingCampaign,
  { account, onProgress, onUpload }: CreationRun,
): Promise<void> {
  // A vault cannot prove its identity. Its registration follows from the network.
  if (account.vault) return;
  onProgress("service", "asking");
  // The campaign has no creation time on the Solana network yet.
  const createdAt = BigInt(Math.floor(pending.savedAt / 1000));
  await serviceApi().tryRegistration(registration(pending, createdAt), account, { onUpload });
}

async function register(
  pending: PendingCampaign,
  { t, account, onProgress, onUpload }: CreationRun,
): Promise<void> {
  onProgress("register", "signing");
  const tree = await readTree(pending);
  if (!tree)
    throw new Error(t("The campaign is not visible on the network yet. Wait a moment, then try again."));
  if (account.vault) {
    const { treeAddress, leaves } = pending;
    await serviceApi().registerFromNetwork({ treeAddress, leaves: leafBodies(leaves) });
  } else await serviceApi().register(registration(pending, tree.createdAt), account, { onUpload });
  if (pending.lookupTable) await recordTable(pending.treeAddress, pending.lookupTable);
  await deletePending(pending.treeAddress);
  if (pending.draftId) await deleteDraft(pending.draftId);
  onProgress("register", "done");
}

/** Recipients can claim without the lookup table, so a failure does not stop the creation. */
async function recordTable(treeAddress: string, lookupTable: string): Promise<void> {
  try {
    await serviceApi().setLookupTable(treeAddress, lookupTable);
  } catch (error) {
    if (!(error instanceof ApiClientError || error instanceof NetworkError)) throw error;
  }
}

/** Returns the transactions that are still missing on the Solana network. */
async function missingPlans(pending: PendingCampaign, account: WalletAccount): Promise<TransactionPlan[]> {
  const tree = await readTree(pending);
  if (!tree) return creationPlans(pending, await readTableSlot(pending, account));
  // One instruction creates and funds a stream.
  if (pending.leaves.length === 1) return [];
  // Claimed tokens were funded before. The program rejects funding above the supply.
  const funded = (await heldAmount(pending)) + tree.totalClaimed;
  if (funded >= pending.totalSupply) return [];
  return [planFundCampaign({ ...pending, amount: pending.totalSupply - funded })];
}

async function heldAmount({ treeAddress, mint, programId }: PendingCampaign): Promise<bigint> {
  const holder =
    mint === NATIVE_MINT ? treeAddress : findVaultAddress({ treeAddress, mint, programId }).address;
  const account = await solanaConnection().getAccountInfo(new PublicKey(holder));
  if (!account) return 0n;
  if (mint !== NATIVE_MINT) return tokenAccountBalance(account.data);
  const rent = await solanaConnection().getMinimumBalanceForRentExemption(account.data.length);
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
    leaves: leafBodies(leaves),
  };
}
