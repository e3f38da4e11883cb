import type { z } from "zod";
import type { MerkleTree } from "@/lib/core/merkle/tree";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import type { PackedLeaves } from "@/lib/service/heavy/packed-leaves";
import { runHeavy } from "@/lib/service/heavy/run-heavy";
import type { prepareBody } from "./schemas";

export type PreparedCampaign = {
  head: Record<string, unknown>;
  prepared: { leaves: PackedLeaves; tree: MerkleTree };
};

/** Checks the recipients, builds their tree, and names the address it will have. Stateless. Source: spec 4.1. */
export async function prepareCampaign(
  body: z.output<typeof prepareBody>,
  { programId, signal }: { programId: string; signal?: AbortSignal },
): Promise<PreparedCampaign> {
  const { warnings, ...prepared } = await runHeavy(
    "prepare",
    { list: body.recipients, faults: authorityFaults(body) },
    { signal },
  );
  const { creator, mint, campaignId } = body;
  const isNamed = creator !== undefined && mint !== undefined && campaignId !== undefined;
  const head = {
    merkleRoot: prepared.tree.root,
    leafCount: prepared.leaves.count,
    totalSupply: prepared.totalSupply,
    minCliffTime: prepared.minCliffTime,
    treeAddress: isNamed ? findVestingTreeAddress({ creator, mint, campaignId, programId }).address : null,
    warnings,
  };
  return { head, prepared };
}

const authorityFaults = ({ cancellable, cancelAuthority }: z.output<typeof prepareBody>) =>
  cancellable && !cancelAuthority
    ? [{ path: "cancelAuthority", message: "a cancellable campaign needs a cancelAuthority" }]
    : [];
