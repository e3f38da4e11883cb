import { PublicKey } from "@solana/web3.js";
import type { ActionCampaign } from "@/components/actions/action-request";
import { earliestCliff } from "@/components/create/check-sheet";
import { leafBody } from "@/components/create/leaf-body";
import { deleteRotation, type PendingRotation, saveRotation } from "@/components/create/pending-store";
import { ledger } from "@/components/ledger/connection";
import { type SendPhase, sendPlan, simulatePlan } from "@/components/ledger/send-plan";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { ApiClient } from "@/lib/client/api-client";
import { ApiClientError } from "@/lib/client/api-error";
import { buildTree } from "@/lib/merkle/tree";
import type { Recipient } from "@/lib/registration/recipients";
import { decodeVestingTree } from "@/lib/solana/accounts";
import { planUpdateRoot } from "@/lib/transactions/plans/update-root";

/** Builds the new tree in the browser. */
export async function prepareRotation(
  treeAddress: string,
  recipients: readonly Recipient[],
  onProgress: (done: number, total: number) => void,
): Promise<PendingRotation> {
  const leaves = recipients.map(({ row: _, ...recipient }, leafIndex) => ({ leafIndex, ...recipient }));
  const { root } = await buildTree(leaves, { onProgress });
  return { treeAddress, merkleRoot: root, minCliffTime: earliestCliff(leaves), leaves };
}

type RotationRun = { campaign: ActionCampaign; account: WalletAccount; onPhase: (phase: SendPhase) => void };

/**
 * Replaces the root on the ledger unless it is there already, then registers its leaves. The leaves are kept in the
 * browser from before the first signature until the service has them. Source: spec 4.6.
 */
export async function runRotation(rotation: PendingRotation, run: RotationRun): Promise<void> {
  const { campaign, account, onPhase } = run;
  await saveRotation(rotation);
  const onLedger = await ledger().getAccountInfo(new PublicKey(rotation.treeAddress));
  if (!onLedger) throw new Error("The ledger has no such campaign.");
  const { merkleRoot: currentRoot } = decodeVestingTree(onLedger.data);
  if (currentRoot !== rotation.merkleRoot) {
    const plan = planUpdateRoot({
      treeAddress: rotation.treeAddress,
      programId: campaign.programId,
      cancelAuthority: account.address,
      currentRoot,
      newRoot: rotation.merkleRoot,
      newLeafCount: rotation.leaves.length,
      newMinCliffTime: rotation.minCliffTime,
    });
    await simulatePlan(plan);
    await sendPlan(plan, { account, onPhase });
  }
  onPhase("signing");
  await register(rotation, account);
  await deleteRotation(rotation.treeAddress);
}

async function register(rotation: PendingRotation, account: WalletAccount): Promise<void> {
  try {
    await new ApiClient({ baseUrl: "" }).rotate(rotation.treeAddress, rotationBody(rotation), account);
  } catch (error) {
    // The ledger holds this very root by now, so the service has it from an attempt whose answer never came.
    if (!(error instanceof ApiClientError && error.code === "SAME_ROOT")) throw error;
  }
}

function rotationBody({ merkleRoot, minCliffTime, leaves }: PendingRotation) {
  return {
    merkleRoot,
    leafCount: leaves.length,
    minCliffTime: minCliffTime.toString(),
    leaves: leaves.map(leafBody),
  };
}
