import { Connection, Keypair, LAMPORTS_PER_SOL, PublicKey } from "@solana/web3.js";
import nacl from "tweetnacl";
import type { ApiClient } from "@/lib/client/api-client";
import { leafBody } from "@/lib/client/bodies";
import type { DemoAccount } from "@/lib/client/demo-accounts";
import { treeProof } from "@/lib/core/merkle/proof";
import { buildTree, type MerkleTree } from "@/lib/core/merkle/tree";
import { planClaim } from "@/lib/core/plans/claim";
import { planCreateCampaign, planCreateStream } from "@/lib/core/plans/create-campaign";
import { planCancelCampaign, planCancelStream, planInstantRefund } from "@/lib/core/plans/end-campaign";
import { planPause, planReleaseMilestone, planUpdateRoot } from "@/lib/core/plans/govern-campaign";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { type RecentBlockhash, unsignedTransaction } from "@/lib/core/plans/serialize-plan";
import { decodeVestingTree, type VestingTree } from "@/lib/core/solana/accounts";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { earliestCliff, type Leaf } from "@/lib/core/vesting/leaf";
import { ADA, CREATOR, sampleAccount } from "./sample-keys";

type World = { ledger: SampleLedger; api: ApiClient };
/** In SOL by default, or in a mint of which the creator holds enough. */
type Draft = { name: string; description: string; campaignId: bigint; leaves: Leaf[]; mint?: string };

const SIGNER = {
  address: CREATOR.address,
  signMessage: (message: Uint8Array) => nacl.sign.detached(message, CREATOR.secretKey),
};

export const recipient = (leafIndex: number) =>
  leafIndex === 0 ? ADA : sampleAccount(`recipient ${leafIndex}`);

/** A campaign whose creator holds every authority, and its actions, all of them on the ledger. */
export class SampleCampaign {
  readonly keys: { treeAddress: string; creator: string; mint: string; cancelAuthority: string };

  private constructor(
    private readonly world: World,
    private readonly draft: Draft,
    private tree: MerkleTree,
  ) {
    const { campaignId, mint = NATIVE_MINT } = draft;
    const identity = { creator: CREATOR.address, mint, campaignId };
    const { address } = findVestingTreeAddress(identity);
    this.keys = { ...identity, treeAddress: address, cancelAuthority: CREATOR.address };
  }

  /** Creates, funds and registers the campaign. */
  static async create(world: World, draft: Draft): Promise<SampleCampaign> {
    const made = new SampleCampaign(world, draft, await buildTree(draft.leaves));
    for (const plan of made.creation()) await made.asCreator(plan);
    await world.ledger.advance(1);
    await made.register();
    return made;
  }

  get leaves(): readonly Leaf[] {
    return this.draft.leaves;
  }

  async claim(leafIndex: number): Promise<void> {
    const leaf = this.leaf(leafIndex);
    const plan = planClaim({ ...this.keys, leaf, proof: treeProof(this.tree, leafIndex) });
    await this.world.ledger.send(plan, recipient(leafIndex));
  }

  pause = () => this.asCreator(planPause({ ...this.keys, pauseAuthority: CREATOR.address }));
  cancel = () => this.asCreator(planCancelCampaign(this.keys));
  refund = () => this.asCreator(planInstantRefund(this.keys));
  release = (milestoneIdx: number) => this.asCreator(planReleaseMilestone({ ...this.keys, milestoneIdx }));

  cancelStream(): Promise<void> {
    const leaf = this.leaf(0);
    return this.asCreator(planCancelStream({ ...this.keys, beneficiary: leaf.beneficiary, schedule: leaf }));
  }

  /** Replaces the leaves on the ledger, then in the index. */
  async rotate(leaves: Leaf[]): Promise<void> {
    const { ledger, api } = this.world;
    const currentRoot = this.tree.root;
    this.tree = await buildTree(leaves);
    this.draft.leaves = leaves;
    const minCliffTime = earliestCliff(leaves);
    const root = { newRoot: this.tree.root, newLeafCount: leaves.length, newMinCliffTime: minCliffTime };
    await this.asCreator(planUpdateRoot({ ...this.keys, currentRoot, ...root }));
    await ledger.advance(1);
    const body = {
      merkleRoot: this.tree.root,
      leafCount: leaves.length,
      minCliffTime: minCliffTime.toString(),
      leaves: leaves.map(leafBody),
    };
    await api.rotate(this.keys.treeAddress, body, SIGNER);
  }

  private asCreator(plan: TransactionPlan): Promise<void> {
    return this.world.ledger.send(plan, CREATOR);
  }

  private leaf(leafIndex: number): Leaf {
    const leaf = this.leaves[leafIndex];
    if (!leaf) throw new RangeError(`There is no leaf ${leafIndex}.`);
    return leaf;
  }

  private terms() {
    const totalSupply = this.leaves.reduce((total, { amount }) => total + amount, 0n);
    const authorities = { cancelAuthority: CREATOR.address, pauseAuthority: CREATOR.address };
    return {
      ...this.keys,
      campaignId: this.draft.campaignId,
      totalSupply,
      cancellable: true,
      ...authorities,
    };
  }

  private creation(): TransactionPlan[] {
    const { leaves, tree } = this;
    if (leaves.length === 1) return [planCreateStream({ ...this.terms(), ...this.leaf(0) })];
    const root = { merkleRoot: tree.root, leafCount: leaves.length, minCliffTime: earliestCliff(leaves) };
    return planCreateCampaign({ ...this.terms(), ...root });
  }

  private async register(): Promise<void> {
    const { ledger, api } = this.world;
    const { campaignId, totalSupply, ...terms } = this.terms();
    const { name, description } = this.draft;
    const { createdAt } = await ledger.tree(this.keys.treeAddress);
    const body = {
      ...terms,
      campaignId: campaignId.toString(),
      totalSupply: totalSupply.toString(),
      merkleRoot: this.tree.root,
      leafCount: this.leaves.length,
      createdAt: Number(createdAt),
      metadata: { name, description },
      leaves: this.leaves.map(leafBody),
    };
    await api.register(body, SIGNER);
  }
}

/** The local ledger of a dashboard, for a history that is played faster than its blocks. */
export class SampleLedger {
  /** Signatures of every transaction sent so far. */
  readonly signatures: string[] = [];
  /** Unix seconds on the ledger when time was last moved. */
  now = 0n;
  private readonly connection: Connection;

  /** Valid until time moves. */
  private recent: RecentBlockhash | null = null;

  constructor(private readonly url: string) {
    this.connection = new Connection(url, "processed");
  }

  /** Sends a plan that one account signs; throws for a refusal. Nothing is confirmed before time moves. */
  async send(plan: TransactionPlan, signer: DemoAccount): Promise<void> {
    this.recent ??= await this.connection.getLatestBlockhash();
    const transaction = unsignedTransaction(plan, this.recent);
    transaction.sign(Keypair.fromSecretKey(signer.secretKey));
    const options = { preflightCommitment: "processed" } as const;
    this.signatures.push(await this.connection.sendRawTransaction(transaction.serialize(), options));
  }

  async fill({ address }: DemoAccount, sol: number): Promise<void> {
    await this.connection.requestAirdrop(new PublicKey(address), sol * LAMPORTS_PER_SOL);
  }

  /** Moves the ledger's clock forward, after which all sent transactions are final. */
  async advance(seconds: number): Promise<void> {
    const response = await fetch(this.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ledger_advanceTime", params: [seconds] }),
    });
    const { result } = (await response.json()) as { result: number };
    this.now = BigInt(result);
    this.recent = null;
  }

  async tree(treeAddress: string): Promise<VestingTree> {
    const account = await this.connection.getAccountInfo(new PublicKey(treeAddress));
    if (!account) throw new Error(`The ledger has no tree ${treeAddress}.`);
    return decodeVestingTree(account.data);
  }
}
