import { decodeVestingTree, type VestingTree } from "@/lib/core/solana/accounts";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";

/** Thrown for an account that is not a campaign of the vesting program; the message contains the reason. */
export class NotACampaignError extends Error {
  override readonly name = "NotACampaignError";
}

type Account = { address: string; owner: string; data: Uint8Array };

/**
 * Reads a campaign's account from an untrusted node. Anyone can create an account with the same bytes, but
 * only the program owns accounts at the address derived from creator, mint and campaign id.
 * @throws NotACampaignError
 */
export function readTreeAccount({ address, owner, data }: Account, programId: string): VestingTree {
  if (owner !== programId)
    throw new NotACampaignError(
      `The account ${address} belongs to the program ${owner}, not to the vesting program ${programId}.`,
    );
  const tree = decoded(address, data);
  const { creator, mint, campaignId } = tree;
  const derived = findVestingTreeAddress({ creator, mint, campaignId, programId }).address;
  if (derived !== address)
    throw new NotACampaignError(
      `The account ${address} has a creator, mint and campaign ID whose campaign address is ${derived}.`,
    );
  return tree;
}

/** An account as @solana/web3.js returns it. */
type NodeAccount = { owner: { toBase58(): string }; data: Uint8Array };

/**
 * Reads a campaign from a node's response. Returns null if the account does not exist or has no data. An
 * account without data exists if SOL was sent to the address of an ended campaign.
 * @throws NotACampaignError
 */
export function campaignIn(
  account: NodeAccount | null | undefined,
  { address, programId }: { address: string; programId: string },
): VestingTree | null {
  if (!account || account.data.length === 0) return null;
  return readTreeAccount({ address, owner: account.owner.toBase58(), data: account.data }, programId);
}

/**
 * Returns the same, but null for an account that is not a campaign, so that one forged account does not hide
 * others.
 */
export function campaignOrNull(...input: Parameters<typeof campaignIn>): VestingTree | null {
  try {
    return campaignIn(...input);
  } catch (error) {
    if (error instanceof NotACampaignError) return null;
    throw error;
  }
}

function decoded(address: string, data: Uint8Array): VestingTree {
  try {
    return decodeVestingTree(data);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new NotACampaignError(`The account ${address} does not hold a campaign.`);
  }
}
