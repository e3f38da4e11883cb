import { type Keypair, PublicKey, type TransactionInstruction } from "@solana/web3.js";
import type { TestLedger } from "@/ledger/tests/support/ledger";
import { proofSiblings, treeProof } from "@/lib/core/merkle/proof";
import { buildTree, type MerkleTree } from "@/lib/core/merkle/tree";
import { type ClaimRecord, decodeClaimRecord } from "@/lib/core/solana/accounts";
import { ASSOCIATED_TOKEN_PROGRAM_ID, NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { buildInstruction } from "@/lib/core/solana/instructions";
import {
  findClaimRecordAddress,
  findVaultAddress,
  findVaultAuthorityAddress,
  findVestingTreeAddress,
} from "@/lib/core/solana/pdas";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

export type Kind = "native" | "token";

export const DAY = 86_400n;
const AMOUNT = 1_000_000_000n;
const MILESTONE = 3;
const PEOPLE_PER_GENERATION = 3;

/** One creation at the campaign's address. `earlier` holds its recipients' claim records of the generation before. */
export type Generation = {
  people: Keypair[];
  leaves: Leaf[];
  merkle: MerkleTree;
  createdAt: bigint;
  earlier: (ClaimRecord | null)[];
};

/** A campaign on the local ledger whose actions may be refused by the program, as random ones often are. */
export class ScenarioCampaign {
  generation: Generation | null = null;
  /** Whether the creator has swept the vault of the current generation. */
  isSwept = false;
  /** Signatures of the transactions that landed, oldest first. */
  readonly signatures: string[] = [];

  private constructor(
    readonly ledger: TestLedger,
    readonly kind: Kind,
    readonly creator: Keypair,
    readonly mint: string,
    readonly treeAddress: string,
  ) {}

  static async prepare(ledger: TestLedger, kind: Kind): Promise<ScenarioCampaign> {
    const creator = ledger.wallet(1_000);
    const address = creator.publicKey.toBase58();
    const mint = kind === "token" ? await ledger.createMint(creator) : NATIVE_MINT;
    if (kind === "token") {
      await ledger.mintTokens({ mint, authority: creator, owner: address, amount: 100n * AMOUNT });
    }
    const tree = findVestingTreeAddress({ creator: address, mint, campaignId: 1n });
    return new ScenarioCampaign(ledger, kind, creator, mint, tree.address);
  }

  get creatorAddress(): string {
    return this.creator.publicKey.toBase58();
  }

  get current(): Generation {
    if (!this.generation) throw new Error("Create the campaign first.");
    return this.generation;
  }

  get supply(): bigint {
    return this.current.leaves.reduce((sum, { amount }) => sum + amount, 0n);
  }

  get minCliffTime(): bigint {
    return this.current.leaves.map(({ cliffTime }) => cliffTime).reduce((a, b) => (a < b ? a : b));
  }

  get vaultAddress(): string {
    return findVaultAddress({ treeAddress: this.treeAddress, mint: this.mint }).address;
  }

  recordAddress(who: number): string {
    return findClaimRecordAddress({ treeAddress: this.treeAddress, beneficiary: this.address(who) }).address;
  }

  address(who: number): string {
    const wallet = this.current.people[who];
    if (!wallet) throw new RangeError(`There is no person ${who}.`);
    return wallet.publicKey.toBase58();
  }

  /** Slot of the newest transaction that landed. */
  async newestSlot(): Promise<bigint> {
    const newest = this.signatures.at(-1);
    if (newest === undefined) return 0n;
    const { value } = await this.ledger.connection.getSignatureStatus(newest, {
      searchTransactionHistory: true,
    });
    return BigInt(value?.slot ?? 0);
  }

  /** Creates the campaign, or creates it again once its account is gone: for others, or with twice as much for the same. */
  async create(funding: bigint, { samePeople = false } = {}): Promise<boolean> {
    const before = this.generation;
    const others = () => Array.from({ length: PEOPLE_PER_GENERATION }, () => this.ledger.wallet(10));
    const people = samePeople ? this.current.people : others();
    const earlier = samePeople ? await this.readRecords() : people.map(() => null);
    const start = this.ledger.now;
    const times = { startTime: start, cliffTime: start + 1n, endTime: start + 20n * DAY, milestoneIdx: 0 };
    const leaves: Leaf[] = people.map((wallet, leafIndex) => ({
      ...times,
      leafIndex,
      beneficiary: wallet.publicKey.toBase58(),
      amount: (samePeople ? 2n : 1n) * AMOUNT + BigInt(leafIndex),
      releaseType: [ReleaseType.Linear, ReleaseType.Cliff, ReleaseType.Milestone][leafIndex % 3] ?? 0,
      milestoneIdx: leafIndex % 3 === 2 ? MILESTONE : 0,
    }));
    this.generation = { people, leaves, merkle: await buildTree(leaves), createdAt: start, earlier };
    const args = {
      campaignId: 1n,
      merkleRoot: this.current.merkle.root,
      leafCount: leaves.length,
      totalSupply: this.supply,
      minCliffTime: this.minCliffTime,
      ...this.authorities,
    };
    const accounts = this.treeAccounts;
    const create =
      this.kind === "token"
        ? buildInstruction("create_campaign", { accounts: { ...accounts, ...this.vaultAccounts }, args })
        : buildInstruction("create_campaign_native", { accounts, args });
    const instructions = funding > 0n ? [create, this.fundInstruction(funding)] : [create];
    const landed = await this.send(instructions, this.creator);
    if (landed === null) this.generation = before;
    else this.isSwept = false;
    return landed !== null;
  }

  /** Ends the generation by its last claims and creates the address again for the same people. */
  async renew(): Promise<boolean> {
    await this.setPaused(false);
    await this.releaseMilestone();
    await this.fund(this.supply);
    this.ledger.controls.advanceTime(Number(30n * DAY));
    for (const who of this.current.people.keys()) await this.claim(who);
    return this.create(this.supply, { samePeople: true });
  }

  /** Claim records of the current people; null where there is none. */
  async readRecords(): Promise<(ClaimRecord | null)[]> {
    const addresses = this.current.people.map((_, who) => new PublicKey(this.recordAddress(who)));
    const accounts = await this.ledger.connection.getMultipleAccountsInfo(addresses, "confirmed");
    return accounts.map((account) => account && decodeClaimRecord(account.data));
  }

  fund(amount: bigint) {
    return this.send([this.fundInstruction(amount)], this.creator);
  }

  claim(who: number) {
    const leaf = this.current.leaves[who];
    const wallet = this.current.people[who];
    if (!leaf || !wallet) throw new RangeError(`There is no person ${who}.`);
    const token = this.kind === "token";
    const accounts = {
      beneficiary: leaf.beneficiary,
      vestingTree: this.treeAddress,
      claimRecord: this.recordAddress(who),
      vaultAuthority: token ? this.vaultAccounts.vaultAuthority : null,
      vault: token ? this.vaultAddress : null,
      mint: token ? this.mint : null,
      beneficiaryAta: token ? this.tokenAccount(leaf.beneficiary) : null,
      tokenProgram: token ? TOKEN_PROGRAM_ID : null,
      associatedTokenProgram: token ? ASSOCIATED_TOKEN_PROGRAM_ID : null,
    };
    const args = { leaf, proof: treeProof(this.current.merkle, who) };
    return this.send([buildInstruction("claim", { accounts, args })], wallet);
  }

  setPaused(paused: boolean) {
    const accounts = { pauseAuthority: this.creatorAddress, vestingTree: this.treeAddress };
    const name = paused ? "pause_campaign" : "unpause_campaign";
    return this.send([buildInstruction(name, { accounts, args: {} })], this.creator);
  }

  releaseMilestone() {
    const args = { milestoneIdx: MILESTONE };
    return this.send(
      [buildInstruction("set_milestone_released", { accounts: this.treeAccounts, args })],
      this.creator,
    );
  }

  cancel() {
    const accounts = { cancelAuthority: this.creatorAddress, vestingTree: this.treeAddress };
    return this.send([buildInstruction("cancel_campaign", { accounts, args: {} })], this.creator);
  }

  async withdrawUnvested() {
    const accounts = this.sweepAccounts;
    const landed = await this.send(
      [buildInstruction("withdraw_unvested", { accounts, args: {} })],
      this.creator,
    );
    if (landed !== null) this.isSwept = true;
    return landed;
  }

  instantRefund() {
    const accounts = this.sweepAccounts;
    return this.send([buildInstruction("instant_refund_campaign", { accounts, args: {} })], this.creator);
  }

  /** Replaces the root by one whose linear leaf ends a day later. */
  async rotate() {
    const { leaves, ...rest } = this.current;
    const later = leaves.map((leaf) =>
      leaf.releaseType === ReleaseType.Linear ? { ...leaf, endTime: leaf.endTime + DAY } : leaf,
    );
    const merkle = await buildTree(later);
    const accounts = { cancelAuthority: this.creatorAddress, vestingTree: this.treeAddress };
    const args = { newRoot: merkle.root, newLeafCount: later.length, newMinCliffTime: this.minCliffTime };
    const landed = await this.send([buildInstruction("update_root", { accounts, args })], this.creator);
    if (landed !== null) this.generation = { ...rest, leaves: later, merkle };
    return landed;
  }

  /** Leaf objects with proofs, as registrations and rotations send them. */
  leavesWithProofs() {
    const { leaves, merkle } = this.current;
    return leaves.map((leaf) => ({ ...leaf, proof: proofSiblings(treeProof(merkle, leaf.leafIndex)) }));
  }

  registration() {
    const { merkle, leaves, createdAt } = this.current;
    return {
      treeAddress: this.treeAddress,
      creator: this.creatorAddress,
      mint: this.mint,
      campaignId: 1,
      merkleRoot: merkle.root,
      leafCount: leaves.length,
      totalSupply: this.supply,
      ...this.authorities,
      createdAt: Number(createdAt),
      leaves: this.leavesWithProofs(),
    };
  }

  private get authorities() {
    const address = this.creatorAddress;
    return { cancellable: true, cancelAuthority: address, pauseAuthority: address };
  }

  private get treeAccounts() {
    return { creator: this.creatorAddress, vestingTree: this.treeAddress };
  }

  private get vaultAccounts() {
    const { address: vaultAuthority } = findVaultAuthorityAddress({ treeAddress: this.treeAddress });
    return { mint: this.mint, vaultAuthority, vault: this.vaultAddress };
  }

  private get sweepAccounts() {
    const token = this.kind === "token";
    return {
      ...this.treeAccounts,
      vaultAuthority: token ? this.vaultAccounts.vaultAuthority : null,
      vault: token ? this.vaultAddress : null,
      creatorAta: token ? this.tokenAccount(this.creatorAddress) : null,
      tokenProgram: token ? TOKEN_PROGRAM_ID : null,
    };
  }

  private tokenAccount(owner: string): string {
    return findAssociatedTokenAddress({ owner, mint: this.mint }).address;
  }

  private fundInstruction(amount: bigint): TransactionInstruction {
    if (this.kind === "native") {
      return buildInstruction("fund_campaign_native", { accounts: this.treeAccounts, args: { amount } });
    }
    const accounts = {
      ...this.treeAccounts,
      vault: this.vaultAddress,
      sourceAta: this.tokenAccount(this.creatorAddress),
    };
    return buildInstruction("fund_campaign", { accounts, args: { amount } });
  }

  /** Sends a transaction and returns its signature, or null when the program refuses it. */
  private async send(instructions: TransactionInstruction[], signer: Keypair): Promise<string | null> {
    try {
      const signature = await this.ledger.send(instructions, [signer]);
      this.signatures.push(signature);
      return signature;
    } catch (error) {
      if (error instanceof Error && error.name === "SendTransactionError") return null;
      if (error instanceof Error && /simulation failed|custom program error/i.test(error.message))
        return null;
      throw error;
    }
  }
}
