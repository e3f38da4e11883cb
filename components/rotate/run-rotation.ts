import { deleteDraft } from "@/components/drafts/draft-store";
import {
  deleteReplaced,
  deleteRotation,
  findRotation,
  type PendingRotation,
  saveReplaced,
  saveRotation,
} from "@/components/drafts/pending-store";
import { getRoot } from "@/components/leaves/leaf-work";
import { readTreeOrThrow } from "@/components/network/connection";
import { findUnusual } from "@/components/network/find-unusual";
import { type PayablePlan, readRecentPrices, withCurrentFee } from "@/components/network/priority-fee";
import { readNetwork } from "@/components/network/read-network";
import type { SendPhase } from "@/components/network/send-phase";
import { sendPlan, settleSent } from "@/components/network/send-plan";
import type { Intent } from "@/components/network/sent-transactions";
import { type SimulatedPlan, simulateEffect } from "@/components/network/simulate-plan";
import { serviceApi } from "@/components/service/service-api";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { ApiClientError } from "@/lib/client/api-error";
import { leafBodies } from "@/lib/client/bodies";
import type { ActionCampaign } from "@/lib/contract/operations";
import { english, type Translator } from "@/lib/core/i18n/translator";
import { firstCliff, LeafList } from "@/lib/core/merkle/leaf-list";
import { planUpdateRoot } from "@/lib/core/plans/govern-campaign";
import { isLost, unusualSentence } from "@/lib/core/recipients/recipient-accounts";
import type { Network } from "@/lib/core/solana/networks";
import type { Leaf } from "@/lib/core/vesting/leaf";
import type { RotationDifference } from "@/lib/core/vesting/rotation/difference";

/**
 * Builds the new tree in the browser.
 * @throws Error if a recipient who gets more can never claim
 */
export async function prepareRotation(
  treeAddress: string,
  planned: { leaves: readonly Leaf[]; changes: RotationDifference["changes"] },
  run: Parameters<typeof getRoot>[1],
): Promise<PendingRotation> {
  await rejectUnclaimable(planned.changes, run.t);
  const leaves = LeafList.of(planned.leaves);
  const merkleRoot = await getRoot(leaves, run);
  return { treeAddress, merkleRoot, minCliffTime: await firstCliff(leaves), leaves };
}

/**
 * Checks the recipients who get more than before.
 * @throws Error if the account of one of them can never claim
 */
export async function rejectUnclaimable(
  changes: RotationDifference["changes"],
  t: Translator,
): Promise<void> {
  const raised = changes.filter(({ before, after }) => after > before);
  const { unusual } = await findUnusual(raised.map(({ beneficiary }) => beneficiary));
  for (const [address, account] of unusual) {
    if (isLost(account)) throw new Error(`${address}: ${unusualSentence(account, t)}`);
  }
}

type RotationRun = {
  campaign: ActionCampaign;
  account: WalletAccount;
  onPhase: (phase: SendPhase) => void;
  /** Translates the error messages. */
  t: Translator;
  /** Receives how many parts of a long list are uploaded, and the total. */
  onUpload: (done: number, total: number) => void;
};

/**
 * Replaces the root on the Solana network unless it is already there, then registers its leaves. Looks up
 * earlier transactions first. Sends nothing before the service confirms that it would register the rotation.
 * The browser stores the leaves from before the first signature until the registration. Source: spec 4.6.
 */
export async function runRotation(rotation: PendingRotation, run: RotationRun): Promise<void> {
  const { account, campaign, onPhase, t } = run;
  const before = await findRotation(rotation.treeAddress);
  if (before && before.merkleRoot !== rotation.merkleRoot) await saveReplaced(before);
  await saveRotation(rotation);
  const intent = { signer: account.address, treeAddress: rotation.treeAddress, what: "rotate" };
  await settleSent({ intent, onPhase, t });
  const { merkleRoot: currentRoot } = await readTreeOrThrow(campaign, t);
  if (currentRoot !== rotation.merkleRoot) await replaceRoot(rotation, { ...run, currentRoot, intent });
  onPhase("signing");
  await register(rotation, run);
  await deleteRotation(rotation.treeAddress);
  await deleteReplaced(rotation);
  if (rotation.draftId) await deleteDraft(rotation.draftId);
}

/**
 * Rejects a rotation that was planned before the last claim, because the new list does not include that
 * claim.
 * @throws Error
 */
async function refuseStale({ t, campaign }: RotationRun, rotation: PendingRotation): Promise<void> {
  const { treeAddress, basis } = rotation;
  if (!basis) return;
  const { merkleRoot, totalClaimed } = await readTreeOrThrow(campaign, t);
  if (merkleRoot === basis.previousRoot && totalClaimed === basis.totalClaimed) return;
  await saveReplaced(rotation);
  await deleteRotation(treeAddress);
  throw new Error(
    t(
      merkleRoot === basis.previousRoot
        ? "A recipient claimed after the allocations were loaded. Nothing was sent. Reload the allocations and review your changes."
        : "The allocations on the network changed after you loaded them. Nothing was sent. Reload the allocations.",
    ),
  );
}

async function replaceRoot(
  rotation: PendingRotation,
  run: RotationRun & { currentRoot: string; intent: Intent },
): Promise<void> {
  const { campaign, account, onPhase, onUpload, currentRoot, intent, t } = run;
  await refuseStale(run, rotation);
  const plan = planUpdateRoot({
    treeAddress: rotation.treeAddress,
    programId: campaign.programId,
    cancelAuthority: account.address,
    currentRoot,
    newRoot: rotation.merkleRoot,
    newLeafCount: rotation.leaves.length,
    newMinCliffTime: rotation.minCliffTime,
  });
  const { unitsConsumed } = await simulateEffect(plan, campaign.mint, t);
  onPhase("signing");
  // A vault cannot prove its identity. Its rotation is registered from the network.
  if (!account.vault)
    await serviceApi().tryRotation(rotation.treeAddress, rotationBody(rotation), account, { onUpload });
  // The signature for the service takes the user some time, during which a recipient can claim.
  await refuseStale(run, rotation);
  const paid = await withCurrentFee(plan, unitsConsumed);
  await sendPlan(paid, { account, intent, onPhase, t });
}

async function register(rotation: PendingRotation, { account, onUpload }: RotationRun): Promise<void> {
  if (account.vault) {
    const { treeAddress, leaves } = rotation;
    await serviceApi().registerFromNetwork({ treeAddress, leaves: leafBodies(leaves) });
    return;
  }
  try {
    await serviceApi().rotate(rotation.treeAddress, rotationBody(rotation), account, { onUpload });
  } catch (error) {
    // The root is already on the Solana network, so an earlier attempt reached the service but its response
    // was lost.
    if (!(error instanceof ApiClientError && error.code === "SAME_ROOT")) throw error;
  }
}

function rotationBody({ merkleRoot, minCliffTime, leaves }: PendingRotation) {
  return {
    merkleRoot,
    leafCount: leaves.length,
    minCliffTime: minCliffTime.toString(),
    leaves: leafBodies(leaves),
  };
}

/** A root that no tree has. The cost of a rotation is independent of the new root. */
const ANY_ROOT = "1".repeat(64);

/** Simulates update_root without a signature, before the new tree is built. */
export async function tryRotation(
  { treeAddress, programId, mint }: ActionCampaign,
  cancelAuthority: string,
  t: Translator = english,
): Promise<{ network: Network; simulation: SimulatedPlan; payable: PayablePlan }> {
  const [network, tree] = await Promise.all([readNetwork(t), readTreeOrThrow({ treeAddress, programId }, t)]);
  const { merkleRoot, leafCount, createdAt } = tree;
  const plan = planUpdateRoot({
    treeAddress,
    programId,
    cancelAuthority,
    currentRoot: merkleRoot,
    newRoot: ANY_ROOT,
    newLeafCount: leafCount,
    newMinCliffTime: createdAt,
  });
  const [simulation, recentPrices] = await Promise.all([
    simulateEffect(plan, mint, t),
    readRecentPrices(plan),
  ]);
  const payable = { plan, recentPrices, unitsConsumed: simulation.unitsConsumed };
  return { network, simulation, payable };
}
