import type { Keypair } from "@solana/web3.js";
import type { TestLedger } from "@/ledger/tests/support/ledger";
import { proofSiblings, treeProof } from "@/lib/core/merkle/proof";
import { buildTree, type MerkleTree } from "@/lib/core/merkle/tree";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { buildInstruction } from "@/lib/core/solana/instructions";
import { findClaimRecordAddress, findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

const CAMPAIGN_ID = 1n;

type Allocation = { wallet: Keypair; amount: bigint };

/** One generation of a native-SOL address on the local ledger: cliff leaves that can be claimed at once. */
export class NativeGeneration {
  private constructor(
    private readonly ledger: TestLedger,
    private readonly allocations: readonly Allocation[],
    private readonly leaves: readonly Leaf[],
    private readonly merkle: MerkleTree,
    readonly registration: ReturnType<typeof registrationBody>,
  ) {}

  get treeAddress(): string {
    return this.registration.treeAddress;
  }

  /** Creates and funds a campaign; the creator's second one is the second generation of the same address. */
  static async create(
    ledger: TestLedger,
    creator: Keypair,
    allocations: readonly Allocation[],
  ): Promise<NativeGeneration> {
    const createdAt = ledger.now;
    const leaves = allocations.map(({ wallet, amount }, leafIndex) => ({
      ...{ leafIndex, beneficiary: wallet.publicKey.toBase58(), amount, releaseType: ReleaseType.Cliff },
      ...{ startTime: createdAt - 9n, cliffTime: createdAt - 9n, endTime: createdAt - 9n, milestoneIdx: 0 },
    }));
    const merkle = await buildTree(leaves);
    const body = registrationBody(creator.publicKey.toBase58(), { createdAt, leaves, merkle });
    const accounts = { creator: body.creator, vestingTree: body.treeAddress };
    const { merkleRoot, leafCount, cancellable, cancelAuthority, pauseAuthority } = body;
    const totalSupply = BigInt(body.totalSupply);
    const args = {
      campaignId: CAMPAIGN_ID,
      merkleRoot,
      leafCount,
      totalSupply,
      minCliffTime: createdAt - 9n,
    };
    await ledger.send(
      [
        buildInstruction("create_campaign_native", {
          accounts,
          args: { ...args, cancellable, cancelAuthority, pauseAuthority },
        }),
        buildInstruction("fund_campaign_native", { accounts, args: { amount: totalSupply } }),
      ],
      [creator],
    );
    return new NativeGeneration(ledger, allocations, leaves, merkle, body);
  }

  claim(index: number): Promise<string> {
    const [leaf, allocation] = [this.leaves[index], this.allocations[index]];
    if (!leaf || !allocation) throw new RangeError(`There is no leaf ${index}.`);
    const { beneficiary } = leaf;
    const { address: claimRecord } = findClaimRecordAddress({ treeAddress: this.treeAddress, beneficiary });
    const none = { vaultAuthority: null, vault: null, beneficiaryAta: null, mint: null };
    const programs = { tokenProgram: null, associatedTokenProgram: null };
    const instruction = buildInstruction("claim", {
      accounts: { beneficiary, vestingTree: this.treeAddress, claimRecord, ...none, ...programs },
      args: { leaf, proof: treeProof(this.merkle, index) },
    });
    return this.ledger.send([instruction], [allocation.wallet]);
  }

  /** Claims every leaf, after which the program closes the account. */
  async claimAll(): Promise<void> {
    for (const index of this.leaves.keys()) await this.claim(index);
  }
}

function registrationBody(
  creator: string,
  { createdAt, leaves, merkle }: { createdAt: bigint; leaves: readonly Leaf[]; merkle: MerkleTree },
) {
  const identity = { creator, mint: NATIVE_MINT, campaignId: CAMPAIGN_ID };
  return {
    treeAddress: findVestingTreeAddress(identity).address,
    ...{ creator, mint: NATIVE_MINT, campaignId: Number(CAMPAIGN_ID), merkleRoot: merkle.root },
    leafCount: leaves.length,
    minCliffTime: Number(createdAt - 9n),
    totalSupply: leaves.reduce((sum, { amount }) => sum + amount, 0n).toString(),
    cancellable: true,
    cancelAuthority: creator,
    pauseAuthority: null,
    createdAt: Number(createdAt),
    leaves: leaves.map((leaf) => ({
      ...leaf,
      amount: leaf.amount.toString(),
      startTime: leaf.startTime.toString(),
      cliffTime: leaf.cliffTime.toString(),
      endTime: leaf.endTime.toString(),
      proof: proofSiblings(treeProof(merkle, leaf.leafIndex)),
    })),
  };
}
