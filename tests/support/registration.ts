import { proofSiblings, treeProof } from "@/lib/core/merkle/proof";
import type { Recipient } from "@/lib/core/recipients/recipients";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { prepareTree } from "@/lib/service/registration/prepare";
import { createWallet, type Wallet } from "./http";

const MINT = "5dQj8QAJDYYD6QxwXYx3Hcrv7NihEyf4aUXPSqXXNDPS";

/** Returns recipients of all three schedules; the first byte of the n-th recipient's key is n. */
export function someRecipients(count: number): Recipient[] {
  return Array.from({ length: count }, (_, index) => ({
    beneficiary: createWallet(new Uint8Array(32).fill(1 + (index % 250))).address,
    amount: 1_000n + BigInt(index),
    releaseType: [ReleaseType.Cliff, ReleaseType.Linear, ReleaseType.Milestone][index % 3] ?? 0,
    startTime: 1_700_000_000n,
    cliffTime: 1_700_000_100n + BigInt(index),
    endTime: 1_800_000_000n,
    milestoneIdx: index % 3 === 2 ? index % 256 : 0,
  }));
}

/** Returns the body of a registration as a client sends it, for the given recipients. */
export async function getRegistration(
  creator: Wallet,
  { recipients = someRecipients(5), campaignId = 1n }: { recipients?: Recipient[]; campaignId?: bigint } = {},
) {
  const { leaves, tree, totalSupply, minCliffTime } = await prepareTree(recipients);
  const address = findVestingTreeAddress({
    creator: creator.address,
    mint: MINT,
    campaignId,
    programId: DEFAULT_PROGRAM_ID,
  });
  return {
    treeAddress: address.address,
    creator: creator.address,
    mint: MINT,
    campaignId: Number(campaignId),
    merkleRoot: tree.root,
    leafCount: leaves.length,
    minCliffTime: Number(minCliffTime),
    totalSupply: totalSupply.toString(),
    cancellable: true,
    cancelAuthority: creator.address as string | null,
    pauseAuthority: null as string | null,
    createdAt: 1_700_000_000,
    metadata: { name: "Team" } as { name?: string },
    leaves: leaves.map((leaf) => ({
      ...leaf,
      amount: leaf.amount.toString(),
      startTime: leaf.startTime.toString(),
      cliffTime: leaf.cliffTime.toString(),
      endTime: leaf.endTime.toString(),
      proof: proofSiblings(treeProof(tree, leaf.leafIndex)) as unknown,
    })),
  };
}

export type RegistrationBody = Awaited<ReturnType<typeof getRegistration>>;
