import { randomBytes } from "node:crypto";
import bs58 from "bs58";
import { leafBody } from "@/lib/client/bodies";
import { proofSiblings, treeProof } from "@/lib/core/merkle/proof";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { type PreparedTree, prepareTree } from "@/lib/service/registration/prepare";

const KINDS = [ReleaseType.Cliff, ReleaseType.Linear, ReleaseType.Milestone] as const;

/** Builds a tree over as many recipients, each with its own address and cliff. */
export function recipientsTree(count: number): Promise<PreparedTree> {
  return prepareTree(
    Array.from({ length: count }, (_, index) => ({
      beneficiary: bs58.encode(randomBytes(32)),
      amount: 1_000_000n + BigInt(index),
      releaseType: KINDS[index % 3] ?? ReleaseType.Cliff,
      startTime: 1_700_000_000n,
      cliffTime: 1_700_000_100n + BigInt(index),
      endTime: 1_800_000_000n,
      milestoneIdx: index % 3 === 2 ? index % 256 : 0,
    })),
  );
}

type Registration = { creator: string; campaignId: bigint; proofs?: boolean };

/** Returns all fields that register a tree except its leaves. */
export function registrationHead({ tree, leaves, totalSupply }: PreparedTree, registration: Registration) {
  const { creator, campaignId } = registration;
  const identity = { creator, mint: NATIVE_MINT, campaignId };
  const { address } = findVestingTreeAddress({ ...identity, programId: DEFAULT_PROGRAM_ID });
  return {
    ...identity,
    campaignId: campaignId.toString(),
    treeAddress: address,
    merkleRoot: tree.root,
    leafCount: leaves.length,
    totalSupply: totalSupply.toString(),
    cancellable: true,
    cancelAuthority: creator,
    pauseAuthority: null,
    createdAt: 1_700_000_000,
    metadata: { name: "Benchmark" },
  };
}

/** Returns the JSON text that registers a tree. */
export function registrationBody(prepared: PreparedTree, registration: Registration): string {
  const leaves = prepared.leaves.map((leaf, index) => ({
    ...leafBody(leaf),
    ...(registration.proofs && { proof: proofSiblings(treeProof(prepared.tree, index)) }),
  }));
  return JSON.stringify({ ...registrationHead(prepared, registration), leaves });
}
