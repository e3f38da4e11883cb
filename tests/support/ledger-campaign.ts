import { type Keypair, Transaction, type TransactionInstruction } from "@solana/web3.js";
import type { campaigns } from "@/db/schema";
import type { TestLedger } from "@/ledger/tests/support/ledger";
import { treeProof } from "@/lib/core/merkle/proof";
import { buildTree, type MerkleTree } from "@/lib/core/merkle/tree";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { buildInstruction } from "@/lib/core/solana/instructions";
import { findClaimRecordAddress, findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

const DAY = 86_400n;
/** In seconds. */
const HALF_DAY = 43_200;
const AMOUNT = 1_000_000_000n;

/**
 * A native campaign on the local ledger: linear leaves over a hundred days, with the creator as every
 * authority.
 */
export class LedgerCampaign {
  private constructor(
    readonly ledger: TestLedger,
    readonly creator: Keypair,
    readonly people: Keypair[],
    readonly leaves: Leaf[],
    readonly merkle: MerkleTree,
    readonly treeAddress: string,
    readonly registration: typeof campaigns.$inferInsert,
  ) {}

  /**
   * Creates and funds a campaign of that many people, whose leaves begin to vest at once. The leaves of `others` follow:
   * addresses without a wallet.
   */
  static async create(
    ledger: TestLedger,
    peopleCount = 2,
    others: readonly string[] = [],
  ): Promise<LedgerCampaign> {
    const people = Array.from({ length: peopleCount }, () => ledger.wallet(10));
    const beneficiaries = [...people.map(({ publicKey }) => publicKey.toBase58()), ...others];
    const { length: count } = beneficiaries;
    const creator = ledger.wallet(1_000 + count);
    const start = ledger.now;
    const leaves = beneficiaries.map((beneficiary, leafIndex) => ({
      leafIndex,
      beneficiary,
      amount: AMOUNT,
      releaseType: ReleaseType.Linear,
      startTime: start - DAY,
      cliffTime: start - DAY,
      endTime: start + 100n * DAY,
      milestoneIdx: 0,
    }));
    const merkle = await buildTree(leaves);
    const identity = { creator: creator.publicKey.toBase58(), mint: NATIVE_MINT, campaignId: 1n };
    const treeAddress = findVestingTreeAddress(identity).address;
    const root = { merkleRoot: merkle.root, leafCount: count, minCliffTime: start - DAY };
    const terms = {
      totalSupply: AMOUNT * BigInt(count),
      cancellable: true,
      cancelAuthority: identity.creator,
      pauseAuthority: identity.creator,
    };
    const registration = { treeAddress, ...identity, ...root, ...terms, createdAt: start, verified: true };
    const made = new LedgerCampaign(ledger, creator, people, leaves, merkle, treeAddress, registration);
    const accounts = { creator: identity.creator, vestingTree: treeAddress };
    await made.send([
      buildInstruction("create_campaign_native", { accounts, args: { campaignId: 1n, ...root, ...terms } }),
      buildInstruction("fund_campaign_native", { accounts, args: { amount: terms.totalSupply } }),
    ]);
    return made;
  }

  /** Sends instructions that the creator, or another signer, signs and pays for. */
  send(instructions: TransactionInstruction[], signer = this.creator): Promise<string> {
    return this.ledger.send(instructions, [signer]);
  }

  claimInstruction(index: number): TransactionInstruction {
    const leaf = this.leaves[index];
    if (!leaf) throw new RangeError(`There is no leaf ${index}.`);
    const { beneficiary } = leaf;
    const { address: claimRecord } = findClaimRecordAddress({ treeAddress: this.treeAddress, beneficiary });
    const none = { vaultAuthority: null, vault: null, beneficiaryAta: null, mint: null };
    const programs = { tokenProgram: null, associatedTokenProgram: null };
    return buildInstruction("claim", {
      accounts: { beneficiary, vestingTree: this.treeAddress, claimRecord, ...none, ...programs },
      args: { leaf, proof: treeProof(this.merkle, index) },
    });
  }

  /** Claims the vested amount of a leaf; time must have passed since its last claim. */
  claim(index = 0): Promise<string> {
    return this.send([this.claimInstruction(index)], this.people[index]);
  }

  /** Claims for one person after the other, one claim in each transaction. Half a day passes before each round. */
  async claimRepeatedly(claims: number): Promise<void> {
    const { ledger, people } = this;
    for (let made = 0; made < claims; made += people.length) {
      ledger.controls.advanceTime(HALF_DAY);
      const blockhash = await ledger.connection.getLatestBlockhash("processed");
      for (const [index, wallet] of people.slice(0, claims - made).entries()) {
        const transaction = new Transaction({ feePayer: wallet.publicKey, ...blockhash });
        transaction.add(this.claimInstruction(index)).sign(wallet);
        await ledger.connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
      }
    }
  }

  pauseInstruction(paused: boolean): TransactionInstruction {
    const accounts = { pauseAuthority: this.creator.publicKey.toBase58(), vestingTree: this.treeAddress };
    return buildInstruction(paused ? "pause_campaign" : "unpause_campaign", { accounts, args: {} });
  }

  pause(paused = true): Promise<string> {
    return this.send([this.pauseInstruction(paused)]);
  }
}
