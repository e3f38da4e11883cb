import { Keypair } from "@solana/web3.js";
import { treeProof } from "@/lib/core/merkle/proof";
import { buildTree, type MerkleTree } from "@/lib/core/merkle/tree";
import { decodeClaimRecord, decodeVestingTree } from "@/lib/core/solana/accounts";
import { ASSOCIATED_TOKEN_PROGRAM_ID, NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import {
  findClaimRecordAddress,
  findVaultAddress,
  findVaultAuthorityAddress,
  findVestingTreeAddress,
} from "@/lib/core/solana/pdas";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { getAddress, type Outcome, type Svm } from "../support/svm";

export type Kind = "token" | "native";
export const KINDS: readonly Kind[] = ["token", "native"];

/** The clock at a campaign's creation. */
export const START = 1_700_000_000n;
export const DAY = 86_400n;
export const GRACE = 604_800n;
/** A creator's initial base units of the mint. */
export const TOKENS = 10n ** 15n;
/** A leaf amount that makes a native campaign's rent small in comparison. */
export const AMOUNT = 1_000_000_000n;

/** A leaf without its index and beneficiary; `who` selects the beneficiary among the campaign's people. */
export type LeafTerms = Partial<Omit<Leaf, "leafIndex" | "beneficiary">> & { who?: number };

/** Every campaign has the same people, because generating their keys takes longer than most tests. */
const CAST = Array.from({ length: 6 }, () => Keypair.generate());

/** A campaign of tokens or native SOL on a machine: its people, leaves, addresses and state. */
export class CampaignPlan {
  readonly creator: Keypair;
  readonly cancelAuthority: Keypair;
  readonly pauseAuthority: Keypair;
  readonly people: Keypair[];
  readonly stranger: Keypair;
  readonly mint: string;
  readonly treeAddress: string;
  readonly bump: number;
  /** A native campaign stores this in place of a vault. */
  readonly none = NATIVE_MINT;
  readonly vaultAuthority: string | null = null;
  readonly vault: string | null = null;
  readonly creatorAta: string | null = null;
  readonly campaignId = 2n ** 63n + 5n;
  leaves: Leaf[] = [];
  merkle: MerkleTree | null = null;

  constructor(
    readonly svm: Svm,
    readonly kind: Kind,
  ) {
    this.creator = svm.wallet();
    for (const wallet of CAST) svm.airdrop(getAddress(wallet), 10n ** 12n);
    const [cancelAuthority, pauseAuthority, stranger, ...people] = CAST;
    if (!cancelAuthority || !pauseAuthority || !stranger) throw new RangeError("The cast is too small.");
    this.cancelAuthority = cancelAuthority;
    this.pauseAuthority = pauseAuthority;
    this.stranger = stranger;
    this.people = people;
    const creator = getAddress(this.creator);
    this.mint = kind === "token" ? svm.mint() : NATIVE_MINT;
    const tree = findVestingTreeAddress({ creator, mint: this.mint, campaignId: this.campaignId });
    this.treeAddress = tree.address;
    this.bump = tree.bump;
    if (kind === "native") return;
    this.vaultAuthority = findVaultAuthorityAddress({ treeAddress: this.treeAddress }).address;
    this.vault = findVaultAddress({ treeAddress: this.treeAddress, mint: this.mint }).address;
    this.creatorAta = svm.mintTo(this.mint, creator, TOKENS);
  }

  person(who = 0): Keypair {
    const wallet = this.people[who];
    if (!wallet) throw new RangeError(`There is no person ${who}.`);
    return wallet;
  }

  address(who = 0): string {
    return getAddress(this.person(who));
  }

  /** Returns a person's receiving account: an associated token account, or the wallet itself. */
  payee(who = 0): string {
    return this.ata(this.address(who)) ?? this.address(who);
  }

  ata(owner: string): string | null {
    return this.kind === "token" ? findAssociatedTokenAddress({ owner, mint: this.mint }).address : null;
  }

  recordAddress(who = 0): string {
    return findClaimRecordAddress({ treeAddress: this.treeAddress, beneficiary: this.address(who) }).address;
  }

  /** Replaces the leaves, and with them the root of the next instruction. */
  async plan(terms: LeafTerms[]): Promise<void> {
    this.leaves = terms.map(({ who, ...rest }, leafIndex) => ({
      amount: AMOUNT,
      releaseType: ReleaseType.Linear,
      startTime: START,
      cliffTime: START + DAY,
      endTime: START + 11n * DAY,
      milestoneIdx: 0,
      ...rest,
      leafIndex,
      beneficiary: this.address(who),
    }));
    this.merkle = await buildTree(this.leaves);
  }

  leaf(index = 0): Leaf {
    const leaf = this.leaves[index];
    if (!leaf) throw new RangeError(`There is no leaf ${index}.`);
    return leaf;
  }

  root(): string {
    if (!this.merkle) throw new RangeError("Plan the leaves first.");
    return this.merkle.root;
  }

  proof(index = 0): Uint8Array {
    if (!this.merkle) throw new RangeError("Plan the leaves first.");
    return treeProof(this.merkle, index);
  }

  supply(): bigint {
    return this.leaves.reduce((sum, leaf) => sum + leaf.amount, 0n);
  }

  minCliffTime(): bigint {
    const times = this.leaves.map((leaf) => leaf.cliffTime).sort((a, b) => Number(a - b));
    return times[0] ?? 0n;
  }

  state() {
    const account = this.svm.account(this.treeAddress);
    return account && decodeVestingTree(account.data);
  }

  record(who = 0) {
    const account = this.svm.account(this.recordAddress(who));
    return account && decodeClaimRecord(account.data);
  }

  /** Returns the campaign's balance for its people; a native tree's rent does not count. */
  held(): bigint {
    if (this.vault) return this.svm.tokens(this.vault);
    const account = this.svm.account(this.treeAddress);
    return account ? account.lamports - this.svm.rent(account.data.length) : 0n;
  }

  /** Adds to the campaign's balance without the program. */
  donate(amount: bigint): void {
    if (this.vaultAuthority) this.svm.mintTo(this.mint, this.vaultAuthority, amount);
    else this.svm.airdrop(this.treeAddress, amount);
  }

  balance(at: string): bigint {
    return this.kind === "token" ? this.svm.tokens(at) : this.svm.lamports(at);
  }

  protected authorities() {
    return {
      cancellable: true,
      cancelAuthority: getAddress(this.cancelAuthority),
      pauseAuthority: getAddress(this.pauseAuthority),
    };
  }

  protected nativeTree() {
    return { creator: getAddress(this.creator), vestingTree: this.treeAddress };
  }

  protected tokenTree() {
    const { mint, vaultAuthority, vault } = this;
    return { ...this.nativeTree(), mint, vaultAuthority: vaultAuthority ?? "", vault: vault ?? "" };
  }

  protected pauseAccounts() {
    return { pauseAuthority: getAddress(this.pauseAuthority), vestingTree: this.treeAddress };
  }

  protected claimAccounts(who: number) {
    const isToken = this.kind === "token";
    return {
      beneficiary: this.address(who),
      vestingTree: this.treeAddress,
      claimRecord: this.recordAddress(who),
      vaultAuthority: this.vaultAuthority,
      vault: this.vault,
      beneficiaryAta: this.ata(this.address(who)),
      mint: isToken ? this.mint : null,
      tokenProgram: isToken ? TOKEN_PROGRAM_ID : null,
      associatedTokenProgram: isToken ? ASSOCIATED_TOKEN_PROGRAM_ID : null,
    };
  }

  protected sweepAccounts() {
    return {
      ...this.nativeTree(),
      vaultAuthority: this.vaultAuthority,
      vault: this.vault,
      creatorAta: this.creatorAta,
      tokenProgram: this.kind === "token" ? TOKEN_PROGRAM_ID : null,
    };
  }
}

/** Asserts that an outcome is a success, and returns it. */
export function ok(outcome: Outcome): Outcome {
  if (outcome.error !== null) throw new Error([outcome.error, ...outcome.logs].join("\n"));
  return outcome;
}
