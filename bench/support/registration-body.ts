import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import bs58 from "bs58";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { type PreparedTree, prepareTree } from "@/lib/service/registration/prepare";
import { preparedJson } from "@/lib/service/registration/prepared-json";
import { packLeaves } from "@/lib/service/registration/worker-jobs/packed-leaves";

const KINDS = [ReleaseType.Cliff, ReleaseType.Linear, ReleaseType.Milestone] as const;

/** A tree over as many recipients, each with an address and a cliff of their own. */
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

/** Writes the body that registers a tree, as a client sends it, and gives its size in bytes. */
export async function writeRegistration(
  prepared: PreparedTree,
  of: { path: string; creator: string; campaignId: bigint; proofs: boolean; gzip: boolean },
): Promise<number> {
  const { path, creator, campaignId, proofs, gzip } = of;
  const identity = { creator, mint: NATIVE_MINT, campaignId };
  const { address } = findVestingTreeAddress({ ...identity, programId: DEFAULT_PROGRAM_ID });
  const head = {
    ...identity,
    treeAddress: address,
    merkleRoot: prepared.tree.root,
    leafCount: prepared.leaves.length,
    totalSupply: prepared.totalSupply,
    cancellable: true,
    cancelAuthority: creator,
    pauseAuthority: null,
    createdAt: 1_700_000_000,
    metadata: { name: "Benchmark" },
  };
  const leaves = await packLeaves(prepared.leaves);
  const text = Readable.from(preparedJson(head, { ...prepared, leaves }, { proofs }));
  const file = createWriteStream(path);
  await (gzip ? pipeline(text, createGzip(), file) : pipeline(text, file));
  return (await stat(path)).size;
}
