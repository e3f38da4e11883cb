import { address, getTransactionDecoder } from "@solana/kit";
import type { Keypair } from "@solana/web3.js";
import { FailedTransactionMetadata } from "litesvm";
import type { Outcome, Svm } from "@/ledger/tests/support/svm";
import { treeProof } from "@/lib/core/merkle/proof";
import { buildTree, type MerkleTree } from "@/lib/core/merkle/tree";
import { campaignKeys, planCreateCampaign, planCreateStream } from "@/lib/core/plans/create-campaign";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { programError } from "@/lib/core/solana/errors";
import type { ProgramEvent } from "@/lib/core/solana/events";
import type { Leaf } from "@/lib/core/vesting/leaf";
import type { ActionFacts } from "@/lib/core/vesting/refusals";

const decoder = getTransactionDecoder();

/** A campaign on a virtual machine, with the facts of its events, as the index would store them. */
export type CampaignModel = {
  svm: Svm;
  creator: Keypair;
  authority: Keypair;
  beneficiary: Keypair;
  keys: { treeAddress: string; mint: string; creator: string };
  leaves: Leaf[];
  tree: MerkleTree;
  facts: ActionFacts;
};

type ModelOptions = {
  kind: "tokens" | "native SOL";
  campaignId: bigint;
  leaves: (beneficiary: string) => Leaf[];
  cancellable: boolean;
  /** Whether create_stream creates a campaign of one leaf, which funds itself. */
  isStream: boolean;
  /** Base units that the creator funds; the whole supply by default. */
  funding?: bigint;
};

export async function createCampaignModel(svm: Svm, options: ModelOptions): Promise<CampaignModel> {
  const [creator, authority, beneficiary] = [svm.wallet(), svm.wallet(), svm.wallet()];
  const creatorAddress = creator.publicKey.toBase58();
  const leaves = options.leaves(beneficiary.publicKey.toBase58());
  const totalSupply = leaves.reduce((sum, { amount }) => sum + amount, 0n);
  const isNative = options.kind === "native SOL";
  const mint = isNative ? NATIVE_MINT : svm.mint();
  if (!isNative) svm.mintTo(mint, creatorAddress, totalSupply);
  const tree = await buildTree(leaves);
  const [firstCliff = 1n] = leaves.map(({ cliffTime }) => cliffTime).sort((a, b) => Number(a - b));
  const shared = {
    creator: creatorAddress,
    mint,
    campaignId: options.campaignId,
    cancellable: options.cancellable,
    cancelAuthority: options.cancellable ? authority.publicKey.toBase58() : null,
    pauseAuthority: null,
  };
  const [leaf] = leaves;
  const plans =
    options.isStream && leaf
      ? [planCreateStream({ ...leaf, ...shared })]
      : planCreateCampaign(
          {
            ...shared,
            merkleRoot: tree.root,
            leafCount: leaves.length,
            totalSupply,
            minCliffTime: firstCliff,
          },
          { funding: options.funding === 0n ? null : options.funding },
        );
  const facts: ActionFacts = {
    ...shared,
    leafCount: leaves.length,
    totalSupply,
    totalClaimed: 0n,
    paused: false,
    cancelledAt: null,
    instantRefunded: false,
    settled: false,
    minCliffTime: options.isStream ? 0n : firstCliff,
    usedMilestones: [],
    firstTimedCliff: null,
    releasedMilestones: [],
    withdrawn: false,
    settledAmount: 0n,
  };
  const keys = { ...campaignKeys(shared), creator: creatorAddress };
  const model = { svm, creator, authority, beneficiary, keys, leaves, tree, facts };
  for (const plan of plans) {
    const error = sendPlan(model, plan);
    if (error !== null) throw new Error(`${plan.instruction}: ${error}`);
  }
  return model;
}

export function getProof(model: CampaignModel, leaf: Leaf): Uint8Array {
  return treeProof(model.tree, leaf.leafIndex);
}

/** Sends a plan with exactly the signatures that it names. Returns the name of the error, or null. */
export function sendPlan(model: CampaignModel, plan: TransactionPlan): string | null {
  return sendForOutcome(model, plan).error;
}

/** Sends a plan and returns its whole outcome. */
export function sendForOutcome(model: CampaignModel, plan: TransactionPlan): Outcome {
  const wallets = [model.creator, model.authority, model.beneficiary];
  const signers = wallets.filter((wallet) => plan.signers.includes(wallet.publicKey.toBase58()));
  const sent = model.svm.send([...plan.instructions], signers);
  for (const event of sent.events) model.facts = afterEvent(model.facts, event);
  return sent;
}

/** Returns the name of the error with which a plan would fail now, or null. */
export function simulatePlan({ svm: { machine } }: CampaignModel, plan: TransactionPlan): string | null {
  const bytes = unsignedBytes(plan, { blockhash: machine.latestBlockhash(), lastValidBlockHeight: 0 });
  machine.withSigverify(false);
  const result = machine.simulateTransaction(decoder.decode(bytes));
  machine.withSigverify(true);
  if (!(result instanceof FailedTransactionMetadata)) return null;
  const failure = result.err();
  const detail = typeof failure === "object" && "err" in failure ? failure.err() : null;
  const isCustom = typeof detail === "object" && detail !== null && "code" in detail;
  return (isCustom && programError(detail.code)?.name) || result.toString();
}

/** Returns whether the tree's account still exists: one of native SOL disappears with its last lamports. */
export function treeExists({ svm, keys }: CampaignModel): boolean {
  return svm.machine.getAccount(address(keys.treeAddress)).exists;
}

function afterEvent(facts: ActionFacts, event: ProgramEvent): ActionFacts {
  switch (event.name) {
    case "Claimed":
      return { ...facts, totalClaimed: event.data.totalClaimedOverall };
    case "CampaignCancelled":
      return { ...facts, cancelledAt: event.data.cancelledAt, paused: false };
    case "StreamCancelled":
      return { ...facts, cancelledAt: event.data.cancelledAt, settled: true };
    case "InstantRefunded":
      return { ...facts, cancelledAt: event.data.cancelledAt, instantRefunded: true };
    case "MilestoneReleased":
      return { ...facts, releasedMilestones: [...facts.releasedMilestones, event.data.milestoneIdx] };
    case "UnvestedWithdrawn":
      return { ...facts, withdrawn: true };
    default:
      return facts;
  }
}
