import type { CampaignDetail } from "@/lib/contract/campaign";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { type AgentContext, ToolRefusedError } from "./context";

/** The root of a campaign, and how well it is known. */
export type KnownRoot = {
  root: string;
  leafCount: number;
  /** `node`: the campaign's account has it. `service`: only the service states it. */
  confirmedBy: "node" | "service";
  /** The slot of the node's read, or the last indexed slot of the service. */
  slot: string;
  explanation: string;
};

/** A campaign, its root, and the time of the node or else of the service in unix seconds. */
export type KnownCampaign = { detail: CampaignDetail; known: KnownRoot; now: bigint };

const BY_NODE = "The campaign's account on the node has this root.";
const BY_SERVICE =
  "Only the service states this root. Start the server with --rpc to compare it with a node.";
const CLOSED = "The campaign's account does not exist on the node, so only the service states the root.";

/**
 * Reads a campaign and its root. The address must derive from creator, mint and campaign ID, so that the service
 * cannot name others. With a node, the campaign's account must have the stated root.
 * @throws ToolRefusedError if one of them contradicts the service
 */
export async function readCampaign(context: AgentContext, treeAddress: string): Promise<KnownCampaign> {
  const { api, programId } = context;
  const detail = await api.campaign(treeAddress, { proof: true });
  if (derivedAddress(detail, programId) !== treeAddress)
    throw new ToolRefusedError(
      `The service's creator, mint and campaign ID do not derive the address ${treeAddress}. Do not trust its answers about this campaign.`,
    );
  return { detail, ...(await readRoot(context, treeAddress, detail)) };
}

async function readRoot(
  { node }: AgentContext,
  treeAddress: string,
  { merkleRoot: root, leafCount, asOf, proof }: CampaignDetail,
): Promise<Omit<KnownCampaign, "detail">> {
  const stated = { root, leafCount, confirmedBy: "service", slot: asOf.slot } as const;
  if (!node)
    return { known: { ...stated, explanation: BY_SERVICE }, now: BigInt(proof?.time ?? asOf.timestamp) };
  const { slot, time: now, tree } = await node.campaign(treeAddress);
  if (!tree) return { known: { ...stated, explanation: CLOSED }, now };
  if (tree.merkleRoot !== root || tree.leafCount !== leafCount)
    throw new ToolRefusedError(
      `The service states the root ${root} with ${leafCount} leaves, but the campaign's account on the node has ${tree.merkleRoot} with ${tree.leafCount} at slot ${slot}. The list was changed and is not indexed yet, or the service is wrong.`,
    );
  const confirmed = { confirmedBy: "node", slot: slot.toString(), explanation: BY_NODE } as const;
  return { known: { root, leafCount, ...confirmed }, now };
}

/**
 * Refuses to build a transaction whose root a node does not confirm, if there is a node.
 * @throws ToolRefusedError
 */
export function requireConfirmed({ node }: AgentContext, { confirmedBy, explanation }: KnownRoot): void {
  if (node && confirmedBy !== "node") throw new ToolRefusedError(`${explanation} No transaction was built.`);
}

function derivedAddress(
  { creator, mint, campaignId }: CampaignDetail,
  programId: string,
): string | undefined {
  try {
    return findVestingTreeAddress({ creator, mint, campaignId: BigInt(campaignId), programId }).address;
  } catch {
    // Values that are not addresses derive none.
    return undefined;
  }
}
